package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Forces the journal to the disk when somebody asks for it, on a reader's thread. Who asks while that is
 * under way waits for the next time, which all share that have asked by then: the one under way may have begun before what they
 * wrote. Thread-safe.
 *
 * <p>A failure stops all further writes: what was acknowledged since the last time may not survive a loss of power, and carrying
 * on would hide it.
 */
final class WalForcer {
    /** So much of the journal is worth a force of its own. */
    static final long MUCH = 256 << 10;

    private final Database db;
    private final Journal journal;
    private final Readers readers;
    /** One at a time: what is forced together is released together. */
    private final ReentrantLock forcing = new ReentrantLock();
    /** Asked for, and not begun. */
    private @Nullable CompletionStage<Void> next;

    /** For good: what could not be forced once may be gone, while the system says of the next time that all went well (Linux). */
    private volatile boolean hasFailed;

    WalForcer(Database db, Readers readers) {
        this.db = db;
        this.journal = db.journal();
        this.readers = readers;
    }

    /** Complete at once when nothing was written since the last time. */
    CompletionStage<Void> force() {
        if (!db.inFlight.enter()) {
            return CompletableFuture.failedStage(Failures.closed());
        }
        try {
            if (isAllForced()) {
                return CompletableFuture.completedStage(null);
            }
        } finally {
            db.inFlight.exit();
        }
        synchronized (this) {
            CompletionStage<Void> asked = next;
            if (asked == null) {
                asked = readers.submit(this::forceForAll).thenAccept(last -> {});
                next = asked;
            }
            return asked;
        }
    }

    private long forceForAll() {
        synchronized (this) {
            next = null;
        }
        forceNow();
        StoreException refusal = db.health.refusal();
        if (refusal != null) {
            throw refusal;
        }
        return journal.appended();
    }

    /** On the calling thread, inside the database; what goes wrong is {@link Health}'s to tell. */
    void forceNow() {
        forceJournal();
        if (db.forcesEach) {
            try {
                db.rocks.syncWal(); // of ranges that were deleted: each commit was forced by itself
            } catch (RocksDBException e) {
                failed("the write-ahead log", Failures.text(e), e);
            }
        }
    }

    /** What was appended before is on the disk when this returns, or nothing may be written any more. */
    void forceJournal() {
        forcing.lock();
        try {
            if (!journal.isForced()) {
                journal.force();
            }
        } catch (IOException e) {
            failed("the journal", e.toString(), e);
        } finally {
            forcing.unlock();
        }
    }

    /** Gives the journal its files back, in between what is forced; see {@link Journal#release}. */
    void release(long inTables) throws IOException {
        forcing.lock();
        try {
            journal.release(inTables);
        } finally {
            forcing.unlock();
        }
    }

    private void failed(String log, String reason, Exception cause) {
        hasFailed = true;
        db.health.breakDown("forcing " + log + " to the disk failed: " + reason, cause);
    }

    /**
     * Forces the journal alone, where much of it is not forced, so that less is left for {@link #forceNow}: what the disk gets at once
     * it is busy with at once (ADR 28). Nothing depends on it, and it waits for nobody who forces.
     */
    void forceAhead() {
        if (journal.unforcedBytes() < MUCH || !forcing.tryLock()) {
            return;
        }
        try {
            journal.force();
        } catch (IOException e) {
            failed("the journal", e.toString(), e);
        } finally {
            forcing.unlock();
        }
    }

    private boolean isAllForced() {
        return !hasFailed && journal.isForced();
    }
}
