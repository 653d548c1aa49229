package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a thread has got of the processors, in nanoseconds, as {@code /proc/self/task/N/schedstat} has it
 * (Documentation/scheduler/sched-stats of Linux).
 *
 * @param ran how long it was on one
 * @param waited how long it was ready, and another one was
 */
record ThreadTimes(long ran, long waited) {
    /** Who waited for less, between two looks, has nothing to complain about. */
    private static final long LEAST_WAIT_NANOS = 500_000_000;
    /**
     * Of the time in which it wanted to run, at least one part in so many. At half of what Sluice can do with two processors it is six to eight:
     * that is work which takes longer, and gets done.
     */
    private static final int LEAST_PART = 16;

    /** Of each of the threads that has not ended. Empty where the system does not count. */
    static Map<String, ThreadTimes> of(List<String> threads) throws IOException {
        Map<String, ThreadTimes> times = new HashMap<>();
        for (String thread : threads) {
            Path counts = Niceness.THREADS.resolve(thread).resolve("schedstat");
            try {
                String[] fields = Files.readString(counts).split(" ");
                times.put(thread, new ThreadTimes(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
            } catch (IOException e) {
                if (Files.exists(counts)) {
                    throw e;
                }
            }
        }
        return times;
    }

    /** Whether it wanted to run and got next to nothing. */
    boolean isStarvedSince(ThreadTimes before) {
        long waitedNow = waited - before.waited;
        long ranNow = ran - before.ran;
        return waitedNow >= LEAST_WAIT_NANOS && ranNow < waitedNow / (LEAST_PART - 1);
    }
}
