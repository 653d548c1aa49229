package io.sluice.rocksdb;

import io.sluice.kv.WriteBatch;
import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Commits 1, 2, 3, ... for ever and prints each number once it is acknowledged. A batch holds the number in rows of
 * several slots, so that half of one would show, and its own row, so that a gap would. With a third argument it commits
 * ahead, and acknowledges what is durable; every other fifty batches then have a row so large that they pass the journal.
 */
final class CounterWriter {
    static final int ROWS = 8;

    private CounterWriter() {}

    public static void main(String[] args) throws Exception {
        RocksDbStore store = TestStores.open(
                Path.of(args[0]),
                "rocksdb-wal-fsync",
                args[1],
                // Small, so that the process is also killed amid flushes and compactions.
                "rocksdb-write-buffer-size",
                "64kb");
        boolean ahead = args.length > 2;
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 64), true, StandardCharsets.UTF_8);
        for (long n = 1; ; n++) {
            TestStores.await(ahead ? store.commitAhead(withBallast(n)).durable() : store.commit(batch(n)));
            out.print(n + "\n");
            out.flush();
        }
    }

    private static WriteBatch withBallast(long n) {
        WriteBatch batch = batch(n);
        return n / 50 % 2 == 1 ? batch : batch.put(5000, TestStores.bytes("ballast"), new byte[32 << 10]);
    }

    static WriteBatch batch(long n) {
        byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(n).array();
        WriteBatch batch = new WriteBatch();
        for (int i = 0; i < ROWS; i++) {
            batch.put(i * 1000, TestStores.bytes("counter"), number);
        }
        return batch.put(9999, number, number);
    }
}
