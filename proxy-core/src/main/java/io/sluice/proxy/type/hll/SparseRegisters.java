package io.sluice.proxy.type.hll;

import java.util.Arrays;

/**
 * The sparse encoding: runs of registers behind the header, in order.
 *
 * <pre>
 *   00xxxxxx           ZERO   x + 1 registers are 0 (at most 64)
 *   01xxxxxx yyyyyyyy  XZERO  xy + 1 registers are 0 (at most 16384)
 *   1vvvvvxx           VAL    x + 1 registers are v + 1 (at most 4 registers, at most the value 32)
 * </pre>
 *
 * <p>The same registers can be written in several ways, and clients may compare strings. So an update splits the run that
 * holds the register, and then looks for equal neighbours to join only among the five runs from the one before: exactly
 * as far as Redis looks, no further.
 *
 * <p>Every walk tolerates bytes that no Redis wrote: it never leaves the array, and the caller learns that the runs do
 * not add up.
 */
final class SparseRegisters {
    static final int MAX_VALUE = 32;

    private static final int MAX_ZERO = 64;
    private static final int MAX_VALUE_RUN = 4;
    private static final int RUNS_TO_JOIN = 5;

    /** What became of an update. */
    enum Update {
        UNCHANGED,
        CHANGED,
        /** The value or the size does not fit this encoding. Nothing was changed. */
        NEEDS_DENSE,
        CORRUPTED
    }

    /** Receives the runs in order. */
    interface Visitor {
        void run(int firstRegister, int length, int value);
    }

    private byte[] string;
    private int size;

    SparseRegisters(byte[] string) {
        this.string = string;
        this.size = string.length;
    }

    /** The string of a HyperLogLog in which every register is 0. */
    static byte[] empty() {
        byte[] string = new byte[Layout.HEADER + 2];
        Layout.writeMagic(string, Layout.SPARSE);
        writeZeros(string, Layout.HEADER, Layout.REGISTERS);
        return string;
    }

    /** The bytes including the header; more may follow in the array than belong to the string. */
    byte[] backing() {
        return string;
    }

    byte[] toBytes() {
        return Arrays.copyOf(string, size);
    }

    /** Hands out all runs; returns false if they do not cover all registers exactly. */
    boolean visit(Visitor visitor) {
        int register = 0;
        for (int p = Layout.HEADER; p < size; p += width(p)) {
            int length = length(p);
            if (register + length > Layout.REGISTERS) {
                return false;
            }
            visitor.run(register, length, value(p));
            register += length;
        }
        return register == Layout.REGISTERS;
    }

    /** What PFDEBUG DECODE answers. */
    String describe() {
        StringBuilder text = new StringBuilder();
        for (int p = Layout.HEADER; p < size; p += width(p)) {
            if (text.length() > 0) {
                text.append(' ');
            }
            if (isValue(p)) {
                text.append("v:").append(value(p)).append(',').append(length(p));
            } else {
                text.append(width(p) == 2 ? "Z:" : "z:").append(length(p));
            }
        }
        return text.toString();
    }

    /** Raises register {@code index} to {@code count}. */
    Update raise(int index, int count, int maxBytes) {
        if (count > MAX_VALUE) {
            return Update.NEEDS_DENSE;
        }
        int previous = -1;
        int p = Layout.HEADER;
        int first = 0;
        while (p < size && index >= first + length(p)) {
            previous = p;
            first += length(p);
            p += width(p);
        }
        if (p >= size) {
            return Update.CORRUPTED;
        }
        if (value(p) >= count) {
            return Update.UNCHANGED;
        }
        if (length(p) == 1 && width(p) == 1) {
            writeValue(string, p, count, 1);
        } else if (!split(p, first, index, count, maxBytes)) {
            return Update.NEEDS_DENSE;
        }
        joinFrom(previous < 0 ? Layout.HEADER : previous);
        Layout.dropCardinality(string);
        return Update.CHANGED;
    }

    /** Replaces the run at {@code p} by what is before the register, the register, and what is behind it. */
    private boolean split(int p, int first, int index, int count, int maxBytes) {
        byte[] runs = new byte[5];
        int before = index - first;
        int after = first + length(p) - 1 - index;
        int old = value(p);
        int n = writeRun(runs, 0, old, before);
        n += writeValue(runs, n, count, 1);
        n += writeRun(runs, n, old, after);

        int oldWidth = width(p);
        int growth = n - oldWidth;
        if (growth > 0 && size + growth > maxBytes) {
            return false;
        }
        // The last run of a damaged string may lack its second byte.
        int next = Math.min(p + oldWidth, size);
        int grown = p + n + (size - next);
        if (grown > string.length) {
            string = Arrays.copyOf(string, grown + 64);
        }
        System.arraycopy(string, next, string, p + n, size - next);
        System.arraycopy(runs, 0, string, p, n);
        size = grown;
        return true;
    }

    private void joinFrom(int start) {
        int p = start;
        for (int steps = RUNS_TO_JOIN; p < size && steps > 0; steps--) {
            int both = p + 1 < size && isValue(p) && isValue(p + 1) && value(p) == value(p + 1)
                    ? length(p) + length(p + 1)
                    : Integer.MAX_VALUE;
            if (both <= MAX_VALUE_RUN) {
                writeValue(string, p + 1, value(p), both);
                System.arraycopy(string, p + 1, string, p, size - p - 1);
                size--;
                // Stay: the joined run may be equal to the one behind it, too.
            } else {
                p += width(p);
            }
        }
    }

    private boolean isValue(int p) {
        return string[p] < 0;
    }

    private int width(int p) {
        return (string[p] & 0xc0) == 0x40 ? 2 : 1;
    }

    private int length(int p) {
        if (isValue(p)) {
            return (string[p] & 0x3) + 1;
        }
        int low = string[p] & 0x3f;
        if (width(p) == 1) {
            return low + 1;
        }
        int second = p + 1 < size ? string[p + 1] & 0xff : 0;
        return (low << 8 | second) + 1;
    }

    private int value(int p) {
        return isValue(p) ? ((string[p] >> 2) & 0x1f) + 1 : 0;
    }

    private static int writeRun(byte[] to, int at, int value, int length) {
        if (length == 0) {
            return 0;
        }
        return value == 0 ? writeZeros(to, at, length) : writeValue(to, at, value, length);
    }

    private static int writeZeros(byte[] to, int at, int length) {
        int coded = length - 1;
        if (length > MAX_ZERO) {
            to[at] = (byte) (0x40 | coded >> 8);
            to[at + 1] = (byte) coded;
            return 2;
        }
        to[at] = (byte) coded;
        return 1;
    }

    private static int writeValue(byte[] to, int at, int value, int length) {
        to[at] = (byte) (0x80 | (value - 1) << 2 | (length - 1));
        return 1;
    }
}
