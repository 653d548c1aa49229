package io.sluice.proxy.type.set;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.type.collection.HashOrder;
import java.util.List;

/** The hashes, as unsigned numbers, that some members lie between. */
record HashInterval(long from, long to) {

    /** @param members at least one */
    static HashInterval of(CommandContext context, List<byte[]> members) {
        long lowest = HashOrder.HASHES;
        long highest = 0;
        for (byte[] member : members) {
            long hash = Integer.toUnsignedLong(context.elementHash(member));
            lowest = Math.min(lowest, hash);
            highest = Math.max(highest, hash);
        }
        return new HashInterval(lowest, highest + 1);
    }

    /** About how many of so many elements lie in it. */
    long expected(long count) {
        return (long) ((double) count * (to - from) / HashOrder.HASHES);
    }
}
