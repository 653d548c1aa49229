package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much threads that nobody waits for give way to those that serve clients: nice(2), which Linux has for each thread.
 *
 * <p>Where there are no more processors than busy threads, they would else take turns of milliseconds with an event loop, or with a
 * client on the same machine, and requests gather meanwhile (docs/optimisations.md). Java sets the priority of a single thread only for
 * who may raise it as well, and RocksDB's threads are not Java's; so renice(1) does it, which Linux systems have (util-linux, BusyBox).
 */
final class Niceness {
    private static final Logger LOG = LoggerFactory.getLogger(Niceness.class);
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final Path THIS_THREAD = Path.of("/proc/thread-self");
    /** The names of the threads that RocksDB writes memtables out with, and compacts. */
    private static final String ROCKSDB = "rocksdb:";
    /**
     * Compaction that gets no processor stops writes, however many reads keep the processors busy: at 4 it has a third of one that
     * others want as well. What waits in the journal has a bound, at which those who want the processors wait for it.
     */
    private static final int SHARE_OF_ROCKSDB = 4;
    /** Its place behind the name in {@code /proc/self/stat}: proc(5), field 19, where the name is the second. */
    private static final int NICE = 19 - 3;

    private Niceness() {}

    /**
     * Sets that of the calling thread, and a quarter of it for RocksDB's own; never lower than it is. Where it cannot be set that is
     * logged, and all goes on as before.
     *
     * @param nice 0 to 19; with 0 nothing is set
     */
    static void setForBackground(int nice) {
        if (nice == 0 || !Files.isDirectory(THREADS)) {
            return;
        }
        try {
            raise(
                    nice,
                    List.of(Files.readSymbolicLink(THIS_THREAD).getFileName().toString()));
            raise(nice / SHARE_OF_ROCKSDB, threads(ROCKSDB));
        } catch (IOException | RuntimeException e) {
            // Whatever it is, the thread goes on: commits depend on it.
            LOG.info("Threads of the background are as urgent as all others: renice cannot be used ({})", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Of a thread, by its directory in {@code /proc}. */
    static int of(Path task) throws IOException {
        String stat = read(task.resolve("stat"));
        String behindName = stat.substring(stat.lastIndexOf(')') + 2);
        return Integer.parseInt(behindName.split(" ")[NICE]);
    }

    /** Ids of the threads whose names begin so. */
    static List<String> threads(String name) throws IOException {
        List<String> ids = new ArrayList<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(THREADS)) {
            for (Path task : tasks) {
                if (name(task).startsWith(name)) {
                    ids.add(task.getFileName().toString());
                }
            }
        }
        return ids;
    }

    private static String name(Path task) {
        try {
            return read(task.resolve("comm"));
        } catch (IOException hasEnded) {
            return "";
        }
    }

    private static void raise(int nice, List<String> threads) throws IOException, InterruptedException {
        List<String> lower = new ArrayList<>();
        for (String thread : threads) {
            if (of(THREADS.resolve(thread)) < nice) {
                lower.add(thread);
            }
        }
        if (!lower.isEmpty()) {
            renice(nice, lower);
        }
    }

    private static void renice(int nice, List<String> threads) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("renice", "-n", Integer.toString(nice), "-p"));
        command.addAll(threads);
        Process renice = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int result = renice.waitFor();
        if (result != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + result);
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
