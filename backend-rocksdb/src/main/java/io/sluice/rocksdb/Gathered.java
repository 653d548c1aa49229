package io.sluice.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What has gathered for the {@link Applier}: how many records, and about how many different rows they write.
 *
 * <p>The different ones are estimated by linear counting (Whang, Vander-Zanden, Taylor, "A Linear-Time Probabilistic Counting Algorithm
 * for Database Applications", 1990): each row sets one of many bits, chosen by a hash of its key, and the number of bits that are not set
 * tells how many rows there were, to a hundredth here. Rows that share a bit, also when somebody chooses them so, count as one: then
 * more gathers, up to the other limits.
 *
 * <p>Not thread-safe.
 */
final class Gathered {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    /** 32 KiB, which lie in the processor's nearer caches. */
    private static final int BITS = 1 << 18;

    private final long[] seen = new long[BITS / Long.SIZE];
    private long bytes;
    private int records;
    private int bitsSet;

    void add(EncodedBatch batch) {
        byte[] array = batch.bytes();
        int record = batch.firstRecord();
        while (record < batch.to()) {
            int key = BatchEncoder.keyStart(array, record);
            set(hash(array, key, BatchEncoder.keyEnd(array, record)));
            record = BatchEncoder.recordEnd(array, record);
        }
        records += batch.records();
        bytes += batch.length();
    }

    private void set(long hash) {
        int bit = (int) (hash >>> 40) & (BITS - 1);
        long mask = 1L << bit;
        if ((seen[bit / Long.SIZE] & mask) == 0) {
            seen[bit / Long.SIZE] |= mask;
            bitsSet++;
        }
    }

    private static long hash(byte[] array, int from, int to) {
        long hash = to - from;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = mix(hash ^ (long) LONG.get(array, at));
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = rest << Byte.SIZE | array[at] & 0xFF;
        }
        return mix(hash ^ rest);
    }

    private static long mix(long bits) {
        long product = bits * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 29;
    }

    int records() {
        return records;
    }

    long bytes() {
        return bytes;
    }

    /** About how many different rows the records write. */
    int rows() {
        int unset = Math.max(1, BITS - bitsSet);
        return Math.min(records, (int) Math.round(BITS * Math.log((double) BITS / unset)));
    }

    /** Whether there is much to save by waiting: more than an eighth of the records write rows that others do. */
    boolean rowsRepeat() {
        return records - rows() > records / 8;
    }

    void clear() {
        if (records > 0) {
            Arrays.fill(seen, 0);
        }
        bytes = 0;
        records = 0;
        bitsSet = 0;
    }
}
