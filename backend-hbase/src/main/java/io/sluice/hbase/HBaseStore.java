package io.sluice.hbase;

import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table of HBase.
 *
 * <p>No call blocks, and all complete on threads of HBase's client. A commit is one atomic multi-row mutation; when its
 * stage completes it is as durable as {@code hbase-durability} says. Several processes may have the same table open.
 */
public final class HBaseStore implements KvStore {
    private static final Logger LOG = LoggerFactory.getLogger(HBaseStore.class);

    /** Rows deleted by one call of a range delete: enough to be cheap, few enough not to hold up the slot's commits. */
    private static final int DELETED_AT_ONCE = 500;

    private final Connected connected;
    private final boolean readOnly;
    private final Limits limits;
    private final Calls calls;
    private final Commits commits;
    private final PointReads points;
    private final RangeReads ranges;
    private final ScheduledExecutorService timer;

    HBaseStore(Connected connected, boolean readOnly) {
        this.connected = connected;
        this.readOnly = readOnly;
        this.limits =
                new Limits(connected.config().batchBytes(), connected.config().batchRows());
        this.calls = new Calls(connected.config().outstanding());
        this.timer = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "hbase-repetitions");
            thread.setDaemon(true);
            return thread;
        });
        this.commits = new Commits(connected, calls, timer);
        this.points = new PointReads(connected, calls, limits);
        this.ranges = new RangeReads(connected, calls, limits);
    }

    @Override
    public Capabilities capabilities() {
        return limits.capabilities();
    }

    @Override
    public CompletionStage<byte @Nullable []> get(int slot, byte[] key) {
        SlotKey.checkSlot(slot);
        return calls.answer(() -> points.get(slot, key));
    }

    @Override
    public CompletionStage<List<byte @Nullable []>> multiGet(List<SlotKey> keys) {
        return calls.answer(() -> points.multiGet(keys));
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        return calls.answer(() -> ranges.scan(request));
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        List<WriteBatch.Op> ops = batch.ops();
        StoreException refusal = readOnly ? openedForReading() : limits.refusal(batch, ops);
        return calls.answer(() -> {
            if (refusal != null) {
                return CompletableFuture.failedFuture(refusal);
            }
            return ops.isEmpty() ? CompletableFuture.completedFuture(null) : commits.commit(ops);
        });
    }

    /** Page by page, as commits like any other: their timestamps keep what is written later visible. */
    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        SlotKey.checkSlot(slot);
        return calls.answer(() -> readOnly
                ? CompletableFuture.failedFuture(openedForReading())
                : deletePages(new ScanRequest(slot, from, to, false, DELETED_AT_ONCE, true)));
    }

    private CompletableFuture<Void> deletePages(ScanRequest rest) {
        return ranges.scan(rest).thenCompose(page -> {
            if (page.rows().isEmpty()) {
                return page.more() ? deletePages(rest) : CompletableFuture.completedFuture(null);
            }
            WriteBatch batch = new WriteBatch();
            for (Row row : page.rows()) {
                batch.delete(rest.slot(), row.key());
            }
            byte[] last = page.rows().get(page.rows().size() - 1).key();
            return commits.commit(batch.ops())
                    .thenCompose(deleted ->
                            page.more() ? deletePages(rest.after(last)) : CompletableFuture.completedFuture(null));
        });
    }

    private static StoreException openedForReading() {
        return new StoreException.Fatal("the store is opened for reading alone", null);
    }

    @Override
    public Map<String, String> statistics() {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("hbase-calls-outstanding", Integer.toString(calls.running()));
        figures.put("hbase-calls-waiting", Integer.toString(calls.waiting()));
        figures.put("hbase-commits-repeated", Long.toString(commits.repeated.sum()));
        figures.put("hbase-commits-outrun", Long.toString(commits.outrun.sum()));
        figures.put("hbase-commits-unknown", Long.toString(commits.unknown.sum()));
        return figures;
    }

    /**
     * Lets no call in any more, waits for the answers to those that are in, as long as a call may take, and closes the
     * connection. Idempotent. Not to be called from the callback of a stage of this store.
     */
    @Override
    public void close() {
        if (!calls.close()) {
            return;
        }
        Duration patience = connected.config().rpcTimeout().plusSeconds(1);
        calls.awaitAnswers(patience);
        timer.shutdownNow();
        try {
            connected.connection().close();
        } catch (IOException e) {
            LOG.warn("Closing the connection to HBase failed: {}", Failures.text(e));
        }
    }
}
