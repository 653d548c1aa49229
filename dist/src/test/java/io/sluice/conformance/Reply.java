package io.sluice.conformance;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A reply taken apart, for comparisons that are looser than byte for byte.
 *
 * @param kind the type byte of RESP
 * @param body what a simple or bulk reply carries; null for a null and for an aggregate
 * @param parts the members of an aggregate (keys and values of a map in turn); null for what is not one
 */
record Reply(char kind, byte[] body, List<Reply> parts) {

    private static final String AGGREGATES = "*~>%|";
    private static final String BULKS = "$=!";

    static Reply parse(byte[] raw) {
        return new Parser(raw).reply();
    }

    static Reply simple(char kind, String text) {
        return new Reply(kind, text.getBytes(StandardCharsets.ISO_8859_1), null);
    }

    static Reply bulk(byte[] body) {
        return new Reply('$', body, null);
    }

    static Reply aggregate(char kind, List<Reply> parts) {
        return new Reply(kind, null, parts);
    }

    static Reply nil() {
        return new Reply('_', null, null);
    }

    static Reply nilArray() {
        return new Reply('*', null, null);
    }

    boolean isAggregate() {
        return parts != null;
    }

    boolean isError() {
        return kind == '-' || kind == '!';
    }

    String text() {
        return body == null ? "" : new String(body, StandardCharsets.ISO_8859_1);
    }

    /** Whether it is a number, or a string that is one, with digits only, a point and an exponent. */
    boolean isNumber() {
        return body != null && text().matches("-?[0-9]+(\\.[0-9]+)?(e[-+][0-9]+)?");
    }

    /** The number in an integer reply, or in a string that is one. */
    Optional<Long> number() {
        if (body == null || isError()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text()));
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    /** The bytes of this reply on a connection that speaks the given version of the protocol. */
    byte[] encode(Protocol protocol) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        encode(protocol, out);
        return out.toByteArray();
    }

    private void encode(Protocol protocol, ByteArrayOutputStream out) {
        boolean old = protocol == Protocol.RESP2;
        if (isAggregate()) {
            char mark = old ? '*' : kind;
            int count = kind == '%' && !old ? parts.size() / 2 : parts.size();
            line(out, mark + String.valueOf(count));
            parts.forEach(part -> part.encode(protocol, out));
        } else if (body == null) {
            line(out, old ? (kind == '*' ? "*-1" : "$-1") : "_");
        } else if (kind == '#' && old) {
            line(out, text().equals("t") ? ":1" : ":0");
        } else if (BULKS.indexOf(kind) >= 0 || old && (kind == ',' || kind == '(')) {
            boolean verbatimAsBulk = old && kind == '=';
            byte[] content = verbatimAsBulk ? text().substring(4).getBytes(StandardCharsets.ISO_8859_1) : body;
            line(out, (old ? '$' : kind) + String.valueOf(content.length));
            out.writeBytes(content);
            line(out, "");
        } else {
            out.write(kind);
            out.writeBytes(body);
            line(out, "");
        }
    }

    private static void line(ByteArrayOutputStream out, String text) {
        out.writeBytes((text + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private static final class Parser {

        private final byte[] raw;
        private int at;

        Parser(byte[] raw) {
            this.raw = raw;
        }

        Reply reply() {
            String line = line();
            char kind = line.charAt(0);
            String rest = line.substring(1);
            if (AGGREGATES.indexOf(kind) >= 0) {
                return aggregate(kind, Integer.parseInt(rest));
            }
            if (BULKS.indexOf(kind) >= 0) {
                return bulk(kind, Integer.parseInt(rest));
            }
            return kind == '_' ? nil() : simple(kind, rest);
        }

        private Reply aggregate(char kind, int count) {
            if (count < 0) {
                return nilArray();
            }
            int replies = kind == '%' ? 2 * count : kind == '|' ? 2 * count + 1 : count;
            List<Reply> parts = new ArrayList<>(replies);
            for (int i = 0; i < replies; i++) {
                parts.add(reply());
            }
            return Reply.aggregate(kind, parts);
        }

        private Reply bulk(char kind, int length) {
            if (length < 0) {
                return nil();
            }
            byte[] body = Arrays.copyOfRange(raw, at, at + length);
            at += length + 2;
            return new Reply(kind, body, null);
        }

        private String line() {
            int end = at;
            while (raw[end] != '\r' || raw[end + 1] != '\n') {
                end++;
            }
            String line = new String(raw, at, end - at, StandardCharsets.ISO_8859_1);
            at = end + 2;
            return line;
        }
    }
}
