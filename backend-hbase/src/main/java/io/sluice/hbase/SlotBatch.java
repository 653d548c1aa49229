package io.sluice.hbase;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.ColumnValue;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.ColumnValue.QualifierValue;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.DeleteType;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.Durability;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.util.ByteStringer;

/** A batch of one slot as HBase's atomic multi-row mutation: each row once, with its last change, and the guards. */
final class SlotBatch {
    private static final byte[] TICK = {1};

    private final byte[] clockRow;
    private final Map<byte[], Op> changes = new TreeMap<>(Arrays::compareUnsigned);
    private final List<Condition> guards = new ArrayList<>();

    /** @param ops of one slot, and not none */
    SlotBatch(List<Op> ops) {
        this.clockRow = Rows.first(ops.get(0).slot());
        for (Op op : ops) {
            if (op.kind() == WriteBatch.Kind.REQUIRE_ABSENT) {
                guards.add(SlotClock.absent(Rows.of(op.slot(), op.key()), Rows.VALUE));
            } else {
                changes.put(op.key(), op);
            }
        }
    }

    /** The row that decides which region the batch is sent to. */
    byte[] clockRow() {
        return clockRow;
    }

    MutateRowsRequest at(long timestamp, Durability durability) {
        MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder()
                .addCondition(SlotClock.isNewest(clockRow, timestamp))
                .addAllCondition(guards)
                .addMutationRequest(
                        cell(clockRow, MutationType.PUT, value(Rows.CLOCK, TICK, timestamp), timestamp, durability));
        for (Op op : changes.values()) {
            byte[] row = Rows.of(op.slot(), op.key());
            byte[] value = op.value();
            // A deletion of the column up to the timestamp, not of one version: there may be older ones below.
            request.addMutationRequest(
                    value != null
                            ? cell(
                                    row,
                                    MutationType.PUT,
                                    value(Rows.VALUE, Rows.stored(value), timestamp),
                                    timestamp,
                                    durability)
                            : cell(
                                    row,
                                    MutationType.DELETE,
                                    value(Rows.VALUE, new byte[0], timestamp)
                                            .setDeleteType(DeleteType.DELETE_MULTIPLE_VERSIONS),
                                    timestamp,
                                    durability));
        }
        return request.build();
    }

    private static QualifierValue.Builder value(byte[] qualifier, byte[] stored, long timestamp) {
        return QualifierValue.newBuilder()
                .setQualifier(ByteStringer.wrap(qualifier))
                .setValue(ByteStringer.wrap(stored))
                .setTimestamp(timestamp);
    }

    private static MutationProto cell(
            byte[] row, MutationType type, QualifierValue.Builder value, long timestamp, Durability durability) {
        return MutationProto.newBuilder()
                .setRow(ByteStringer.wrap(row))
                .setMutateType(type)
                .setTimestamp(timestamp)
                .setDurability(durability)
                .addColumnValue(ColumnValue.newBuilder()
                        .setFamily(ByteStringer.wrap(Rows.FAMILY))
                        .addQualifierValue(value))
                .build();
    }
}
