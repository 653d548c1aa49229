package io.sluice.proxy.engine;

import io.sluice.encoding.Fence;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.KvStore;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The right to write a slot, on a store that several processes can open (R9).
 *
 * <p>A slot's epoch E is ended by its successor with one batch: insert {@code seal/E}, put the fence row with epoch E+1,
 * the owner's incarnation and a clock. Every commit of epoch E requires {@code seal/E} absent, so once the seal is there
 * nothing of E can land any more, however late. An owner ends its own epoch the same way when the outcome of a commit is
 * unknown. If the claiming batch itself meets the seal, the fence row tells whether it was its own earlier attempt: the
 * incarnation is unique to this engine.
 *
 * <p>An engine takes a slot from another owner when it touches it for the first time, and once it has lost the slot not any
 * more, unless it is told to ({@link Engine#release}): of two proxies that were set on one store by mistake the one that
 * was started last serves, and they do not take every slot from each other again and again.
 *
 * <p>A store that only one process can open has a lock of its own; there the epoch, which makes ids unique, is raised
 * once at start and guards nothing. Thread-safe.
 */
final class Fencing {
    private static final long RETRY_MS = 5;
    /** Instead of an epoch that is expected: whoever owns the slot. */
    private static final long ANY_OWNER = 0;

    private static final long OWN = -1;

    /** Of a slot that had no fence row: epoch 0 has no owner, and nobody writes without one. */
    private static final long FIRST_EPOCH = 1;

    private final KvStore store;
    private final ScheduledExecutorService timer;
    private final UUID incarnation = UUID.randomUUID();
    private final boolean needed;
    /** The epoch of all slots where no fence is needed. */
    private volatile long processEpoch;

    Fencing(KvStore store, ScheduledExecutorService timer) {
        this.store = store;
        this.timer = timer;
        this.needed = store.capabilities().shareable();
    }

    boolean isNeeded() {
        return needed;
    }

    void processEpoch(long epoch) {
        processEpoch = epoch;
    }

    void guard(WriteBatch batch, SlotState slot) {
        batch.requireAbsent(slot.slot, RowKeys.seal(slot.epoch));
    }

    boolean isMine(Fence fence) {
        return fence.incarnation().equals(incarnation);
    }

    /**
     * Makes this engine the slot's owner; the answer is the fence row with its epoch.
     *
     * @param takesOver whether it may take the slot from another owner; if not, it fails with GuardFailed when there is one
     * @param known the fence row, read not long ago; null if it is to be read
     */
    CompletionStage<Fence> claim(int slot, boolean takesOver, @Nullable FenceRow known) {
        if (!needed) {
            return CompletableFuture.completedFuture(new Fence(processEpoch, incarnation, 0));
        }
        CompletableFuture<Fence> done = new CompletableFuture<>();
        long expected = takesOver ? ANY_OWNER : OWN;
        if (known == null) {
            claim(slot, expected, done);
        } else {
            found(known.value, slot, expected, done);
        }
        return done;
    }

    /** What stands in a slot's fence row; null when nobody has ever claimed the slot. */
    record FenceRow(byte @Nullable [] value) {}

    /** The fence rows of slots that are to be claimed, with one call; nothing where no fence is needed. */
    CompletionStage<List<@Nullable FenceRow>> fences(List<SlotState> slots) {
        if (!needed) {
            return CompletableFuture.completedFuture(Collections.nCopies(slots.size(), null));
        }
        List<SlotKey> keys = new ArrayList<>(slots.size());
        for (SlotState slot : slots) {
            keys.add(new SlotKey(slot.slot, RowKeys.fence()));
        }
        return store.multiGet(keys).thenApply(rows -> {
            List<@Nullable FenceRow> fences = new ArrayList<>(rows.size());
            rows.forEach(row -> fences.add(new FenceRow(row)));
            return fences;
        });
    }

    /** Whether this claim was the first of its slot, so that there is no row in it but those of the claim. */
    boolean isFirstOwner(Fence claimed) {
        return needed && claimed.epoch() == FIRST_EPOCH;
    }

    /** Ends the slot's own epoch and goes on with the next; fails with GuardFailed when another owner has ended it. */
    CompletionStage<Void> raise(SlotState slot) {
        CompletableFuture<Fence> done = new CompletableFuture<>();
        claim(slot.slot, slot.epoch, done);
        return done.thenAccept(fence -> slot.raisedTo(fence.epoch()));
    }

    /**
     * Reads the fence row and ends its epoch.
     *
     * @param expected the epoch that must still be the slot's, if not this engine's next already; {@link #ANY_OWNER}, or
     *     {@link #OWN} for any of this engine
     */
    private void claim(int slot, long expected, CompletableFuture<Fence> done) {
        store.get(slot, RowKeys.fence()).whenComplete((row, error) -> {
            if (error != null) {
                retry(StoreErrors.of(error), slot, expected, done);
            } else {
                found(row, slot, expected, done);
            }
        });
    }

    private void found(byte @Nullable [] row, int slot, long expected, CompletableFuture<Fence> done) {
        Fence found = row == null ? null : Fence.decode(row);
        if (expected > 0 && found != null && isMine(found) && found.epoch() > expected) {
            done.complete(found);
        } else if (expected > 0 && (found == null || found.epoch() != expected)
                || expected == OWN && (found == null || !isMine(found))) {
            done.completeExceptionally(
                    new StoreException.GuardFailed("slot " + slot + " was taken over by another process"));
        } else {
            end(slot, found, expected, done);
        }
    }

    private void end(int slot, @Nullable Fence found, long expected, CompletableFuture<Fence> done) {
        long ended = found == null ? 0 : found.epoch();
        long clock = Math.max(System.currentTimeMillis(), found == null ? 0 : found.clockMs());
        Fence mine = new Fence(ended + 1, incarnation, clock);
        WriteBatch batch = new WriteBatch()
                .requireAbsent(slot, RowKeys.seal(ended))
                .put(slot, RowKeys.seal(ended), Fence.sealValue())
                .put(slot, RowKeys.fence(), mine.encode());
        store.commit(batch).whenComplete((v, error) -> {
            if (error == null) {
                done.complete(mine);
                return;
            }
            StoreException failure = StoreErrors.of(error);
            if (failure instanceof StoreException.GuardFailed) {
                afterGuardFailed(slot, ended + 1, expected, done);
            } else {
                retry(failure, slot, expected, done);
            }
        });
    }

    /** Somebody ended the epoch first: this engine's own earlier attempt, or another process. */
    private void afterGuardFailed(int slot, long wanted, long expected, CompletableFuture<Fence> done) {
        store.get(slot, RowKeys.fence()).whenComplete((row, error) -> {
            if (error != null) {
                retry(StoreErrors.of(error), slot, expected, done);
                return;
            }
            Fence found = row == null ? null : Fence.decode(row);
            if (found != null && found.epoch() == wanted && isMine(found)) {
                done.complete(found);
            } else {
                retry(
                        new StoreException.Retryable("slot " + slot + " was claimed meanwhile", null),
                        slot,
                        expected,
                        done);
            }
        });
    }

    private void retry(StoreException error, int slot, long expected, CompletableFuture<Fence> done) {
        if (error instanceof StoreException.Fatal) {
            done.completeExceptionally(error);
            return;
        }
        try {
            timer.schedule(() -> claim(slot, expected, done), RETRY_MS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            error.addSuppressed(closing);
            done.completeExceptionally(error);
        }
    }
}
