package io.sluice.rocksdb;

import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store that is only looked at, with what its journal holds; nothing in its directory changes,
 * and nobody else can open it for writing meanwhile.
 */
final class ReadOnlyRocksDbStore implements KvStore {
    private final Database db;
    private final DirectoryLock lock;
    private final Readers readers;
    private final PointReads points;
    private final RangeReads ranges;
    private final UnappliedRows unapplied;

    ReadOnlyRocksDbStore(Database db, UnappliedRows unapplied, int readerThreads, DirectoryLock lock) {
        this.db = db;
        this.unapplied = unapplied;
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
        Optional<byte[]> known = unapplied.find(slot, key);
        return points.get(slot, key).thenApply(stored -> known == null ? stored : known.orElse(null));
    }

    @Override
    public CompletionStage<List<byte @Nullable []>> multiGet(List<SlotKey> keys) {
        return points.multiGet(keys).thenApply(stored -> {
            List<byte @Nullable []> values = new ArrayList<>(stored);
            for (int i = 0; i < values.size(); i++) {
                Optional<byte[]> known =
                        unapplied.find(keys.get(i).slot(), keys.get(i).key());
                if (known != null) {
                    values.set(i, known.orElse(null));
                }
            }
            return values;
        });
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        if (unapplied.isEmpty()) {
            return ranges.scan(request);
        }
        return ranges.scan(request).thenCompose(stored -> {
            ScanPage page = unapplied.over(request, stored);
            boolean allDeleted =
                    page.rows().isEmpty() && page.more() && !stored.rows().isEmpty();
            return allDeleted
                    ? scan(request.after(
                            stored.rows().get(stored.rows().size() - 1).key()))
                    : CompletableFuture.completedFuture(page);
        });
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
