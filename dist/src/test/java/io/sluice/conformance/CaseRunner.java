package io.sluice.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Runs cases on redis-server and on the server under test, and says where their replies differ. */
final class CaseRunner {

    private static final int MOST_PAGES = 10_000;
    private static final long POLL_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** A step whose replies did not agree. */
    record Mismatch(Case in, Step step, byte[] expected, byte[] actual) {

        @Override
        public String toString() {
            return String.format(
                    "line %d: %s%s%n    redis:  %s%n    target: %s",
                    step.line(),
                    step.command(),
                    step.modifiers().isEmpty() ? "" : "   " + step.modifiers(),
                    ReplyNotation.show(expected),
                    ReplyNotation.show(actual));
        }
    }

    private final RedisOracle oracle;
    private final Target target;
    private final Protocol protocol;
    private final Counts counts;

    CaseRunner(RedisOracle oracle, Target target, Protocol protocol, Counts counts) {
        this.oracle = oracle;
        this.target = target;
        this.protocol = protocol;
        this.counts = counts;
    }

    /** Whether the server under test knows the command. */
    boolean knows(String command) throws IOException {
        try (RawClient client = new RawClient(target)) {
            Reply reply = Reply.parse(client.call(command));
            return !reply.text().startsWith("ERR unknown command");
        }
    }

    /** Runs the case to its end, also past a mismatch: its last commands may put settings back. */
    List<Mismatch> run(Case test) throws IOException {
        List<Mismatch> mismatches = new ArrayList<>();
        try (Session left = new Session(oracle, protocol);
                Session right = new Session(target, protocol)) {
            left.clear();
            right.clear();
            for (Step step : test.steps()) {
                byte[] expected = answer(step, left, left);
                byte[] actual = answer(step, right, left);
                byte[] required = required(step, expected, actual, right);
                if (!Comparison.agree(step, required, actual)) {
                    mismatches.add(new Mismatch(test, step, required, actual));
                }
                if (!closedIfAsked(step, left)) {
                    mismatches.add(new Mismatch(test, step, Answer.CLOSED, expected));
                } else if (!closedIfAsked(step, right)) {
                    mismatches.add(new Mismatch(test, step, Answer.CLOSED, actual));
                }
                counts.commandLine();
            }
        }
        counts.caseRun();
        return mismatches;
    }

    /** What the server under test has to answer. */
    private byte[] required(Step step, byte[] fromRedis, byte[] actual, Session right) {
        Protocol spoken = right.protocol(step.connection());
        Optional<RedisVersion> targetVersion = target.redisVersion();
        if (step.has("since")) {
            String[] parts = step.argument("since").split("=>", 2);
            RedisVersion since = RedisVersion.parse(parts[0]);
            if (oracle.version().isBefore(since)) {
                boolean tooOld =
                        targetVersion.isPresent() && targetVersion.get().isBefore(since);
                return tooOld ? actual : ReplyNotation.parse(parts[1]).encode(spoken);
            }
        }
        if (step.has("instead") && targetVersion.isEmpty()) {
            return ReplyNotation.parse(step.argument("instead")).encode(spoken);
        }
        return fromRedis;
    }

    /** Whether a connection that has to be closed now was closed. */
    private static boolean closedIfAsked(Step step, Session session) throws IOException {
        if (!step.has("closes")) {
            return true;
        }
        boolean closed = session.client(step.connection()).isClosedByServer();
        session.forget(step.connection());
        return closed;
    }

    private byte[] answer(Step step, Session session, Session redis) throws IOException {
        if (step.has("scan")) {
            return scan(step, session);
        }
        if (step.command().equals("(reply)")) {
            return Answer.from(session.client(step.connection()));
        }
        if (step.command().equals("(waits)")) {
            return session.isWaiting(step.connection()) ? Answer.WAITS : Answer.from(session.client(step.connection()));
        }
        List<byte[]> command = session.words(step.command(), redis);
        if (step.has("waits")) {
            return session.callThatMayWait(step.connection(), command);
        }
        if (step.has("silent")) {
            session.sendOnly(step.connection(), command);
            return new byte[0];
        }
        byte[] answer = session.call(step.connection(), command);
        if (step.has("until")) {
            long deadline = System.nanoTime() + POLL_LIMIT_NANOS;
            byte[] awaited = ReplyNotation.parse(step.argument("until")).encode(session.protocol(step.connection()));
            while (!Arrays.equals(answer, awaited) && System.nanoTime() < deadline) {
                answer = session.call(step.connection(), command);
            }
        }
        if (step.has("save")) {
            session.save(step.argument("save"), answer);
        }
        return answer;
    }

    /** Follows the cursor to the end, and returns the set of what came, in order, as one array. */
    private static byte[] scan(Step step, Session session) throws IOException {
        Set<String> seen = new HashSet<>();
        String cursor = "0";
        int pages = 0;
        do {
            if (++pages > MOST_PAGES) {
                return "-SCAN never ends\r\n".getBytes(StandardCharsets.US_ASCII);
            }
            byte[] answer = session.call(step.connection(), RawClient.bytes(splice(step.command(), cursor)));
            if (!Answer.isReply(answer) || !Reply.parse(answer).isAggregate()) {
                return answer;
            }
            List<Reply> parts = Reply.parse(answer).parts();
            cursor = parts.get(0).text();
            Reply page = parts.get(1);
            if (step.argument("scan").equals("pairs")) {
                seen.addAll(Comparison.pairs(page));
            } else {
                page.parts().forEach(key -> seen.add(ReplyNotation.show(key)));
            }
        } while (!cursor.equals("0"));
        List<Reply> found = seen.stream().sorted().map(ReplyNotation::parse).toList();
        return Reply.aggregate('*', found).encode(session.protocol(step.connection()));
    }

    private static String[] splice(String command, String cursor) {
        return Quoting.split(command).stream()
                .map(String::new)
                .map(word -> word.equals("CURSOR") ? cursor : word)
                .toArray(String[]::new);
    }
}
