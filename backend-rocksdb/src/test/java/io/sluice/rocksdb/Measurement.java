package io.sluice.rocksdb;

import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What the adapter does in a second, from one thread, each call awaited: a main for a person to run, not a test. The
 * argument is {@code rocksdb-wal-fsync}; more pairs of setting and value may follow.
 */
final class Measurement {
    private static final int KEYS = 200_000;
    private static final long NANOS = 3_000_000_000L;
    private static final byte[] VALUE = new byte[64];

    private Measurement() {}

    private interface Call {
        void run(long n) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("sluice-measurement");
        List<String> settings = new ArrayList<>(List.of(args));
        if (!settings.isEmpty()) {
            settings.add(0, "rocksdb-wal-fsync");
        }
        try (RocksDbStore store = TestStores.open(dir, settings.toArray(String[]::new))) {
            SplittableRandom random = new SplittableRandom(1);
            report("commits of 1 row", n -> TestStores.await(store.commit(batch(random, 1))));
            report("commits of 16 rows", n -> TestStores.await(store.commit(batch(random, 16))));
            report("gets of rows in memory", n -> TestStores.await(store.get(slot(random), key(random))));
            report("gets of absent rows", n -> TestStores.await(store.get(slot(random), TestStores.bytes("no" + n))));
            report("multiGets of 16 rows", n -> {
                List<SlotKey> keys = new ArrayList<>();
                for (int i = 0; i < 16; i++) {
                    keys.add(new SlotKey(slot(random), key(random)));
                }
                TestStores.await(store.multiGet(keys));
            });
            for (int rows : new int[] {1, 16, 100, 256}) {
                report(
                        "scans of " + rows + " rows",
                        n -> TestStores.await(
                                store.scan(new ScanRequest(slot(random), new byte[0], null, false, rows, false))));
            }
            store.statistics().forEach((name, value) -> System.out.println("    " + name + " " + value));
        } finally {
            try (Stream<Path> files = Files.walk(dir)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static int slot(SplittableRandom random) {
        return random.nextInt(16);
    }

    private static byte[] key(SplittableRandom random) {
        return ByteBuffer.allocate(16).putLong(8, random.nextInt(KEYS)).array();
    }

    private static WriteBatch batch(SplittableRandom random, int rows) {
        WriteBatch batch = new WriteBatch();
        for (int i = 0; i < rows; i++) {
            batch.put(slot(random), key(random), VALUE);
        }
        return batch;
    }

    /** The time of the processor, too: it says more than the rate when the machine has other work. */
    private static void report(String what, Call call) throws Exception {
        run(call, NANOS / 3);
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long calls = run(call, NANOS);
        double seconds = (System.nanoTime() - start) / 1e9;
        double micros = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e3;
        System.out.printf("%-24s %,12.0f /s %8.2f us of CPU each%n", what, calls / seconds, micros / calls);
    }

    private static long run(Call call, long nanos) throws Exception {
        long start = System.nanoTime();
        long n = 0;
        while ((n & 63) != 0 || System.nanoTime() - start < nanos) {
            call.run(n++);
        }
        return n;
    }
}
