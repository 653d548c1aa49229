package io.sluice.proxy.resp;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Collects one argument that has not arrived as a whole.
 *
 * <p>The length that a client declares is a claim, and memory is given for what has arrived: at most {@value #BLIND} bytes
 * at first, later at most four times the bytes that came. The array doubles until the rest fits into four times what is
 * there; then it takes the declared length, so that the last array is the argument itself and all copies made on the way
 * are together smaller than it.
 */
final class BulkBuffer {
    static final byte[] EMPTY = {};

    /** Bytes given on a client's word alone. */
    static final int BLIND = 16 * 1024;

    private byte[] bytes = EMPTY;
    private int filled;
    private int declared;

    /** Begins an argument of this length. */
    void begin(int length) {
        declared = length;
        filled = 0;
        bytes = EMPTY;
    }

    /** Takes what is there, and says whether the argument is complete. */
    boolean fill(ByteBuf in) {
        int count = Math.min(in.readableBytes(), declared - filled);
        if (filled + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, capacityFor(filled + count));
        }
        in.readBytes(bytes, filled, count);
        filled += count;
        return filled == declared;
    }

    /** The complete argument, which is forgotten here. */
    byte[] take() {
        byte[] complete = bytes;
        bytes = EMPTY;
        return complete;
    }

    /** The memory held, in bytes. */
    int capacity() {
        return bytes.length;
    }

    private int capacityFor(int arrived) {
        long generous = Math.max(BLIND, 4L * arrived);
        return declared <= generous ? declared : Math.max(BLIND, 2 * arrived);
    }
}
