package io.sluice.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Decides whether two replies agree in the sense of a step's modifiers. */
final class Comparison {

    /** Two bytes of version and eight of checksum end every payload of DUMP. */
    private static final int DUMP_FOOTER = 10;

    private static final int FACTS = 7;

    private Comparison() {}

    static boolean agree(Step step, byte[] expected, byte[] actual) {
        if (Arrays.equals(expected, actual)) {
            return true;
        }
        if (!Answer.isReply(expected) || !Answer.isReply(actual)) {
            return false;
        }
        Reply left = Reply.parse(expected);
        Reply right = Reply.parse(actual);
        if (step.has("~")) {
            return near(left, right, Long.parseLong(step.argument("~")));
        }
        if (step.has("doubles")) {
            return sameDoubles(left, right);
        }
        if (step.has("unordered")) {
            return sorted(left).equals(sorted(right)) && left.kind() == right.kind();
        }
        if (step.has("pairs")) {
            return left.kind() == right.kind()
                    && left.isAggregate() == right.isAggregate()
                    && pairs(left).equals(pairs(right))
                    && (!left.isAggregate()
                            || left.parts().size() == right.parts().size());
        }
        if (step.has("shape")) {
            return sameShape(left, right);
        }
        if (step.has("kind")) {
            return left.kind() == right.kind();
        }
        if (step.has("code")) {
            return left.isError() && right.isError() && code(left).equals(code(right));
        }
        if (step.has("mask")) {
            return masked(left, step.argument("mask")).equals(masked(right, step.argument("mask")));
        }
        if (step.has("facts")) {
            return facts(left).equals(facts(right));
        }
        return step.has("dump") && sameDump(left, right);
    }

    /** Whether the replies are equal but for numbers, which may differ by {@code tolerance}. */
    static boolean near(Reply left, Reply right, long tolerance) {
        if (left.isAggregate() != right.isAggregate() || left.kind() != right.kind()) {
            return false;
        }
        if (left.isAggregate()) {
            return allPairs(left, right, (a, b) -> near(a, b, tolerance));
        }
        Optional<Long> a = left.number();
        Optional<Long> b = right.number();
        if (a.isPresent() && b.isPresent()) {
            // Negative answers such as -1 and -2 are statements, not measurements.
            boolean measured = a.get() >= 0 && b.get() >= 0;
            return measured ? Math.abs(a.get() - b.get()) <= tolerance : a.equals(b);
        }
        return ReplyNotation.show(left).equals(ReplyNotation.show(right));
    }

    /** Whether the replies are equal, whatever digits their doubles are written with. */
    static boolean sameDoubles(Reply left, Reply right) {
        if (left.isAggregate() && right.isAggregate()) {
            return left.kind() == right.kind() && allPairs(left, right, Comparison::sameDoubles);
        }
        if (left.kind() == right.kind() && left.isNumber() && right.isNumber()) {
            return Double.parseDouble(left.text()) == Double.parseDouble(right.text());
        }
        return ReplyNotation.show(left).equals(ReplyNotation.show(right));
    }

    private static boolean sameShape(Reply left, Reply right) {
        return left.kind() == right.kind()
                && left.isAggregate() == right.isAggregate()
                && (!left.isAggregate() || allPairs(left, right, Comparison::sameShape));
    }

    private interface Relation {
        boolean holds(Reply left, Reply right);
    }

    private static boolean allPairs(Reply left, Reply right, Relation relation) {
        if (left.parts().size() != right.parts().size()) {
            return false;
        }
        for (int i = 0; i < left.parts().size(); i++) {
            if (!relation.holds(left.parts().get(i), right.parts().get(i))) {
                return false;
            }
        }
        return true;
    }

    static List<String> sorted(Reply reply) {
        if (!reply.isAggregate()) {
            return List.of(ReplyNotation.show(reply));
        }
        return reply.parts().stream().map(ReplyNotation::show).sorted().toList();
    }

    /** The sorted pairs of a map, of an array of arrays, or of an array that shows both parts of each pair in turn. */
    static List<String> pairs(Reply reply) {
        List<Reply> parts = reply.isAggregate() ? reply.parts() : List.of(reply);
        boolean nested = parts.stream().allMatch(Reply::isAggregate);
        if (nested || parts.size() % 2 != 0) {
            return sorted(reply);
        }
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < parts.size(); i += 2) {
            pairs.add("[" + ReplyNotation.show(parts.get(i)) + " " + ReplyNotation.show(parts.get(i + 1)) + "]");
        }
        pairs.sort(null);
        return pairs;
    }

    private static String code(Reply error) {
        return error.text().split(" ", 2)[0];
    }

    private static String masked(Reply reply, String regex) {
        return new String(reply.encode(Protocol.RESP3), StandardCharsets.ISO_8859_1)
                .replaceAll(regex, "")
                .replaceFirst("^([$=])\\d+", "$1");
    }

    /** Of each entry of COMMAND INFO: name, arity, flags, key positions and categories. */
    private static List<Object> facts(Reply reply) {
        List<Object> entries = new ArrayList<>();
        for (Reply entry : reply.isAggregate() ? reply.parts() : List.of(reply)) {
            entries.add(entry.isAggregate() ? someFacts(entry) : ReplyNotation.show(entry));
        }
        return entries;
    }

    private static List<Object> someFacts(Reply entry) {
        return entry.parts().stream()
                .limit(FACTS)
                .map(fact -> fact.isAggregate() ? fact.kind() + sorted(fact).toString() : ReplyNotation.show(fact))
                .map(Object.class::cast)
                .toList();
    }

    private static boolean sameDump(Reply left, Reply right) {
        byte[] a = left.body();
        byte[] b = right.body();
        return left.kind() == '$'
                && right.kind() == '$'
                && a != null
                && b != null
                && a.length == b.length
                && a.length > DUMP_FOOTER
                && Arrays.equals(a, 0, a.length - DUMP_FOOTER, b, 0, b.length - DUMP_FOOTER);
    }
}
