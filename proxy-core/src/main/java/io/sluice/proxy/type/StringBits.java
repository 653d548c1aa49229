package io.sluice.proxy.type;

import io.sluice.proxy.type.StringValue.Part;
import io.sluice.proxy.type.string.BitUnit;
import io.sluice.proxy.type.string.Bits;

/**
 * BITCOUNT and BITPOS over a string wherever its bytes are. Goes part by part, so that a long string with few stored
 * bytes costs what is stored, and a search stops reading where it finds.
 */
public final class StringBits {

    private StringBits() {}

    /** The number of one bits. */
    public static long count(StringValue value) {
        return countBits(value, 0, 8 * value.length() - 1);
    }

    /** The number of one bits from start to end, both included; negative ones count from the end. */
    public static long count(StringValue value, long start, long end, BitUnit unit) {
        if (start < 0 && end < 0 && start > end) {
            return 0;
        }
        return countBits(value, firstBit(value, start, unit), lastBit(value, end, unit));
    }

    private static long countBits(StringValue value, long first, long last) {
        long total = 0;
        if (first <= last) {
            for (Part part : value.parts(first >> 3, (last >> 3) + 1)) {
                long from = Math.max(first - 8 * part.offset(), 0);
                long to = Math.min(last - 8 * part.offset(), 8L * part.bytes().length - 1);
                total += from > to ? 0 : Bits.count(part.bytes(), from, to, BitUnit.BIT);
            }
        }
        return total;
    }

    /**
     * The first bit that equals {@code bit} from start on, or -1. The string is taken as followed by zeroes, unless
     * nothing of it is left behind {@code start}.
     */
    public static long position(StringValue value, boolean bit, long start) {
        long first = firstBit(value, start, BitUnit.BYTE);
        long bits = 8 * value.length();
        if (first >= bits) {
            return -1;
        }
        long found = search(value, bit, first, bits - 1);
        return found < 0 && !bit ? bits : found;
    }

    /** The first bit that equals {@code bit} from start to end, both included, or -1. */
    public static long position(StringValue value, boolean bit, long start, long end, BitUnit unit) {
        return search(value, bit, firstBit(value, start, unit), lastBit(value, end, unit));
    }

    /** Looks at windows that grow as it goes: a cold store is asked few times, and not for much more than is needed. */
    private static long search(StringValue value, boolean bit, long first, long last) {
        long at = first;
        long window = 8 * value.step();
        while (at <= last) {
            // Up to the end of a chunk.
            long unit = 8 * value.step();
            long end = Math.min(last, (at / unit) * unit + window - 1);
            long found = searchWindow(value, bit, at, end);
            if (found >= 0) {
                return found;
            }
            at = end + 1;
            window *= 2;
        }
        return -1;
    }

    private static long searchWindow(StringValue value, boolean bit, long first, long last) {
        long at = first;
        for (Part part : value.parts(first >> 3, (last >> 3) + 1)) {
            long partStart = 8 * part.offset();
            if (!bit && partStart > at) {
                return at;
            }
            long from = Math.max(at - partStart, 0);
            long to = Math.min(last - partStart, 8L * part.bytes().length - 1);
            if (from <= to) {
                long found = Bits.position(part.bytes(), bit, from, to, BitUnit.BIT);
                if (found >= 0) {
                    return partStart + found;
                }
                at = partStart + to + 1;
            }
        }
        return !bit && at <= last ? at : -1;
    }

    private static long firstBit(StringValue value, long start, BitUnit unit) {
        long total = total(value, unit);
        // A start beyond the end may be any number; total is small, so that nothing below wraps.
        long first = Math.min(fromStart(start, total), total);
        return unit == BitUnit.BIT ? first : 8 * first;
    }

    private static long lastBit(StringValue value, long end, BitUnit unit) {
        long total = total(value, unit);
        long last = Math.min(fromStart(end, total), total - 1);
        return unit == BitUnit.BIT ? last : 8 * last + 7;
    }

    private static long fromStart(long index, long total) {
        return index < 0 ? Math.max(0, total + index) : index;
    }

    private static long total(StringValue value, BitUnit unit) {
        return unit == BitUnit.BIT ? 8 * value.length() : value.length();
    }
}
