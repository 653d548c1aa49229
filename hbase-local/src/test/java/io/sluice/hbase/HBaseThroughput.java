package io.sluice.hbase;

import io.sluice.hbase.local.HBaseProcess;
import io.sluice.hbase.local.HBaseStores;
import io.sluice.kv.KvStore;
import io.sluice.kv.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;

/**
 * A measurement, not a test: writes and reads of 512 bytes through the adapter and through the plain client, with the
 * same number of calls outstanding, one after the other, after as long to warm up. The arguments are the seconds of each
 * and the calls outstanding. bench/hbase.sh runs it beside whole servers.
 */
final class HBaseThroughput {
    private static final int OUTSTANDING = 64;
    private static final int GETS_FOR_A_PUT = 10;
    private static final int KEYS = 100_000;
    private static final int SLOTS = 16_384;

    private HBaseThroughput() {}

    public static void main(String[] arguments) throws Exception {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        int outstanding = arguments.length > 1 ? Integer.parseInt(arguments[1]) : OUTSTANDING;
        try (HBaseProcess hbase = HBaseProcess.start(Files.createTempDirectory("hbase-throughput"), 1);
                RawHBase raw = new RawHBase(hbase);
                KvStore store = HBaseStores.open(hbase, "throughput", "hbase-regions", "16")) {
            AsyncTable<AdvancedScanResultConsumer> table = raw.table("throughput");
            Random random = new Random(1);
            byte[] value = new byte[512];
            random.nextBytes(value);
            Supplier<CompletionStage<?>> put = () ->
                    table.put(new Put(Rows.of(slot(random), key(random))).addColumn(Rows.FAMILY, Rows.VALUE, value));
            Supplier<CompletionStage<?>> get = () -> table.get(new Get(Rows.of(slot(random), key(random))));
            for (int round = 0; round < 2; round++) {
                measure("plain put", seconds, outstanding, put);
                measure("guarded batch", seconds, outstanding, () -> {
                    int slot = slot(random);
                    return store.commit(
                            new WriteBatch().put(slot, key(random), value).requireAbsent(slot, new byte[] {1}));
                });
                measure("plain get", seconds, outstanding, get);
                measure("get", seconds, outstanding, () -> store.get(slot(random), key(random)));
                measure("plain 1:10", seconds, outstanding, () -> {
                    boolean write = random.nextInt(1 + GETS_FOR_A_PUT) == 0;
                    return (write ? put : get).get();
                });
            }
        }
    }

    private static int slot(Random random) {
        return random.nextInt(SLOTS);
    }

    private static byte[] key(Random random) {
        return Integer.toString(random.nextInt(KEYS / SLOTS)).getBytes(StandardCharsets.US_ASCII);
    }

    private static void measure(String what, int seconds, int outstanding, Supplier<CompletionStage<?>> call)
            throws Exception {
        Semaphore places = new Semaphore(outstanding);
        LongAdder failed = new LongAdder();
        long calls = 0;
        long cpu =
                ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)) {
            places.acquire();
            calls++;
            call.get().whenComplete((done, failure) -> {
                places.release();
                if (failure != null) {
                    failed.increment();
                }
            });
        }
        places.acquire(outstanding);
        double elapsed = (System.nanoTime() - start) / 1e9;
        cpu = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() - cpu;
        System.out.printf(
                "%-14s %8.0f /s, %5.1f us of this process's CPU each, %d failed%n",
                what, calls / elapsed, cpu / 1000.0 / calls, failed.sum());
    }
}
