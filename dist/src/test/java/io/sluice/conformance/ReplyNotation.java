package io.sluice.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Replies as people read and write them in case files and reports:
 *
 * <pre>
 *   +OK   -ERR text to the end   :42   "bulk\x00"   nil   nilarray   [:1 "two" nil]
 *   %{"key" :1}   ~["set"]   >["push"]   ,1.5   #t   (12345678901234567890   ="txt:verbatim"
 * </pre>
 *
 * A status or an error is quoted where its end could not be seen: {@code [+"two words"]}, {@code -"ERR with: "}.
 */
final class ReplyNotation {

    private final String text;
    private int at;

    private ReplyNotation(String text) {
        this.text = text;
    }

    static Reply parse(String text) {
        String trimmed = text.trim();
        boolean quoted = trimmed.length() > 1 && trimmed.charAt(1) == '"';
        if (!quoted && (trimmed.startsWith("+") || trimmed.startsWith("-"))) {
            return Reply.simple(trimmed.charAt(0), trimmed.substring(1));
        }
        ReplyNotation notation = new ReplyNotation(trimmed);
        Reply reply = notation.reply();
        if (notation.at != trimmed.length()) {
            throw new IllegalArgumentException("text after the reply: " + trimmed);
        }
        return reply;
    }

    static String show(byte[] raw) {
        if (!Answer.isReply(raw)) {
            return new String(raw, StandardCharsets.US_ASCII);
        }
        return show(Reply.parse(raw), true);
    }

    static String show(Reply reply) {
        return show(reply, true);
    }

    private static String show(Reply reply, boolean top) {
        if (reply.isAggregate()) {
            StringBuilder all = new StringBuilder();
            for (Reply part : reply.parts()) {
                all.append(all.isEmpty() ? "" : " ").append(show(part, false));
            }
            return switch (reply.kind()) {
                case '*' -> "[" + all + "]";
                case '%' -> "%{" + all + "}";
                default -> reply.kind() + "[" + all + "]";
            };
        }
        if (reply.body() == null) {
            return reply.kind() == '*' ? "nilarray" : "nil";
        }
        return switch (reply.kind()) {
            case '$' -> Quoting.quote(reply.body());
            case '=', '!' -> reply.kind() + Quoting.quote(reply.body());
            case '+', '-' -> reply.kind() + (isPlain(reply.text(), top) ? reply.text() : Quoting.quote(reply.body()));
            default -> reply.kind() + reply.text();
        };
    }

    private static boolean isPlain(String text, boolean top) {
        return top ? text.equals(text.strip()) && !text.startsWith("\"") : text.indexOf(' ') < 0;
    }

    private Reply reply() {
        char c = text.charAt(at);
        if (c == '"') {
            return Reply.bulk(quoted());
        }
        if (c == '[') {
            return Reply.aggregate('*', until(']'));
        }
        at++;
        switch (c) {
            case '%':
                return Reply.aggregate(c, until('}'));
            case '~', '>':
                return Reply.aggregate(c, until(']'));
            case '=', '!':
                return new Reply(c, quoted(), null);
            case '+', '-':
                return text.charAt(at) == '"' ? new Reply(c, quoted(), null) : Reply.simple(c, token());
            case ':', ',', '#', '(':
                return Reply.simple(c, token());
            default:
                at--;
                String word = token();
                return switch (word) {
                    case "nil" -> Reply.nil();
                    case "nilarray" -> Reply.nilArray();
                    default -> throw new IllegalArgumentException("not a reply: " + text);
                };
        }
    }

    private List<Reply> until(char end) {
        at++;
        List<Reply> parts = new ArrayList<>();
        while (true) {
            while (text.charAt(at) == ' ') {
                at++;
            }
            if (text.charAt(at) == end) {
                at++;
                return parts;
            }
            parts.add(reply());
        }
    }

    private byte[] quoted() {
        int start = at++;
        while (text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Quoting.split(text.substring(start, ++at)).get(0);
    }

    private String token() {
        int start = at;
        while (at < text.length() && " ]}".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }
}
