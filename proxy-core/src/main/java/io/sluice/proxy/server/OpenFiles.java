package io.sluice.proxy.server;

import com.sun.management.UnixOperatingSystemMXBean;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.Settings;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many files the process may have open: every client is one, and so is every table of the store. */
final class OpenFiles {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);
    /**
     * What clients must leave: the jars, the sockets that listen, the log, and tables of the store, of some 64 MiB each.
     * Redis, whose data is no files, keeps 32.
     */
    static final int RESERVED = 512;

    private OpenFiles() {}

    /** The limit of this process, which the JVM has raised as far as it may; without bound where it is not known. */
    static long limit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /**
     * Lowers {@code maxclients} to what the limit leaves, and keeps it there, as Redis does: better that the last client is
     * told so than that the store cannot open a table.
     *
     * @throws StartException if it leaves nothing
     */
    static void fit(Settings settings, long limit) throws StartException {
        long wanted = settings.number(NetworkSettings.MAXCLIENTS);
        long left = limit - RESERVED;
        if (left < 1) {
            throw new StartException(
                    "the process may open only " + limit + " files, and needs " + (RESERVED + 1)
                            + " at least: raise the limit (ulimit -n, LimitNOFILE)",
                    null);
        }
        settings.limit(
                NetworkSettings.MAXCLIENTS,
                left,
                "The operating system is not able to handle the specified number of clients, try with " + left);
        if (left < wanted) {
            LOG.warn(
                    "You requested maxclients of {} requiring at least {} max file descriptors. Current maximum open files"
                            + " is {}. maxclients has been reduced to {} to compensate for low ulimit. If you need higher"
                            + " maxclients increase 'ulimit -n'.",
                    wanted,
                    wanted + RESERVED,
                    limit,
                    left);
        }
    }
}
