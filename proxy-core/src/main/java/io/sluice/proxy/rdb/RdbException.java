package io.sluice.proxy.rdb;

/**
 * A serialised value cannot be read, or not be written. The only way in which input that is bad, or too large, shows: readers throw nothing else,
 * whatever the bytes. Without a stack trace: it is an answer to a client, not an accident.
 */
public final class RdbException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** What is wrong with the input. */
    public enum Kind {
        /** The footer: too short, of a newer version, or the checksum does not match. */
        FOOTER("ERR DUMP payload version or checksum are wrong"),
        /** The value itself. */
        FORMAT("ERR Bad data format"),
        /** The value may be right, and is larger than it may be. */
        MEMORY("OOM the value takes more memory than load-budget allows for all commands"),
        /** A value that is to be written. */
        TOO_LARGE("ERR the value is too large for a payload");

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

    static RdbException tooLarge(String detail) {
        return new RdbException(Kind.TOO_LARGE, detail);
    }

    static RdbException memory() {
        return new RdbException(Kind.MEMORY, "the value is too large");
    }

    public Kind kind() {
        return kind;
    }

    /** The text of RESTORE's error reply, its code word first. */
    public String reply() {
        return kind.reply;
    }
}
