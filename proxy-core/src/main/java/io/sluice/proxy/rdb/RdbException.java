package io.sluice.proxy.rdb;

/**
 * A serialised value cannot be read. The only way in which bad input shows: readers throw nothing else, whatever the
 * bytes. Without a stack trace: it is an answer to a client, not an accident.
 */
public final class RdbException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** What is wrong with the input. */
    public enum Kind {
        /** The footer: too short, of a newer version, or the checksum does not match. */
        FOOTER("ERR DUMP payload version or checksum are wrong"),
        /** The value itself. */
        FORMAT("ERR Bad data format");

        private final String reply;

        Kind(String reply) {
            this.reply = reply;
        }
    }

    private RdbException(Kind kind, String detail) {
        super(detail, null, false, false);
        this.kind = kind;
    }

    static RdbException footer(String detail) {
        return new RdbException(Kind.FOOTER, detail);
    }

    /** For readers of values: {@code detail} says what is wrong, for a log. */
    public static RdbException format(String detail) {
        return new RdbException(Kind.FORMAT, detail);
    }

    public Kind kind() {
        return kind;
    }

    /** The text of RESTORE's error reply, its code word first. */
    public String reply() {
        return kind.reply;
    }
}
