package io.sluice.proxy.type.string;

import io.sluice.proxy.text.Numbers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An integer type of BITFIELD: {@code i1} to {@code i64}, {@code u1} to {@code u63}. It reads and writes itself at any
 * bit of a string, and knows what happens when a sum does not fit.
 *
 * @param signed whether the highest bit is the sign
 * @param bits the width
 */
public record BitField(boolean signed, int bits) {
    /** What becomes of a value that does not fit its type. */
    public enum Overflow {
        /** The excess bits are dropped. */
        WRAP,
        /** The nearest value that fits is taken. */
        SAT,
        /** Nothing is written. */
        FAIL
    }

    /** The type that {@code text} names, or null if it names none. */
    public static @Nullable BitField parse(byte[] text) {
        if (text.length < 2 || (text[0] != 'i' && text[0] != 'u')) {
            return null;
        }
        boolean signed = text[0] == 'i';
        byte[] width = Arrays.copyOfRange(text, 1, text.length);
        if (!Numbers.isLong(width)) {
            return null;
        }
        long bits = Numbers.parseLong(width);
        return bits < 1 || bits > (signed ? 64 : 63) ? null : new BitField(signed, (int) bits);
    }

    /**
     * The bit offset that {@code text} gives for this type: a number of bits, or {@code #n} for the n-th field in a row
     * of fields of this type.
     *
     * @param maxBytes the length that a string may reach
     * @return the offset, or -1 if the text is no offset or lies outside of a string of that length
     */
    public long parseOffset(byte[] text, long maxBytes) {
        boolean counted = text.length > 0 && text[0] == '#';
        byte[] number = counted ? Arrays.copyOfRange(text, 1, text.length) : text;
        return checkedOffset(number, counted ? bits : 1, maxBytes);
    }

    /** As {@link #parseOffset(byte[], long)} for commands that take no {@code #n}, such as SETBIT. */
    public static long parsePlainOffset(byte[] text, long maxBytes) {
        return checkedOffset(text, 1, maxBytes);
    }

    private static long checkedOffset(byte[] number, int unit, long maxBytes) {
        if (!Numbers.isLong(number)) {
            return -1;
        }
        long count = Numbers.parseLong(number);
        if (count < 0 || count > Long.MAX_VALUE / unit || Bits.byteIndex(count * unit) >= maxBytes) {
            return -1;
        }
        return count * unit;
    }

    /** The value at bit {@code offset} of {@code string}; bits beyond the end are 0. */
    public long get(byte[] string, long offset) {
        long value = 0;
        int left = bits;
        long at = offset;
        while (left > 0) {
            int inByte = (int) (at & 7);
            int take = Math.min(left, 8 - inByte);
            long index = Bits.byteIndex(at);
            int b = index < string.length ? string[(int) index] & 0xff : 0;
            int part = (b >> (8 - inByte - take)) & ((1 << take) - 1);
            value = (value << take) | part;
            at += take;
            left -= take;
        }
        return signed ? signExtended(value) : value;
    }

    /** The length that a string needs for a value at {@code offset} to be written into it. */
    public long lengthFor(long offset) {
        return Bits.byteIndex(offset + bits - 1) + 1;
    }

    /**
     * Writes the low bits of {@code value} at bit {@code offset}, in place.
     *
     * @param string at least {@link #lengthFor} bytes long
     */
    public void set(byte[] string, long offset, long value) {
        int left = bits;
        long at = offset;
        while (left > 0) {
            int inByte = (int) (at & 7);
            int take = Math.min(left, 8 - inByte);
            int index = Math.toIntExact(Bits.byteIndex(at));
            int shift = 8 - inByte - take;
            int mask = ((1 << take) - 1) << shift;
            int part = (int) (value >>> (left - take)) << shift;
            string[index] = (byte) ((string[index] & ~mask) | (part & mask));
            at += take;
            left -= take;
        }
    }

    /**
     * Whether {@code value + increment} can be written without loss. With an increment of 0 this checks a value that a
     * client wants to set, which may itself be out of range.
     */
    public boolean fits(long value, long increment) {
        return overflowDirection(value, increment) == 0;
    }

    /**
     * {@code value + increment}, or what {@code overflow} makes of it. With {@link Overflow#FAIL} ask {@link #fits}
     * first; the result is then that of {@link Overflow#WRAP}.
     */
    public long add(long value, long increment, Overflow overflow) {
        int direction = overflowDirection(value, increment);
        if (direction == 0) {
            return value + increment;
        }
        if (overflow == Overflow.SAT) {
            return direction > 0 ? max() : min();
        }
        long sum = value + increment;
        return signed ? signExtended(sum) : sum & max();
    }

    private long max() {
        return signed ? Long.MAX_VALUE >> (64 - bits) : Long.MAX_VALUE >> (63 - bits);
    }

    private long min() {
        return signed ? Long.MIN_VALUE >> (64 - bits) : 0;
    }

    /** 1 above the range, -1 below it, 0 inside. */
    private int overflowDirection(long value, long increment) {
        if (signed) {
            return signedDirection(value, increment);
        }
        // Values of unsigned types are at most 63 bits wide; a negative one is a client's very large unsigned number.
        if (value < 0 || value > max() || (increment > 0 && increment > max() - value)) {
            return 1;
        }
        return increment < 0 && increment < -value ? -1 : 0;
    }

    private int signedDirection(long value, long increment) {
        // The room may wrap where a client sets a number far below a narrow type. Redis compares with what it wraps to,
        // and so takes the number for one that is too large; SAT shows it.
        long roomAbove = max() - value;
        long roomBelow = min() - value;
        boolean narrow = bits != 64;
        if (value > max() || (narrow || (value >= 0 && increment > 0)) && increment > roomAbove) {
            return 1;
        }
        if (value < min() || (narrow || (value < 0 && increment < 0)) && increment < roomBelow) {
            return -1;
        }
        return 0;
    }

    private long signExtended(long value) {
        return value << (64 - bits) >> (64 - bits);
    }
}
