package io.sluice.encoding;

/** Reads varints in the middle of an array; {@link OrderedCodec} writes them. */
final class Varints {
    private Varints() {}

    /**
     * The number at an offset; it takes {@link OrderedCodec#varintSize} bytes.
     *
     * @throws EncodingException if there is none, it is not in the one form that is written, or it is above {@code max}
     */
    static long read(byte[] bytes, int at, long max) {
        long value = 0;
        for (int i = 0; i < OrderedCodec.MAX_VARINT_BYTES - 1 && at + i < bytes.length; i++) {
            byte next = bytes[at + i];
            value |= (long) (next & 0x7F) << (7 * i);
            if (next >= 0) {
                if (value > max || (next == 0 && i > 0)) {
                    break;
                }
                return value;
            }
        }
        throw new EncodingException("no number from 0 to " + max + " at " + at + " of " + bytes.length + " bytes");
    }

    /** Small numbers of either sign as small unsigned ones: 0, -1, 1, -2, 2... */
    static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    static long unzigzag(long code) {
        return code >>> 1 ^ -(code & 1);
    }
}
