package io.sluice.kv;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from (slot, key) to value, atomic within {@link Capabilities#atomicity()}.
 *
 * <h2>Rows</h2>
 *
 * Keys are ordered as unsigned bytes inside their slot, a prefix before what it begins; the empty key is a key. The slot
 * (0..65535) decides placement, and the adapter decides how it is stored; a row of one slot is never seen in another.
 * Arrays handed over, in either direction, belong to nobody afterwards: neither side changes them.
 *
 * <h2>What a read sees</h2>
 *
 * <ul>
 *   <li>A read that is called after a commit's stage has completed normally sees that commit, on this store and on every
 *       other that has the same data open.
 *   <li>A batch becomes visible at one moment: a read that is called after another read has brought one of its rows sees
 *       all of it.
 *   <li>A read that overlaps a commit in time may see each row as it was before or after: {@link #multiGet} and
 *       {@link #scan} are not snapshots, and rows of one answer may be of different moments between call and answer. A
 *       row that nobody writes meanwhile is never left out, and none comes twice or out of order.
 * </ul>
 *
 * Calls that overlap are not ordered against each other: who needs one commit before another waits for the first.
 *
 * <h2>Threads</h2>
 *
 * Every method may be called from any thread at any time, and must not block its caller on I/O. A stage may be complete
 * when it is returned; the engine relies on that to run the warm path without a thread hop. Later completions may come
 * on any thread; the engine's callbacks are short and never block. A callback may call the store again.
 *
 * <h2>Errors</h2>
 *
 * Every stage fails with a {@link StoreException} and nothing else, wrapped at most as {@code CompletableFuture} wraps
 * ({@link StoreException#of} takes that off). A method throws only for a programming error (a null, a slot out of
 * range). A read never fails as GuardFailed, and what cannot succeed (too large, two slots, closed) is Fatal.
 */
public interface KvStore extends AutoCloseable {

    /** What this store can do: the same answer for as long as it is open. */
    Capabilities capabilities();

    /**
     * The value of the row, or null when there is none. An empty value is a value. A key longer than the limit is
     * answered as absent or fails as Fatal.
     */
    CompletionStage<byte @Nullable []> get(int slot, byte[] key);

    /**
     * The values in the order of the keys, null where there is no row. Keys may be of any slots, and may repeat; no keys
     * give no values.
     */
    CompletionStage<List<byte @Nullable []>> multiGet(List<SlotKey> keys);

    /**
     * One page of a range. The page holds at most {@link ScanRequest#limit()} rows and may hold fewer, even none, while
     * {@link ScanPage#more()} is true: the caller goes on after the last key it got ({@link ScanRequest#after}). A store
     * that answers an empty page with more to come gets on when it is asked again.
     */
    CompletionStage<ScanPage> scan(ScanRequest request);

    /**
     * Applies the batch: all of it or nothing, within {@link Capabilities#atomicity()}. When the stage completes
     * normally the rows are visible to every later read, and durable as far as the backend is configured to promise.
     *
     * <p>Guards and changes are one step: no other commit comes between them. So of several racing inserts of a row
     * exactly one succeeds, and once a row has been inserted no batch that requires it absent is applied any more.
     *
     * <p>Fails as GuardFailed, Retryable or Fatal with nothing applied, now or later; as Indeterminate when the batch may
     * have been applied, or may still be, as a whole, at any later time. Fatal where it is over a limit of
     * {@link Capabilities}, or holds two slots and the store is atomic within one.
     */
    CompletionStage<Void> commit(WriteBatch batch);

    /**
     * A commit that is answered in two steps.
     *
     * @param durable as the stage of {@link #commit}: what may be told to others depends on it alone
     * @param visible completes after that, and never before the one of an earlier batch; fails when the store is closed or
     *     can bring no more of what is durable to where reads look for it, until it is opened again
     */
    record Commitment(CompletionStage<Void> durable, CompletionStage<Void> visible) {}

    /**
     * As {@link #commit}, for a caller that keeps what it has written in memory until it is visible: until then reads may
     * bring each row of the batch as it was before or as it is after. So a store may gather what it applies to its tables, and apply only
     * the last of several values of a row. Every other call made once the batch is durable, {@link #commit} included,
     * takes effect after it; but {@link #deleteRange} knows nothing of what is not visible yet.
     */
    default Commitment commitAhead(WriteBatch batch) {
        CompletionStage<Void> committed = commit(batch);
        return new Commitment(committed, committed);
    }

    /**
     * Forces what was committed before to where it survives the loss of power, if the store is configured to leave that for
     * later. Complete at once when nothing is left to force, or when the store can do no more than it does at each commit.
     * Fails as Fatal; then the store takes no more writes.
     */
    default CompletionStage<Void> force() {
        return CompletableFuture.completedStage(null);
    }

    /**
     * Why the store takes no more writes until it is opened again; null as long as it does. A write that is tried all the same
     * fails as Fatal. Does not wait.
     */
    default @Nullable String unwritable() {
        return null;
    }

    /**
     * Deletes every row of {@code [from, to)} of the slot, and no other. For reclamation alone: idempotent, not atomic
     * (a failure of any kind may leave some of the rows deleted), and never called for rows that anybody may still
     * write. Rows beside the range may be read and written meanwhile. An end not after the start deletes nothing.
     */
    CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to);

    /** Figures about the backend for INFO and the metrics: names as the backend's own documentation has them. */
    default Map<String, String> statistics() {
        return Map.of();
    }

    /**
     * Flushes what the backend promised and releases it. Idempotent. Stages still open complete, or fail as Indeterminate
     * or Fatal; none is left open. Calls made afterwards answer a stage that has failed as Fatal.
     */
    @Override
    void close();
}
