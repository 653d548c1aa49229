package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The scheduler's idle class, SCHED_IDLE of sched(7), set with chrt(1), which Linux systems have (util-linux, BusyBox).
 *
 * <p>Whoever is woken has the processor at once if a thread of this class runs there, and a processor on which only such a one runs is
 * free for all others. Any account may put its threads into the class; to take them out again it needs CAP_SYS_NICE, or
 * a limit of RLIMIT_NICE that allows their niceness.
 */
final class IdleClass {
    /** Its number in {@code /proc/self/task/N/stat}, field 41: sched(7), SCHED_IDLE. */
    private static final String NUMBER = "5";

    private static final int FIELD = 41 - Niceness.FIRST_FIELD;

    private IdleClass() {}

    static boolean has(Path task) throws IOException {
        return Niceness.field(task, FIELD).equals(NUMBER);
    }

    static void enter(List<String> threads) throws IOException, InterruptedException {
        set("-i", threads);
    }

    /** To the class that threads are in as a rule. Their niceness may have to be set anew. */
    static void leave(List<String> threads) throws IOException, InterruptedException {
        set("-o", threads);
    }

    /** Whether the calling thread could enter and leave the class. When it could not leave it, it is still there. */
    static boolean canBeLeft() throws InterruptedException {
        try {
            List<String> self = List.of(Niceness.thisThread());
            enter(self);
            leave(self);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** One command for all, since chrt takes one thread. One that has ended meanwhile is none that anybody misses. */
    private static void set(String option, List<String> threads) throws IOException, InterruptedException {
        for (String thread : threads) {
            try {
                SystemCommand.run(List.of("chrt", option, "-p", "0", thread));
            } catch (IOException e) {
                if (Files.exists(Niceness.THREADS.resolve(thread))) {
                    throw e;
                }
            }
        }
    }
}
