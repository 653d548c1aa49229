package io.sluice.hbase;

import io.sluice.kv.SlotKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/** Reads of single rows, any number of them in one batched call. */
final class PointReads {
    private final AsyncTable<AdvancedScanResultConsumer> table;
    private final Calls calls;
    private final Limits limits;

    PointReads(Connected connected, Calls calls, Limits limits) {
        this.table = connected.repeating();
        this.calls = calls;
        this.limits = limits;
    }

    CompletableFuture<byte @Nullable []> get(int slot, byte[] key) {
        if (limits.isKeyTooLong(key)) {
            return CompletableFuture.completedFuture(null);
        }
        Get get = request(slot, key);
        return calls.call(() -> table.get(get)).handle((result, failure) -> {
            if (failure != null) {
                throw Failures.ofRead(failure);
            }
            return value(result);
        });
    }

    CompletableFuture<List<byte @Nullable []>> multiGet(List<SlotKey> keys) {
        List<Get> requests = new ArrayList<>(keys.size());
        for (SlotKey key : keys) {
            if (!limits.isKeyTooLong(key.key())) {
                requests.add(request(key.slot(), key.key()));
            }
        }
        if (requests.isEmpty()) {
            return CompletableFuture.completedFuture(inOrder(keys, List.of()));
        }
        return calls.call(() -> table.getAll(requests)).handle((results, failure) -> {
            if (failure != null) {
                throw Failures.ofRead(failure);
            }
            return inOrder(keys, results);
        });
    }

    /** Keys that cannot be there were not asked for. */
    private List<byte @Nullable []> inOrder(List<SlotKey> keys, List<Result> results) {
        byte[] @Nullable [] values = new byte[keys.size()][];
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = limits.isKeyTooLong(keys.get(i).key()) ? null : value(results.get(next++));
        }
        return Arrays.asList(values);
    }

    private static Get request(int slot, byte[] key) {
        return new Get(Rows.of(slot, key)).addColumn(Rows.FAMILY, Rows.VALUE);
    }

    private static byte @Nullable [] value(Result result) {
        return result.isEmpty() ? null : Rows.value(result.rawCells()[0]);
    }
}
