package io.sluice.proxy.type.string;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * A string as a row of bits, as SETBIT, GETBIT, BITCOUNT, BITPOS and BITOP see it. Bit 0 is the highest bit of the first
 * byte; beyond the end all bits are 0.
 *
 * <p>Whole words are handled eight bytes at a time, read as big-endian numbers so that the order of the bits in the word
 * is the order in the string. All methods are pure and safe from any thread.
 */
public final class Bits {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Bits() {}

    /** The index of the byte that holds bit {@code offset}. */
    public static long byteIndex(long offset) {
        return offset >> 3;
    }

    /** The bit at {@code offset}; false beyond the end. */
    public static boolean get(byte[] string, long offset) {
        long index = byteIndex(offset);
        return index < string.length && (string[(int) index] & mask(offset)) != 0;
    }

    /**
     * A copy of {@code string} with the bit at {@code offset} set to {@code on}, grown with zero bytes as far as needed,
     * also when a zero bit is set beyond the end. The caller checks the offset against the largest string.
     */
    public static byte[] with(byte[] string, long offset, boolean on) {
        int index = Math.toIntExact(byteIndex(offset));
        byte[] copy = Arrays.copyOf(string, Math.max(string.length, index + 1));
        if (on) {
            copy[index] |= (byte) mask(offset);
        } else {
            copy[index] &= (byte) ~mask(offset);
        }
        return copy;
    }

    /** The number of one bits. */
    public static long count(byte[] string) {
        return count(string, 0, string.length);
    }

    /**
     * The number of one bits from {@code start} to {@code end}, both included, as BITCOUNT with a range gives it.
     * Negative ends count from the end of the string, -1 being the last byte or bit.
     */
    public static long count(byte[] string, long start, long end, BitUnit unit) {
        if (start < 0 && end < 0 && start > end) {
            return 0;
        }
        BitRange range = BitRange.resolve(string.length, start, end, unit);
        if (range.isEmpty()) {
            return 0;
        }
        long total = count(string, range.firstByte(), range.lastByte() + 1);
        total -= Integer.bitCount(string[range.firstByte()] & range.beforeFirst());
        return total - Integer.bitCount(string[range.lastByte()] & range.afterLast());
    }

    /**
     * The position of the first bit that equals {@code bit}, as BITPOS without an end gives it: a string of ones is taken
     * as padded with zeros on the right, so a zero bit is always found, unless nothing is left behind {@code start}.
     *
     * @param start the first byte to look at; negative counts from the end
     * @return the position from the beginning of the string, or -1
     */
    public static long position(byte[] string, boolean bit, long start) {
        BitRange range = BitRange.resolve(string.length, start, string.length - 1L, BitUnit.BYTE);
        if (range.isEmpty()) {
            return -1;
        }
        long found = find(string, bit, range);
        return found < 0 && !bit ? 8L * string.length : found;
    }

    /**
     * The position of the first bit that equals {@code bit} from {@code start} to {@code end}, both included; nothing
     * outside of the range is looked at or imagined.
     *
     * @return the position from the beginning of the string, or -1
     */
    public static long position(byte[] string, boolean bit, long start, long end, BitUnit unit) {
        BitRange range = BitRange.resolve(string.length, start, end, unit);
        return range.isEmpty() ? -1 : find(string, bit, range);
    }

    /**
     * Combines the strings bit by bit. Shorter ones, and absent ones given as empty, are padded with zeros; the result is
     * as long as the longest.
     *
     * @param strings at least one
     */
    public static byte[] combine(BitOperation operation, List<byte[]> strings) {
        int length = 0;
        for (byte[] string : strings) {
            length = Math.max(length, string.length);
        }
        byte[] result = Arrays.copyOf(strings.get(0), length);
        for (byte[] string : strings.subList(1, strings.size())) {
            fold(operation, result, string);
        }
        return result;
    }

    /** The string with every bit inverted. */
    public static byte[] not(byte[] string) {
        byte[] result = new byte[string.length];
        int at = 0;
        for (; at + 8 <= string.length; at += 8) {
            WORD.set(result, at, ~(long) WORD.get(string, at));
        }
        for (; at < string.length; at++) {
            result[at] = (byte) ~string[at];
        }
        return result;
    }

    private static void fold(BitOperation operation, byte[] result, byte[] string) {
        int at = 0;
        for (; at + 8 <= string.length; at += 8) {
            WORD.set(result, at, operation.apply((long) WORD.get(result, at), (long) WORD.get(string, at)));
        }
        for (; at < string.length; at++) {
            result[at] = (byte) operation.apply(result[at], string[at]);
        }
        if (operation == BitOperation.AND) {
            Arrays.fill(result, at, result.length, (byte) 0);
        }
    }

    private static long count(byte[] string, int from, int to) {
        long total = 0;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            total += Long.bitCount((long) WORD.get(string, at));
        }
        for (; at < to; at++) {
            total += Integer.bitCount(string[at] & 0xff);
        }
        return total;
    }

    private static long find(byte[] string, boolean bit, BitRange range) {
        // Looking for a zero is looking for a one in the inverted string.
        int flip = bit ? 0 : 0xff;
        long flips = bit ? 0 : -1L;
        int first = range.firstByte();
        int last = range.lastByte();
        int head = (string[first] ^ flip) & 0xff & ~range.beforeFirst();
        if (first == last) {
            head &= ~range.afterLast();
        }
        if (head != 0) {
            return position(first, head);
        }
        int at = first + 1;
        while (at + 8 <= last) {
            long word = (long) WORD.get(string, at) ^ flips;
            if (word != 0) {
                return 8L * at + Long.numberOfLeadingZeros(word);
            }
            at += 8;
        }
        for (; at <= last; at++) {
            int b = (string[at] ^ flip) & 0xff;
            if (at == last) {
                b &= ~range.afterLast();
            }
            if (b != 0) {
                return position(at, b);
            }
        }
        return -1;
    }

    private static long position(int index, int byteValue) {
        return 8L * index + Integer.numberOfLeadingZeros(byteValue) - 24;
    }

    private static int mask(long offset) {
        return 0x80 >> (int) (offset & 7);
    }
}
