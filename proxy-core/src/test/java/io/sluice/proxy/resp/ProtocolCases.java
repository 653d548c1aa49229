package io.sluice.proxy.resp;

import static io.sluice.proxy.resp.Parsing.frame;

import java.util.List;
import java.util.stream.Stream;

/** Bytes that a client may send, and what is to be made of them. A live server is shown the same bytes. */
final class ProtocolCases {
    /** Some bytes, the requests in them, and the error that ends them, or none. */
    record Case(String bytes, List<List<String>> requests, String error) {
        @Override
        public String toString() {
            String shown = bytes.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0");
            return shown.length() > 60 ? shown.substring(0, 60) + "... of " + bytes.length() : shown;
        }
    }

    private ProtocolCases() {}

    static Stream<Case> all() {
        return Stream.of(good(), malformed(), tooLong(), inline(), unbalanced()).flatMap(s -> s);
    }

    private static Stream<Case> good() {
        String big = "v".repeat(70_000);
        return Stream.of(
                fine(frame("ECHO", "a"), List.of("ECHO", "a")),
                fine(frame("ECHO", ""), List.of("ECHO", "")),
                fine(frame("ECHO", "\r\n\0$*"), List.of("ECHO", "\r\n\0$*")),
                fine(frame("ECHO", big), List.of("ECHO", big)),
                fine("*0\r\n*-1\r\n*-77\r\n" + frame("ECHO", "a"), List.of("ECHO", "a")),
                fine("\r\n\n \n" + frame("ECHO", "a") + "\r\n", List.of("ECHO", "a")),
                fine(
                        frame("ECHO", "a") + "ECHO b\r\n" + frame("ECHO", "c"),
                        List.of("ECHO", "a"),
                        List.of("ECHO", "b"),
                        List.of("ECHO", "c")),
                // The byte after a CR, and both bytes after an argument, are not looked at.
                fine("*2\rX$4\rXECHOXX$1\r\naXX", List.of("ECHO", "a")),
                fine("*2\r\n$4\r\nECHO\r\n$00000"),
                fine("*2\r\n$4\r\nECHO\r\n$1\r\na\r"),
                fine("*2\r\nX"),
                fine("*x\r"));
    }

    private static Stream<Case> malformed() {
        return Stream.of(
                bad("*abc\r\n", "invalid multibulk length"),
                bad("*\r\n", "invalid multibulk length"),
                bad("*01\r\n", "invalid multibulk length"),
                bad("*+1\r\n", "invalid multibulk length"),
                bad("*-0\r\n", "invalid multibulk length"),
                bad("* 1\r\n", "invalid multibulk length"),
                bad("*1\n\r\n", "invalid multibulk length"),
                bad("*2147483648\r\n", "invalid multibulk length"),
                bad("*9223372036854775808\r\n", "invalid multibulk length"),
                bad("*-9223372036854775809\r\n", "invalid multibulk length"),
                bad("*1\r\n$\r\n", "invalid bulk length"),
                bad("*1\r\n$-1\r\n", "invalid bulk length"),
                bad("*1\r\n$x\r\n", "invalid bulk length"),
                bad("*1\r\n$04\r\n", "invalid bulk length"),
                bad("*1\r\n$536870913\r\n", "invalid bulk length"),
                bad("*1\r\n$9223372036854775807\r\n", "invalid bulk length"),
                bad("*1\r\n:4\r\n", "expected '$', got ':'"),
                bad("*1\r\n\r\n", "expected '$', got ' '"),
                bad("*1\r\n\nx\r\n", "expected '$', got ' '"),
                bad("*1\r\n\u00ff\r\n", "expected '$', got '\u00ff'"),
                bad("*2\r\n$4\r\nECHO\r\n+1\r\n", "expected '$', got '+'"),
                new Case(
                        frame("ECHO", "a") + "*x\r\n",
                        List.of(List.of("ECHO", "a")),
                        "ERR Protocol error: invalid multibulk length"));
    }

    private static Stream<Case> tooLong() {
        String line = "1".repeat(64 * 1024);
        return Stream.of(
                bad("*" + line, "too big mbulk count string"),
                bad("*1\r\n$" + line, "too big bulk count string"),
                bad("1" + line, "too big inline request"),
                fine(line),
                bad("*" + line.substring(1) + "\r\n", "invalid multibulk length"),
                bad("*1\r\n$" + line.substring(1) + "\r\n", "invalid bulk length"),
                // The end of a line is not found behind a zero byte.
                bad("*1\0\r\n" + line.substring(4), "too big mbulk count string"),
                bad("*1\r\n$4\0\r\n" + line.substring(4), "too big bulk count string"),
                bad("ECHO a\0\r\n" + line.substring(8), "too big inline request"),
                fine("*1\0\r\n" + line.substring(5)),
                fine("ECHO " + line.substring(5) + "\n", List.of("ECHO", line.substring(5))));
    }

    private static Stream<Case> inline() {
        return Stream.of(
                fine("ECHO a\n", List.of("ECHO", "a")),
                fine("  ECHO \t a  \r\n", List.of("ECHO", "a")),
                fine("ECHO a\r\r\n", List.of("ECHO", "a")),
                fine("ECHO a\rb\r\n", List.of("ECHO", "a", "b")),
                fine("ECHO a\u000bb\f\r\n", List.of("ECHO", "a\u000bb\f")),
                fine("\u000b\fECHO a\r\n", List.of("ECHO", "a")),
                fine("ECHO \"\"\r\n", List.of("ECHO", "")),
                fine("ECHO ''\r\n", List.of("ECHO", "")),
                fine("ECHO \"a b\"\r\n", List.of("ECHO", "a b")),
                fine("ECHO 'a b'\r\n", List.of("ECHO", "a b")),
                fine("ECHO 'a'\u000bb\r\n", List.of("ECHO", "a", "b")),
                fine("ECHO x\"a b\"\r\n", List.of("ECHO", "xa b")),
                fine("ECHO x'y z'\r\n", List.of("ECHO", "xy z")),
                fine("ECHO \"\\n\\r\\t\\b\\a\\\\\\\"\\q\"\r\n", List.of("ECHO", "\n\r\t\b\u0007\\\"q")),
                fine("ECHO \"\\x00\\xfF\\xg1\\x1\"\r\n", List.of("ECHO", "\0\u00ffxg1x1")),
                fine("ECHO '\\n\\x41\\''\r\n", List.of("ECHO", "\\n\\x41'")),
                fine("ECHO a\\n\r\n", List.of("ECHO", "a\\n")),
                fine("ECHO \u00e9\r\n", List.of("ECHO", "\u00e9")),
                fine("$4\r\nECHO a\r\n", List.of("$4"), List.of("ECHO", "a")),
                fine("ECHO a"));
    }

    private static Stream<Case> unbalanced() {
        String told = "unbalanced quotes in request";
        return Stream.of(
                bad("ECHO \"a\r\n", told),
                bad("ECHO 'a\r\n", told),
                bad("ECHO \"a\"b\r\n", told),
                bad("ECHO 'a'b\r\n", told),
                bad("ECHO 'a'\"b\"\r\n", told),
                bad("ECHO \"a\\\"\r\n", told),
                bad("ECHO \"a\\\r\n", told),
                bad("ECHO 'a\\'\r\n", told));
    }

    @SafeVarargs
    private static Case fine(String bytes, List<String>... requests) {
        return new Case(bytes, List.of(requests), Parsing.NO_ERROR);
    }

    private static Case bad(String bytes, String message) {
        return new Case(bytes, List.of(), "ERR Protocol error: " + message);
    }
}
