package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDBException;

/**
 * Brings the rows of the journal's batches to where reads find them, on a thread of its own.
 *
 * <p>It lets batches gather for a while ({@link #isEnough}, {@link #GATHER_MILLIS}), so that rows that are written again and again are
 * inserted once; unless somebody waits ({@link #awaitApplied}). What has gathered is in the caller's memory as well, each row with its last
 * value: many rows there are in no cache of the processor, and the collector moves them, which costs more than the inserts that it
 * saves. A row that is written again adds nothing to that. So what bounds it is the number of different rows and, since a large one
 * saves no more than a small one and is more to move, their bytes beyond {@link #SMALL_ROW}; fewer of these where hardly a row is
 * written twice. Who appends sees to it that all that is behind does not grow beyond {@link #MAX_BYTES}.
 *
 * <p>The rows are written in small pieces, because RocksDB lets one write at a time through, and a commit on an event loop
 * must not wait for a hundred thousand rows; and because this thread has something to do when clients are busy, and gives way to them
 * between pieces ({@link GiveWay}) as long as nobody waits for it and not too much is behind. Nobody sees that they are not written
 * as one: reads that may see them early belong to those who keep the batches in memory, and after a crash the journal is still there,
 * from which it is done again: that it need not is part of the last piece.
 */
final class Applier implements AutoCloseable {
    /** How long a batch waits for others: long, so that with few writes there is something to save as well. */
    private static final long GATHER_MILLIS = 2000;

    /**
     * Of all batches: 64 MiB where the heap is large, at least 6. Small rows that are written all the time are inserted once for
     * all the times that they stand there; and a start after a kill reads as much.
     */
    static final long GATHER_BYTES =
            Math.max(6L << 20, Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 64));

    /** Different rows: 256,000, or as much less as the heap is smaller. */
    private static final long GATHER_ROWS = GATHER_BYTES / 256;

    /** So many bytes of a row do not count: what leads to a row in the caller's memory is as much. */
    private static final long SMALL_ROW = 64;

    /** Of the different rows, beyond that of each. */
    private static final long GATHER_ROW_BYTES = Math.min(6L << 20, GATHER_BYTES / 4);

    /** Where few rows are written again meanwhile: then there is nothing to save, and all of it is to move. */
    private static final long GATHER_LONE_ROW_BYTES = GATHER_ROW_BYTES / 3;

    /** More than this is not held, so that as much can gather while that much is written: commits wait. */
    static final long MAX_BYTES = Math.max(24L << 20, 2 * GATHER_BYTES);

    /** When this much is behind, the thread is to have its part of a processor, before others wait for it: {@link BackgroundThreads}. */
    private static final long LAGGING_BYTES = MAX_BYTES / 2;

    /** When this much is behind, others wait soon: the thread does not give way any more. */
    private static final long PRESSING_BYTES = MAX_BYTES / 4 * 3;

    /**
     * The thread counts what is waiting each time that so much has come: to tell rows apart is a fiftieth of what a command costs that
     * writes five of them, which those who commit are spared.
     */
    private static final long COUNTED_TOGETHER = 256 << 10;

    /** Rows of one write: some 100 microseconds, when they are small. */
    static final int PIECE_ROWS = 128;

    /** And bytes, when they are not: 256 KiB, and a row more. */
    static final int PIECE_BYTES = 256 << 10;

    private record Waiting(long number, EncodedBatch batch, CompletableFuture<Void> visible) {}

    private final Database db;
    private final Journal journal;
    private final BatchBlocks blocks;
    private final BackgroundThreads background;
    private final Thread thread;
    /** Held while rows are written. */
    private final ReentrantLock applying = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    /** Of what is waiting or being written. */
    private long bytes;
    /** What is waiting and not in {@link #gathered} yet. */
    private List<EncodedBatch> uncounted = new ArrayList<>();

    private long uncountedBytes;

    private final GiveWay others = new GiveWay(this::hasTime);

    private long oldestNanos;
    private boolean hurry;
    /** Threads in {@link #awaitApplied}: {@link #hurry} ends where a group begins to be written, their wait does not. */
    private int awaiting;

    private boolean stopping;
    private @Nullable StoreException failure;

    // ---- of the thread alone ----

    /** What is waiting, but for what is uncounted. */
    private final Gathered gathered = new Gathered();

    private final int[] slotEnds = MergedRows.roomForEnds();

    /**
     * @param blocks where the memory of batches that are applied goes
     * @param background the thread joins them
     */
    Applier(Database db, BatchBlocks blocks, BackgroundThreads background) {
        this.db = db;
        this.journal = db.journal();
        this.blocks = blocks;
        this.background = background;
        this.thread = NamedThreads.of("sluice-rocksdb-applier").newThread(this::run);
        thread.start();
    }

    /** Takes over a batch that the journal holds, and its memory; in the order of the numbers. */
    CompletionStage<Void> add(long number, EncodedBatch batch) {
        CompletableFuture<Void> visible = new CompletableFuture<>();
        lock.lock();
        try {
            StoreException broken = failure;
            if (broken != null) {
                blocks.giveBack(batch);
                return CompletableFuture.failedStage(broken);
            }
            boolean isFirst = waiting.isEmpty();
            if (isFirst) {
                oldestNanos = System.nanoTime();
            }
            waiting.add(new Waiting(number, batch, visible));
            bytes += batch.length();
            uncounted.add(batch);
            boolean wereFew = uncountedBytes < COUNTED_TOGETHER;
            uncountedBytes += batch.length();
            if (isFirst || wereFew && uncountedBytes >= COUNTED_TOGETHER) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        return visible;
    }

    /** Bytes of batches that are in the journal and not all in the rows. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    private boolean isLagging() {
        return bytes() >= LAGGING_BYTES;
    }

    private boolean hasTime() {
        lock.lock();
        try {
            return bytes < PRESSING_BYTES && awaiting == 0 && !hurry && !stopping;
        } finally {
            lock.unlock();
        }
    }

    boolean isFull() {
        return bytes() > MAX_BYTES;
    }

    /** Brings what is waiting to the rows now, not when more has gathered. */
    void hurry() {
        lock.lock();
        try {
            hurry = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all that was added is in the rows.
     *
     * @throws StoreException if that will not be
     */
    void awaitApplied() {
        lock.lock();
        awaiting++;
        try {
            while (bytes > 0 && failure == null) {
                hurry = true;
                changed.signalAll();
                changed.awaitUninterruptibly();
            }
            StoreException broken = failure;
            if (broken != null) {
                throw broken;
            }
        } finally {
            awaiting--;
            lock.unlock();
        }
    }

    private void run() {
        background.join(this::isLagging);
        // RocksDB's counters of this thread, which nobody reads: counting is a twentieth of inserting rows.
        db.rocks.setPerfLevel(PerfLevel.DISABLE);
        while (true) {
            List<Waiting> group = next();
            if (group.isEmpty()) {
                return;
            }
            done(group, apply(group));
        }
    }

    /** Runs something while the rows have all batches up to one, and nothing of any later one. */
    void betweenGroups(Runnable action) {
        applying.lock();
        try {
            action.run();
        } finally {
            applying.unlock();
        }
    }

    /** What has gathered; empty when there will be nothing more. */
    private List<Waiting> next() {
        lock.lock();
        try {
            while (!isTime()) {
                if (waiting.isEmpty()) {
                    changed.awaitUninterruptibly();
                } else if (uncountedBytes >= COUNTED_TOGETHER) {
                    count();
                } else {
                    awaitNanos(oldestNanos + TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS) - System.nanoTime());
                }
            }
            List<Waiting> group = new ArrayList<>(waiting);
            waiting.clear();
            takeUncounted();
            gathered.clear();
            hurry = false;
            return group;
        } finally {
            lock.unlock();
        }
    }

    /** Counts what has come since it did so last, without the lock, for which a commit would have to wait. */
    private void count() {
        List<EncodedBatch> fresh = takeUncounted();
        lock.unlock();
        try {
            fresh.forEach(gathered::add);
        } finally {
            lock.lock();
        }
    }

    private List<EncodedBatch> takeUncounted() {
        List<EncodedBatch> taken = uncounted;
        uncounted = new ArrayList<>();
        uncountedBytes = 0;
        return taken;
    }

    private boolean isTime() {
        if (waiting.isEmpty()) {
            return stopping;
        }
        return stopping
                || hurry
                || isEnough()
                || System.nanoTime() - oldestNanos >= TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS);
    }

    private boolean isEnough() {
        long waits = gathered.bytes();
        int rows = gathered.rows();
        if (waits >= GATHER_BYTES || rows >= GATHER_ROWS) {
            return true;
        }
        long beyond = rows == 0 ? 0 : (waits / gathered.records() - SMALL_ROW) * rows;
        return beyond >= GATHER_ROW_BYTES || beyond >= GATHER_LONE_ROW_BYTES && !gathered.rowsRepeat();
    }

    private void awaitNanos(long nanos) {
        try {
            changed.awaitNanos(nanos);
        } catch (InterruptedException notForUs) {
            // Nobody asks this thread to end but through close().
            Thread.interrupted();
        }
    }

    private @Nullable StoreException apply(List<Waiting> group) {
        applying.lock();
        try {
            List<EncodedBatch> batches = new ArrayList<>(group.size());
            group.forEach(each -> batches.add(each.batch));
            long last = group.get(group.size() - 1).number;
            MergedRows rows = new MergedRows(batches, others, slotEnds);
            while (!rows.isAtEnd()) {
                try (org.rocksdb.WriteBatch piece = new org.rocksdb.WriteBatch(rows.take(PIECE_ROWS, PIECE_BYTES))) {
                    if (rows.isAtEnd()) {
                        journal.mark(last).put(piece);
                    }
                    db.rocks.write(db.waiting, piece);
                }
                others.afterPiece();
            }
            journal.applied(last);
            return null;
        } catch (RocksDBException e) {
            return broken(Failures.text(e), e);
        } catch (RuntimeException | Error e) {
            return broken(e.toString(), e);
        } finally {
            applying.unlock();
        }
    }

    private StoreException broken(String text, Throwable cause) {
        db.health.breakDown("bringing commits from the journal to the rows failed: " + text, cause);
        return new StoreException.Fatal(
                "what is durable cannot be read until the store is opened again: " + text, cause);
    }

    /** Tells who waits: those of the batches first, so that nobody who waits for all of them is ahead of them. */
    private void done(List<Waiting> group, @Nullable StoreException broken) {
        List<Waiting> through = new ArrayList<>(group);
        if (broken != null) {
            through.addAll(giveUp(broken));
        }
        long written = 0;
        for (Waiting each : through) {
            written += each.batch.length();
            int records = each.batch.records();
            blocks.giveBack(each.batch);
            if (broken == null) {
                each.visible.complete(null);
            } else {
                each.visible.completeExceptionally(broken);
            }
            others.after(records);
        }
        lock.lock();
        try {
            bytes -= written;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more, and returns what was waiting. */
    private List<Waiting> giveUp(StoreException broken) {
        lock.lock();
        try {
            failure = broken;
            List<Waiting> lost = new ArrayList<>(waiting);
            waiting.clear();
            return lost;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread once all is applied, or cannot be. */
    @Override
    public void close() {
        lock.lock();
        try {
            stopping = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        NamedThreads.join(thread);
    }
}
