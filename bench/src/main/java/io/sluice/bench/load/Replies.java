package io.sluice.bench.load;

import org.jspecify.annotations.Nullable;

/**
 * Finds where replies end in what a connection receives, in RESP2 and RESP3, however it is split. Their content is passed
 * over; what is kept is whether a reply is null, or an error.
 */
final class Replies {
    private static final int LINE_LIMIT = 1 << 16;

    /** Called with each reply when its last byte is there. */
    interface Listener {
        /**
         * @param bytes how long it was
         * @param missing whether it was null
         * @param error its text without the dash, or null if it was none
         */
        void reply(long bytes, boolean missing, @Nullable String error);
    }

    private final Listener listener;

    /** Values that are wanting before the reply is whole. */
    private long wanting;
    /** Bytes of a string, with its line end, that are still to come. */
    private long skip;

    private boolean inLine;
    private byte type;
    private boolean negative;
    private long number;
    private boolean outermost;
    private boolean missing;
    private final StringBuilder text = new StringBuilder();
    private boolean error;
    private long bytes;

    Replies(Listener listener) {
        this.listener = listener;
    }

    void take(byte[] in, int length) {
        int at = 0;
        while (at < length) {
            int from = at;
            if (skip > 0) {
                at += (int) Math.min(skip, length - at);
                skip -= at - from;
                bytes += at - from;
                if (skip == 0) {
                    valueEnds();
                }
                continue;
            }
            if (!inLine) {
                begin(in[at++]);
            }
            at = line(in, at, length);
            bytes += at - from;
            if (!inLine) {
                lineEnds();
            }
        }
    }

    private void begin(byte first) {
        outermost = wanting == 0;
        if (outermost) {
            wanting = 1;
            missing = false;
            error = false;
        }
        type = first;
        inLine = true;
        number = 0;
        negative = false;
        if (outermost && (first == '-' || first == '!')) {
            error = true;
            text.setLength(0);
        }
    }

    /** Reads to the end of the line, or of what is there. */
    private int line(byte[] in, int from, int length) {
        int at = from;
        while (at < length) {
            byte next = in[at++];
            if (next == '\n') {
                inLine = false;
                break;
            }
            if (next >= '0' && next <= '9') {
                number = number * 10 + (next - '0');
            } else if (next == '-') {
                negative = true;
            }
            if (error && type == '-' && next != '\r' && text.length() < LINE_LIMIT) {
                text.append((char) next);
            }
        }
        return at;
    }

    private void lineEnds() {
        switch (type) {
            case '$', '=', '!' -> {
                if (negative) {
                    missing |= outermost;
                    valueEnds();
                } else {
                    skip = number + 2;
                }
            }
            case '*', '~', '>', '%' -> {
                if (negative) {
                    missing |= outermost;
                } else {
                    wanting += type == '%' ? 2 * number : number;
                }
                valueEnds();
            }
            case '|' -> wanting += 2 * number;
            case '_' -> {
                missing |= outermost;
                valueEnds();
            }
            case '+', '-', ':', ',', '#', '(' -> valueEnds();
            default -> throw new IllegalStateException("the server sent a reply that begins with byte " + type);
        }
    }

    private void valueEnds() {
        if (--wanting == 0) {
            long length = bytes;
            bytes = 0;
            listener.reply(length, missing, error ? errorText() : null);
        }
    }

    private String errorText() {
        return type == '-' ? text.toString() : "an error as a string";
    }
}
