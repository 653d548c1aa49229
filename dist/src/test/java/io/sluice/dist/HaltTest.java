package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RateLimiter;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/** Processes that are halted. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class HaltTest {
    private static final int KILLED = 128 + 9;

    @TempDir
    Path directory;

    @Test
    void endsAProcessThatNothingKeepsWithTheCode() throws Exception {
        assertThat(exitCode(Halting.class, "0")).isZero();
        assertThat(exitCode(Halting.class, "3")).isEqualTo(3);
    }

    @Test
    void endsAProcessWhoseRocksDbWritesForHours() throws Exception {
        assertThat(exitCode(HaltingWhileRocksDbWrites.class, directory.toString()))
                .isEqualTo(KILLED);
    }

    private int exitCode(Class<?> program, String argument) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        argument)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        // Where RocksDB unpacks its library, which a process that halts does not delete.
        builder.environment().put("ROCKSDB_SHAREDLIB_DIR", directory.toString());
        Process process = builder.start();
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Halts with the code given. */
    static final class Halting {
        public static void main(String[] arguments) {
            Halt.now(Integer.parseInt(arguments[0]));
        }
    }

    /** Halts while RocksDB flushes to a disk of 10 bytes a second, with as many writes behind it as it lets wait. */
    static final class HaltingWhileRocksDbWrites {
        public static void main(String[] arguments) throws RocksDBException {
            RocksDB.loadLibrary();
            Options options = new Options()
                    .setCreateIfMissing(true)
                    .setRateLimiter(new RateLimiter(10))
                    .setWriteBufferSize(64 << 10)
                    .setMaxWriteBufferNumber(2);
            RocksDB db = RocksDB.open(options, arguments[0]);
            try {
                fill(db);
            } catch (RocksDBException full) {
                if (full.getStatus().getCode() == Status.Code.Incomplete) {
                    Halt.now(1);
                }
                throw full;
            }
        }

        private static void fill(RocksDB db) throws RocksDBException {
            WriteOptions atOnce = new WriteOptions().setNoSlowdown(true);
            byte[] value = new byte[1 << 10];
            for (int i = 0; ; i++) {
                db.put(atOnce, Integer.toString(i).getBytes(StandardCharsets.US_ASCII), value);
            }
        }
    }
}
