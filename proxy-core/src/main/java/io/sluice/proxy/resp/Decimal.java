package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import java.util.OptionalLong;

/** Decimal numbers into and out of bytes without a String in between. */
final class Decimal {
    private static final byte[] LOWEST = "-9223372036854775808".getBytes(US_ASCII);

    private Decimal() {}

    /** The number of characters of the value, the sign included. */
    static int length(long value) {
        if (value < 0) {
            return value == Long.MIN_VALUE ? LOWEST.length : 1 + length(-value);
        }
        int digits = 1;
        for (long power = 10; digits < 19 && value >= power; power *= 10) {
            digits++;
        }
        return digits;
    }

    /** Writes the value; the buffer grows when it must. */
    static void write(ByteBuf out, long value) {
        if (value == Long.MIN_VALUE) {
            out.writeBytes(LOWEST); // has no positive counterpart to take digits from
            return;
        }
        int length = length(value);
        out.ensureWritable(length);
        int start = out.writerIndex();
        long rest = Math.abs(value);
        for (int at = start + length - 1; rest > 0 || at == start + length - 1; at--) {
            long tens = rest / 10;
            out.setByte(at, (int) ('0' + rest - tens * 10));
            rest = tens;
        }
        if (value < 0) {
            out.setByte(start, '-');
        }
        out.writerIndex(start + length);
    }

    /** The value that these bytes spell in the one canonical way: no plus, no leading zeros, no {@code -0}, no spaces. */
    static OptionalLong parse(byte[] text, int from, int to) {
        boolean negative = from < to && text[from] == '-';
        int at = negative ? from + 1 : from;
        if (at == to || to - from > LOWEST.length) {
            return OptionalLong.empty();
        }
        if (text[at] == '0') {
            return !negative && at + 1 == to ? OptionalLong.of(0) : OptionalLong.empty();
        }
        long value = 0; // summed up below zero, where there is room for one more
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
                return OptionalLong.empty();
            }
            value = value * 10 - digit;
        }
        if (negative) {
            return OptionalLong.of(value);
        }
        return value == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(-value);
    }
}
