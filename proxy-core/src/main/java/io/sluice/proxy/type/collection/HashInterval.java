package io.sluice.proxy.type.collection;

import io.sluice.proxy.engine.CommandContext;
import java.util.List;

/**
 * The hashes, as unsigned numbers, that some members lie between: where a collection has few others there, reading all of
 * them at once costs less than asking for each by its name.
 */
public record HashInterval(long from, long to) {
    /** From this many members on it may be cheaper to read the rows between them along. */
    private static final int ENOUGH = 16;
    /** A row read by name costs as much as this many of a range. */
    private static final int READ_ALONG = 4;

    /** @param members at least one */
    public static HashInterval of(CommandContext context, List<byte[]> members) {
        long lowest = HashOrder.HASHES;
        long highest = 0;
        for (byte[] member : members) {
            long hash = Integer.toUnsignedLong(context.elementHash(member));
            lowest = Math.min(lowest, hash);
            highest = Math.max(highest, hash);
        }
        return new HashInterval(lowest, highest + 1);
    }

    /** Whether to read a collection of so many elements here, rather than ask it for these members one by one. */
    public boolean isWorthARange(int members, long count) {
        return members >= ENOUGH && expected(count) <= READ_ALONG * (long) members;
    }

    /** About how many of so many elements lie in it. */
    public long expected(long count) {
        return (long) ((double) count * (to - from) / HashOrder.HASHES);
    }
}
