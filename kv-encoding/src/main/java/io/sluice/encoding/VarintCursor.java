package io.sluice.encoding;

/** Reads varints one after the other in the middle of an array; {@link OrderedCodec} writes them. */
final class VarintCursor {
    private final byte[] bytes;
    private int at;

    VarintCursor(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }

    /** Where the next one begins. */
    int at() {
        return at;
    }

    void skip(int length) {
        at += length;
    }

    /**
     * The next number.
     *
     * @throws EncodingException if there is none, it is not in the one form that is written, or it is above {@code max}
     */
    long next(long max) {
        int offset = at;
        if (offset >= 0 && offset < bytes.length - 1) {
            int first = bytes[offset];
            if (first >= 0 && first <= max) {
                at = offset + 1;
                return first;
            }
            int second = bytes[offset + 1];
            int value = first & 0x7F | second << 7;
            if (first < 0 && second > 0 && value <= max) {
                at = offset + 2;
                return value;
            }
        }
        return nextOfAnyLength(max);
    }

    private long nextOfAnyLength(long max) {
        long value = 0;
        for (int i = 0; i < OrderedCodec.MAX_VARINT_BYTES - 1 && at >= 0 && at + i < bytes.length; i++) {
            byte next = bytes[at + i];
            value |= (long) (next & 0x7F) << (7 * i);
            if (next >= 0) {
                if (value > max || (next == 0 && i > 0)) {
                    break;
                }
                at += i + 1;
                return value;
            }
        }
        throw new EncodingException("no number from 0 to " + max + " at " + at + " of " + bytes.length + " bytes");
    }
}
