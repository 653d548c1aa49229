package io.sluice.hbase;

import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.protobuf.generated.ComparatorProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.util.ByteStringer;

/**
 * The timestamps of a slot's writes.
 *
 * <p>Of two cells of a column HBase shows the one with the higher timestamp, whichever was written later, and a deletion
 * hides every put up to its own. With the server's milliseconds a put that follows a deletion within one of them is lost.
 * So every batch carries a timestamp above all before it in the slot, and the region server itself holds it to that: each
 * batch puts a cell at its timestamp into the slot's first row, and is applied only if that row has none as high. This holds
 * for any number of writers, whatever their clocks say, and it keeps a batch that was delayed on its way from being
 * applied after a later one.
 *
 * <p>The wall clock is only where the first guess comes from, so that a slot's first write needs no read: a guess that is
 * too low is refused, and the row then tells.
 */
final class SlotClock {
    private static final ComparatorProtos.Comparator ABSENT = ProtobufUtil.toComparator(new NullComparator());

    private final LongSupplier wallClock;
    private long last;

    SlotClock(LongSupplier wallClock) {
        this.wallClock = wallClock;
    }

    /** A timestamp above all that were given, and above all that were seen. */
    synchronized long next() {
        last = Math.max(last + 1, wallClock.getAsLong());
        return last;
    }

    /** Somebody has written at this timestamp. */
    synchronized void saw(long timestamp) {
        last = Math.max(last, timestamp);
    }

    /** The row has no cell of the column at all: what a guard asks for. */
    static Condition absent(byte[] row, byte[] qualifier) {
        return condition(row, qualifier).build();
    }

    /** The slot has seen no batch at this timestamp or above. */
    static Condition isNewest(byte[] clockRow, long timestamp) {
        return condition(clockRow, Rows.CLOCK)
                .setTimeRange(
                        HBaseProtos.TimeRange.newBuilder().setFrom(timestamp).setTo(Long.MAX_VALUE))
                .build();
    }

    /** A null comparator that is equal: no cell, or one without value, and no cell is written without value here. */
    private static Condition.Builder condition(byte[] row, byte[] qualifier) {
        return Condition.newBuilder()
                .setRow(ByteStringer.wrap(row))
                .setFamily(ByteStringer.wrap(Rows.FAMILY))
                .setQualifier(ByteStringer.wrap(qualifier))
                .setCompareType(HBaseProtos.CompareType.EQUAL)
                .setComparator(ABSENT);
    }
}
