package io.sluice.rocksdb;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How fast flushes and compactions may write, by how much of that there is to do (ADR 26).
 *
 * <p>Left alone they take all that a processor and the disk can do, for seconds, and then nothing for as long. What they take in such
 * seconds clients on the same machine miss, even where over a minute there is enough for all: a container or a virtual machine that
 * may have so much of its processors in 100 ms stands still for the rest of these once it has had it. So as long as nothing is
 * behind they go at a walking pace, and the more there is behind, of memtables, tables of level 0 or what RocksDB says is
 * to be compacted, the faster; long before writers would have to wait there is no limit any more.
 *
 * <p>The rate follows from what is behind at the moment alone, so that nothing of it can swing: it settles where as much is written as
 * comes.
 *
 * <p>Thread-safe.
 */
final class Pace implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pace.class);
    private static final long MB = 1L << 20;
    private static final int PROCESSORS = Math.max(2, Runtime.getRuntime().availableProcessors());

    /** For each processor, more than a thread can compact on it. */
    static final long MOST_A_SECOND = 640 * MB * PROCESSORS;

    /** When nothing is behind: of two slow processors, a flush or a compaction was measured to take an eighth to a sixth of one then. */
    static final long LEAST_A_SECOND = 8 * MB * PROCESSORS;

    private static final long TICK_MILLIS = 250;

    /** Of the size of level 1: level 0 and what it overlaps are twice as much when it is their turn. */
    private static final int USUAL_LEVELS_PENDING = 3;

    private static final int MOST_LEVELS_PENDING = 7;

    private final Database db;
    private final RocksDbConfig config;
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, NamedThreads.of("sluice-rocksdb-pace"));

    // ---- under the monitor ----

    private long rate = MOST_A_SECOND;
    /** How many do not want a limit; an end is one of them, for good. */
    private int hurrying;

    /** Looks at what is behind from now on, four times a second. */
    Pace(Database db, RocksDbConfig config) {
        this.db = db;
        this.config = config;
        timer.scheduleWithFixedDelay(this::look, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Bytes a second that flushes and compactions may write together. */
    synchronized long bytesPerSecond() {
        return rate;
    }

    void look() {
        if (!db.inFlight.enter()) {
            return;
        }
        try {
            follow(bytesPerSecond(
                    config,
                    db.rocks.getLongProperty("rocksdb.num-immutable-mem-table"),
                    Long.parseLong(db.rocks.getProperty("rocksdb.num-files-at-level0")),
                    db.rocks.getLongProperty("rocksdb.estimate-pending-compaction-bytes")));
        } catch (RocksDBException | RuntimeException e) {
            LOG.warn(
                    "What flushes and compactions have to do is not known, so that there is no limit to them: {}",
                    e.toString());
            close();
        } finally {
            db.inFlight.exit();
        }
    }

    /**
     * What the rate is to be.
     *
     * @param memtables that are full, and not written out yet
     * @param tables of level 0
     * @param pending what RocksDB says is to be compacted, in bytes
     */
    static long bytesPerSecond(RocksDbConfig config, long memtables, long tables, long pending) {
        double behind = Math.max(
                part(memtables, config.writeBuffersToMerge(), config.maxWriteBufferNumber() - 1L),
                part(
                        tables,
                        config.level0Tables(),
                        Math.min(2L * config.level0Tables(), config.level0SlowdownTrigger())));
        double level = config.levelBaseBytes();
        behind = Math.max(behind, part(pending / level, USUAL_LEVELS_PENDING, MOST_LEVELS_PENDING));
        return (long) (LEAST_A_SECOND * Math.pow((double) MOST_A_SECOND / LEAST_A_SECOND, behind));
    }

    /** How far something is on the way from what is usual to what must not be: 0 to 1. */
    private static double part(double value, double usual, double most) {
        double from = Math.min(usual, most - 1);
        return Math.max(0, Math.min(1, (value - from) / (most - from)));
    }

    private synchronized void follow(long bytesPerSecond) {
        if (hurrying == 0) {
            set(bytesPerSecond);
        }
    }

    private void set(long bytesPerSecond) {
        if (bytesPerSecond != rate) {
            rate = bytesPerSecond;
            db.options.paceTo(bytesPerSecond);
        }
    }

    /** What somebody waits for. */
    interface Hurried<E extends Exception> {
        void run() throws E;
    }

    /** Runs something that somebody waits for, and that flushes or compacts. */
    <E extends Exception> void hurry(Hurried<E> action) throws E {
        beginHurry();
        try {
            action.run();
        } finally {
            endHurry();
        }
    }

    private synchronized void beginHurry() {
        hurrying++;
        set(MOST_A_SECOND);
    }

    private synchronized void endHurry() {
        hurrying--;
    }

    /** From now on there is no limit but the most. */
    @Override
    public void close() {
        timer.shutdownNow();
        beginHurry();
    }
}
