package io.sluice.rocksdb;

import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store in a directory of this machine.
 *
 * <p>Reads of what is in memory and commits that need not wait complete on the calling thread, before the method
 * returns; everything else completes on a reader or on the writer thread. A commit is in the journal, or in the write-ahead log or a
 * table, always, when its stage completes, so it survives the death of the process; whether it survives the loss of power is what
 * {@code rocksdb-wal-fsync} says. Once writing the log has failed, that commit is Indeterminate and all later ones are
 * Fatal until the process is started again; reads go on.
 */
public final class RocksDbStore implements KvStore {
    private final Database db;
    private final Readers readers;
    private final PointReads points;
    private final RangeReads ranges;
    private final BackgroundThreads background;
    private final @Nullable BackgroundWork backgroundWork;
    private final Commits commits;
    private final Pace pace;
    private final RangeCompactor compactor;
    private final RangeDeletes rangeDeletes;
    private final RocksDbStatistics statistics;
    private final WalForcer forcer;
    private final JournalTrimmer trimmer;
    private final @Nullable WalSyncer syncer;

    RocksDbStore(Database db, RocksDbConfig config) {
        this.db = db;
        this.readers = new Readers(db.inFlight, config.readerThreads());
        this.points = new PointReads(db, readers);
        this.ranges = new RangeReads(db, readers);
        this.forcer = new WalForcer(db, readers);
        db.options.beforeFlush.by(forcer);
        this.background = new BackgroundThreads(config.backgroundNice(), config.backgroundIdle());
        this.pace = new Pace(db, config);
        this.commits = new Commits(db, pace, background);
        this.compactor = new RangeCompactor(db);
        this.rangeDeletes = new RangeDeletes(db, readers, compactor);
        this.statistics = new RocksDbStatistics(db, readers, commits, background, pace);
        this.trimmer = new JournalTrimmer(db, forcer, config.maxTotalWalSize());
        if (db.forcesEach) {
            backgroundWork = null;
        } else {
            trimmer.begin();
            backgroundWork = new BackgroundWork(db.inFlight, background);
            // When readers have too much to do, a file is made where it is needed.
            db.journal().keepSpares(readers::runIfIdle, backgroundWork);
        }
        this.syncer = config.walFsync() == WalFsync.EVERYSEC ? new WalSyncer(db, forcer) : null;
    }

    @Override
    public Capabilities capabilities() {
        return Limits.CAPABILITIES;
    }

    @Override
    public CompletionStage<byte @Nullable []> get(int slot, byte[] key) {
        return points.get(slot, key);
    }

    @Override
    public CompletionStage<List<byte @Nullable []>> multiGet(List<SlotKey> keys) {
        return points.multiGet(keys);
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        return ranges.scan(request);
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        return commits.commit(batch);
    }

    @Override
    public Commitment commitAhead(WriteBatch batch) {
        return commits.commitAhead(batch);
    }

    @Override
    public CompletionStage<Void> force() {
        if (db.forcesEach) {
            return CompletableFuture.completedStage(null);
        }
        return forcer.force();
    }

    @Override
    public @Nullable String unwritable() {
        return db.health.reason();
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        return rangeDeletes.delete(slot, from, to);
    }

    @Override
    public Map<String, String> statistics() {
        return statistics.read();
    }

    /**
     * Makes a copy of the store as it is at one moment after this call, while it is in use. The copy is a directory
     * that can be opened like the store's own; tables are hard links where the file system is the same, so it costs
     * little time and, until the store moves on, little space.
     *
     * @param target where the copy shall be; must not exist, and its parent must
     * @return completes when the copy is whole, and fails as Fatal, with nothing left at the target, when it cannot be
     *     made
     */
    public CompletionStage<Path> checkpoint(Path target) {
        return readers.submit(() -> {
            commits.betweenGroups(() -> pace.hurry(() -> Copies.make(db, target)));
            return target;
        });
    }

    /**
     * Lets nobody in any more, waits for the calls that are in, forces the log to the disk and releases every native
     * handle and the directory's LOCK. Idempotent. Not to be called from the callback of a stage of this store.
     *
     * @throws StoreException if the log could not be forced; all is released then, too
     */
    @Override
    public void close() {
        if (!db.inFlight.close()) {
            return;
        }
        background.close();
        if (backgroundWork != null) {
            backgroundWork.close();
        }
        pace.close();
        if (syncer != null) {
            syncer.close();
        }
        trimmer.close();
        db.inFlight.awaitEmpty();
        commits.close();
        readers.close();
        boolean wasWritable = db.health.reason() == null;
        if (wasWritable) {
            forcer.forceNow(); // in every mode: a clean shutdown leaves nothing to chance
        }
        db.endBackgroundWork(wasWritable);
        compactor.close();
        db.release();
        StoreException failure = db.health.refusal();
        if (wasWritable && failure != null) {
            throw failure;
        }
    }
}
