package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;

/**
 * What the processors of the machine, or of the container, were used for since it was started: the first line of {@code /proc/stat}
 * (proc(5)), in ticks of which a second has a hundred for each processor.
 *
 * @param idle with what waited for the disk
 * @param all whatever for
 */
record ProcessorTimes(long idle, long all) {
    private static final Path STAT = Path.of("/proc/stat");
    /** user, nice, system, idle, iowait, irq, softirq and steal; those behind them are in the first two as well. */
    private static final int FIELDS = 8;

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;

    /**
     * That is all which threads of the background need at half of what Sluice can do with two processors: two eighths are left there, and
     * next to nothing at its peak.
     */
    private static final int LEFT_PART = 8;

    static ProcessorTimes now() throws IOException {
        try (var lines = Files.newBufferedReader(STAT)) {
            return of(lines.readLine());
        }
    }

    /** @param line of all processors together */
    static ProcessorTimes of(String line) {
        StringTokenizer fields = new StringTokenizer(line);
        fields.nextToken();
        long idle = 0;
        long all = 0;
        for (int i = 0; i < FIELDS && fields.hasMoreTokens(); i++) {
            long ticks = Long.parseLong(fields.nextToken());
            all += ticks;
            if (i == IDLE || i == IO_WAIT) {
                idle += ticks;
            }
        }
        return new ProcessorTimes(idle, all);
    }

    /** Whether one part in {@value #LEFT_PART} of their time was nobody's. */
    boolean hadTimeLeftSince(ProcessorTimes before) {
        return (idle - before.idle) * LEFT_PART > all - before.all;
    }
}
