package io.sluice.proxy.rdb;

/** What an entry takes in a listpack, with the length that follows it. */
public final class ListpackSize {
    /** What a listpack takes before its first entry, with its end mark. */
    public static final int EMPTY = 7;

    private static final int LONGEST_INTEGER = 20;

    private ListpackSize() {}

    /** The size of the entry that these bytes make: the text of an integer is kept in binary. */
    public static int of(byte[] bytes, int from, int length) {
        int own = ofInteger(bytes, from, length);
        if (own == 0) {
            own = length + (length < 1 << 6 ? 1 : length < 1 << 12 ? 2 : 5);
        }
        return own + Listpack.lengthOfLength(own);
    }

    /** 0 for what is not an integer of 64 bits as Redis writes it. */
    private static int ofInteger(byte[] bytes, int from, int length) {
        if (length == 0 || length > LONGEST_INTEGER) {
            return 0;
        }
        boolean negative = bytes[from] == '-';
        int at = negative ? from + 1 : from;
        int end = from + length;
        if (at == end || bytes[at] < '0' || bytes[at] > '9' || (bytes[at] == '0' && length > 1)) {
            return 0;
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            // Counted below zero, where one number more fits.
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
                return 0;
            }
            value = value * 10 - digit;
        }
        if (negative) {
            return ofInteger(value);
        }
        return value == Long.MIN_VALUE ? 0 : ofInteger(-value);
    }

    private static int ofInteger(long value) {
        if (value >= 0 && value < 1 << 7) {
            return 1;
        }
        if (value >= -(1 << 12) && value < 1 << 12) {
            return 2;
        }
        if (value == (short) value) {
            return 3;
        }
        if (value << 40 >> 40 == value) {
            return 4;
        }
        return value == (int) value ? 5 : 9;
    }
}
