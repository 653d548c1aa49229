package io.sluice.proxy.command;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the process has taken of the machine. On Linux read from /proc; elsewhere the processor time is not told apart and
 * counts as the user's, and the resident set is not known.
 *
 * @param userSeconds processor time in the program
 * @param systemSeconds processor time in the kernel
 * @param residentBytes memory in use, 0 where it is not known
 * @param systemBytes memory of the machine, 0 where it is not known
 */
record ProcessUsage(double userSeconds, double systemSeconds, long residentBytes, long systemBytes) {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessUsage.class);
    private static final Path STAT = Path.of("/proc/self/stat");
    private static final Path STATUS = Path.of("/proc/self/status");
    /** The unit of the times in /proc/self/stat, on all of Linux that a program sees. */
    private static final double TICKS_PER_SECOND = 100;

    static ProcessUsage now() {
        long cpuNanos = 0;
        long systemBytes = 0;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean bean) {
            cpuNanos = Math.max(0, bean.getProcessCpuTime());
            systemBytes = bean.getTotalMemorySize();
        }
        if (Files.isReadable(STAT)) {
            try {
                String stat = Files.readString(STAT);
                // The second field is the program's name in parentheses, and may hold anything.
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                double user = Long.parseLong(fields[11]) / TICKS_PER_SECOND;
                double system = Long.parseLong(fields[12]) / TICKS_PER_SECOND;
                return new ProcessUsage(user, system, residentSet(), systemBytes);
            } catch (IOException | RuntimeException e) {
                LOG.debug("cannot read {}", STAT, e);
            }
        }
        return new ProcessUsage(cpuNanos / 1e9, 0, 0, systemBytes);
    }

    private static long residentSet() throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("vmrss:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        return 0;
    }
}
