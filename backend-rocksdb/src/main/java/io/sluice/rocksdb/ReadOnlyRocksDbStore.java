package io.sluice.rocksdb;

import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store that is only looked at; nothing in its directory changes, and nobody else can open it for writing meanwhile. */
final class ReadOnlyRocksDbStore implements KvStore {
    private final Database db;
    private final DirectoryLock lock;
    private final Readers readers;
    private final PointReads points;
    private final RangeReads ranges;

    ReadOnlyRocksDbStore(Database db, int readerThreads, DirectoryLock lock) {
        this.db = db;
        this.lock = lock;
        this.readers = new Readers(db.inFlight, readerThreads);
        this.points = new PointReads(db, readers);
        this.ranges = new RangeReads(db, readers);
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
        return refused();
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        return refused();
    }

    private static CompletionStage<Void> refused() {
        return CompletableFuture.failedFuture(new StoreException.Fatal("the store is open for reading alone", null));
    }

    @Override
    public void close() {
        if (!db.inFlight.close()) {
            return;
        }
        db.inFlight.awaitEmpty();
        readers.close();
        db.release();
        lock.close();
    }
}
