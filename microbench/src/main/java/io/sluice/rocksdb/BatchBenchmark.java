package io.sluice.rocksdb;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.config.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A batch of rows of 64 bytes, into RocksDB's form and through the whole commit. What a thread of the store does after the
 * commit is in its time only as far as it takes the processor, or makes the commit wait.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BatchBenchmark {
    private static final int KEYS = 100_000;
    private static final int VALUE = 64;
    private static final int KEY = 24;

    @Param({"1", "16"})
    public int rows;

    private Path directory = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private KvStore store;

    private int next;

    @Setup(Level.Trial)
    public void open() throws IOException, KvStoreProvider.OpenException {
        directory = Files.createTempDirectory("sluice-jmh");
        Map<String, String> settings = new HashMap<>();
        for (Setting setting : RocksDbSettings.ALL) {
            settings.put(setting.name(), setting.defaultValue());
        }
        store = new RocksDbStoreProvider().open(settings, directory);
    }

    @TearDown(Level.Trial)
    public void close() throws Exception {
        store.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private WriteBatch batch() {
        WriteBatch batch = new WriteBatch();
        for (int i = 0; i < rows; i++) {
            int number = next;
            next = next + 1 == KEYS ? 0 : next + 1;
            int slot = number % 16384;
            byte[] key = ByteBuffer.allocate(KEY)
                    .putShort((short) slot)
                    .putInt(number * 0x9E3779B9)
                    .putInt(KEY - Integer.BYTES, number)
                    .array();
            batch.put(slot, key, new byte[VALUE]);
        }
        return batch;
    }

    /** The making of the batch alone, which is in the others. */
    @Benchmark
    public WriteBatch make() {
        return batch();
    }

    @Benchmark
    public byte[] encode() {
        return BatchEncoder.encode(List.of(batch()));
    }

    @Benchmark
    public Object commit() {
        return store.commit(batch()).toCompletableFuture().join();
    }
}
