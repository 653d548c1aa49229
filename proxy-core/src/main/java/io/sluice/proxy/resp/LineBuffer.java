package io.sluice.proxy.resp;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Collects one line that may arrive in pieces. What came before is not searched again when more comes.
 *
 * <p>Redis looks for the end of a line with C's string functions, and so never finds the end of a line that has a zero
 * byte in it: such a line goes on until it is too long. It is the same here; what follows the zero is counted, not kept.
 */
final class LineBuffer {
    private static final int FIRST_CAPACITY = 64;

    private byte[] bytes = BulkBuffer.EMPTY;
    private int length;
    private boolean endless;

    /**
     * Takes bytes up to the terminator, which is consumed but not kept.
     *
     * @return whether the line is complete
     * @throws ProtocolException told as {@code tooLong} when there is no terminator within {@link Limits#LINE} bytes
     */
    boolean fill(ByteBuf in, byte terminator, String tooLong) throws ProtocolException {
        int window = Math.min(in.readableBytes(), Limits.LINE + 1 - length);
        int start = in.readerIndex();
        int found = -1;
        int zero = -1;
        if (!endless) {
            found = in.indexOf(start, start + window, terminator);
            zero = in.indexOf(start, found < 0 ? start + window : found, (byte) 0);
        }
        if (found >= 0 && zero < 0) {
            keep(in, found - start);
            in.skipBytes(1);
            return true;
        }
        if (zero >= 0) {
            endless = true;
        }
        if (endless) {
            length += window;
            in.skipBytes(window);
        } else {
            keep(in, window);
        }
        if (length > Limits.LINE) {
            throw ProtocolException.told(tooLong);
        }
        return false;
    }

    private void keep(ByteBuf in, int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.max(FIRST_CAPACITY, length + count), bytes.length * 2));
        }
        in.readBytes(bytes, length, count);
        length += count;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** The memory held, in bytes. */
    int capacity() {
        return bytes.length;
    }

    /** Makes ready for the next line; a long line's memory is given back. */
    void clear() {
        length = 0;
        endless = false;
        if (bytes.length > FIRST_CAPACITY) {
            bytes = BulkBuffer.EMPTY;
        }
    }
}
