package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Forces the log to the disk when somebody asks for it, on a reader's thread. Who asks while one fsync is under way waits for
 * the next, which all share that have asked by then: the one under way may have begun before what they wrote. Thread-safe.
 *
 * <p>A failure stops all further writes: what was acknowledged since the last time may not survive a loss of power, and carrying
 * on would hide it.
 */
final class WalForcer {
    private final Database db;
    private final Readers readers;
    /** Asked for, and not begun. */
    private @Nullable CompletionStage<Void> next;

    /** All up to this one of RocksDB's numbers is on the disk. */
    private volatile long forcedUpTo;

    WalForcer(Database db, Readers readers) {
        this.db = db;
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
                asked = readers.submit(this::forceForAll).thenAccept(forced -> {});
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
        return forcedUpTo;
    }

    /** On the calling thread, inside the database; what goes wrong is {@link Health}'s to tell. */
    void forceNow() {
        if (isAllForced()) {
            return;
        }
        try {
            long written = db.rocks.getLatestSequenceNumber();
            db.rocks.syncWal();
            forcedUpTo = written;
        } catch (RocksDBException e) {
            db.health.breakDown("forcing the write-ahead log to the disk failed: " + Failures.text(e), e);
        }
    }

    private boolean isAllForced() {
        return db.rocks.getLatestSequenceNumber() == forcedUpTo;
    }
}
