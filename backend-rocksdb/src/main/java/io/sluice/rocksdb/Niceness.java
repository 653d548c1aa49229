package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How much threads that nobody waits for give way to those that serve clients: nice(2), which Linux has for each thread.
 *
 * <p>Where there are no more processors than busy threads, they would else take turns of milliseconds with an event loop, or with a
 * client on the same machine, and requests gather meanwhile (docs/optimisations.md). Java sets the priority of a single thread only for
 * who may raise it as well, and RocksDB's threads are not Java's; so renice(1) does it, which Linux systems have (util-linux, BusyBox).
 */
final class Niceness {
    static final Path THREADS = Path.of("/proc/self/task");
    private static final Path THIS_THREAD = Path.of("/proc/thread-self");
    /** The names of the threads that RocksDB writes memtables out with, and compacts. */
    static final String ROCKSDB = "rocksdb:";
    /**
     * Compaction that gets no processor stops writes, however many reads keep the processors busy: at 4 it has a third of one that
     * others want as well. What waits in the journal has a bound, at which those who want the processors wait for it.
     */
    private static final int SHARE_OF_ROCKSDB = 4;
    /** Of those behind the name in {@code /proc/self/stat}: proc(5). */
    static final int FIRST_FIELD = 3;

    private static final int FIELD = 19 - FIRST_FIELD;

    private Niceness() {}

    /**
     * Sets that of some threads, and a quarter of it for RocksDB's own; never lower than it is.
     *
     * @param nice 1 to 19
     * @throws IOException if it cannot be set
     */
    static void raise(int nice, Collection<String> threads) throws IOException, InterruptedException {
        raiseEach(nice, threads);
        raiseEach(nice / SHARE_OF_ROCKSDB, threads(ROCKSDB));
    }

    /**
     * Makes some threads and RocksDB's own as urgent as all others again: Linux lets root, {@code CAP_SYS_NICE} and a limit of {@code
     * RLIMIT_NICE} do that.
     *
     * @throws IOException if it cannot be done for all of them
     */
    static void end(Collection<String> threads) throws IOException, InterruptedException {
        // Without -n, which means "as much nicer" to BusyBox.
        List<String> command = new ArrayList<>(List.of("renice", "0", "-p"));
        command.addAll(threads);
        command.addAll(threads(ROCKSDB));
        SystemCommand.run(command);
    }

    /** The id that Linux has for the calling thread. */
    static String thisThread() throws IOException {
        return Files.readSymbolicLink(THIS_THREAD).getFileName().toString();
    }

    /** Of a thread, by its directory in {@code /proc}. */
    static int of(Path task) throws IOException {
        return Integer.parseInt(field(task, FIELD));
    }

    /** One of what Linux tells of a thread, counted from {@link #FIRST_FIELD}. */
    static String field(Path task, int number) throws IOException {
        String stat = read(task.resolve("stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[number];
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

    private static void raiseEach(int nice, Collection<String> threads) throws IOException, InterruptedException {
        List<String> lower = new ArrayList<>();
        for (String thread : threads) {
            if (of(THREADS.resolve(thread)) < nice) {
                lower.add(thread);
            }
        }
        if (!lower.isEmpty()) {
            List<String> command = new ArrayList<>(List.of("renice", "-n", Integer.toString(nice), "-p"));
            command.addAll(lower);
            SystemCommand.run(command);
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
