package io.sluice.kv.testing;

import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what goes to the store, so that a budget of round trips is a number and not a time. A call is counted when it is
 * made, whatever becomes of it; what it brings is counted when it is answered.
 */
public final class MeteringKvStore extends ForwardingKvStore {

    /**
     * What was counted.
     *
     * @param gets calls of {@code get}
     * @param multiGets calls of {@code multiGet}
     * @param keysAsked keys of all gets and multiGets
     * @param scanPages calls of {@code scan}
     * @param commits calls of {@code commit}
     * @param rangeDeletes calls of {@code deleteRange}
     * @param rowsRead rows that were there
     * @param bytesRead their values, and for scans their keys
     * @param rowsWritten puts and deletes of all batches
     * @param bytesWritten {@link WriteBatch#bytes()} of all batches
     */
    public record Counts(
            long gets,
            long multiGets,
            long keysAsked,
            long scanPages,
            long commits,
            long rangeDeletes,
            long rowsRead,
            long bytesRead,
            long rowsWritten,
            long bytesWritten) {

        /** Round trips that read. */
        public long reads() {
            return gets + multiGets + scanPages;
        }

        /** Round trips of every kind. */
        public long roundTrips() {
            return reads() + commits + rangeDeletes;
        }

        /** What was counted after the earlier snapshot. */
        public Counts since(Counts earlier) {
            return new Counts(
                    gets - earlier.gets,
                    multiGets - earlier.multiGets,
                    keysAsked - earlier.keysAsked,
                    scanPages - earlier.scanPages,
                    commits - earlier.commits,
                    rangeDeletes - earlier.rangeDeletes,
                    rowsRead - earlier.rowsRead,
                    bytesRead - earlier.bytesRead,
                    rowsWritten - earlier.rowsWritten,
                    bytesWritten - earlier.bytesWritten);
        }
    }

    private final LongAdder gets = new LongAdder();
    private final LongAdder multiGets = new LongAdder();
    private final LongAdder keysAsked = new LongAdder();
    private final LongAdder scanPages = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder rangeDeletes = new LongAdder();
    private final LongAdder rowsRead = new LongAdder();
    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder rowsWritten = new LongAdder();
    private final LongAdder bytesWritten = new LongAdder();

    public MeteringKvStore(KvStore delegate) {
        super(delegate);
    }

    /** What has been counted since the start or the last reset; exact while no call is under way. */
    public Counts snapshot() {
        return new Counts(
                gets.sum(),
                multiGets.sum(),
                keysAsked.sum(),
                scanPages.sum(),
                commits.sum(),
                rangeDeletes.sum(),
                rowsRead.sum(),
                bytesRead.sum(),
                rowsWritten.sum(),
                bytesWritten.sum());
    }

    /** Begins at zero again. Not while calls are under way. */
    public void reset() {
        for (LongAdder counter : List.of(
                gets,
                multiGets,
                keysAsked,
                scanPages,
                commits,
                rangeDeletes,
                rowsRead,
                bytesRead,
                rowsWritten,
                bytesWritten)) {
            counter.reset();
        }
    }

    private void brought(byte[] value) {
        if (value != null) {
            rowsRead.increment();
            bytesRead.add(value.length);
        }
    }

    @Override
    public CompletionStage<byte[]> get(int slot, byte[] key) {
        gets.increment();
        keysAsked.increment();
        return delegate.get(slot, key).thenApply(value -> {
            brought(value);
            return value;
        });
    }

    @Override
    public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
        multiGets.increment();
        keysAsked.add(keys.size());
        return delegate.multiGet(keys).thenApply(values -> {
            values.forEach(this::brought);
            return values;
        });
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        scanPages.increment();
        return delegate.scan(request).thenApply(page -> {
            page.rows().forEach(row -> {
                brought(row.value());
                bytesRead.add(row.key().length);
            });
            return page;
        });
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        commits.increment();
        rowsWritten.add(batch.ops().stream()
                .filter(op -> op.kind() != WriteBatch.Kind.REQUIRE_ABSENT)
                .count());
        bytesWritten.add(batch.bytes());
        return delegate.commit(batch);
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        rangeDeletes.increment();
        return delegate.deleteRange(slot, from, to);
    }
}
