package io.sluice.proxy.engine;

import io.sluice.encoding.Fence;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.SlotKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether slots that are answered from memory still belong to this engine, on a store that several processes can open.
 *
 * <p>A commit learns that its slot was taken over, since its guard fails. A read that finds everything in memory asks nobody. So
 * every {@link #INTERVAL_MS} the fence rows are read of those slots that were used since the last time, or that commands
 * wait in, many with one call; a slot whose fence names another owner is dropped, and {@link Fencing} refuses to take it
 * back. Idle slots cost nothing, and are looked at once they are used.
 *
 * <p>So what a read may miss is bounded by one interval and two calls to the store, as long as the store answers. This is no
 * lease: while the store does not answer, memory goes on to be read.
 *
 * <p>Thread-safe.
 */
final class OwnershipWatch {
    static final long INTERVAL_MS = 500;
    private static final int FENCES_AT_ONCE = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(OwnershipWatch.class);

    private final Engine engine;
    private final Fencing fencing;
    private final AtomicBoolean looking = new AtomicBoolean();

    OwnershipWatch(Engine engine, Fencing fencing) {
        this.engine = engine;
        this.fencing = fencing;
    }

    void start(ScheduledExecutorService timer) {
        if (fencing.isNeeded()) {
            timer.scheduleWithFixedDelay(this::look, INTERVAL_MS, INTERVAL_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** One look; completes when it is over. None begins while another one is under way. */
    CompletableFuture<Void> look() {
        if (!looking.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(null);
        }
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        List<Owned> used = new ArrayList<>();
        for (int number = 0; number < Keyspace.SLOTS; number++) {
            SlotState state = engine.slotIfTouched(number);
            if (state != null && (state.usedSinceLook || state.isAwaited())) {
                Owned owned = Owned.of(state); // first: if it is another one that is served, it is a later one
                if (state.isServing()) {
                    state.usedSinceLook = false;
                    used.add(owned);
                }
            }
            if (used.size() == FENCES_AT_ONCE || number == Keyspace.SLOTS - 1 && !used.isEmpty()) {
                parts.add(look(used));
                used = new ArrayList<>();
            }
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).handle((v, error) -> {
            looking.set(false);
            if (error != null) {
                LOG.warn(
                        "Whether slots were taken over cannot be known: {}",
                        StoreErrors.of(error).getMessage());
            }
            return null;
        });
    }

    private CompletableFuture<Void> look(List<Owned> owned) {
        List<SlotKey> fences = new ArrayList<>(owned.size());
        for (Owned each : owned) {
            fences.add(new SlotKey(each.slot.slot, RowKeys.fence()));
        }
        return engine.store().multiGet(fences).toCompletableFuture().thenAccept(rows -> {
            List<Owned> others = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                if (isOthers(rows.get(i))) {
                    others.add(owned.get(i));
                }
            }
            int lost = others.isEmpty() ? 0 : engine.lost(others);
            if (lost > 0) {
                LOG.warn("{} slots were taken over by another process, and are not answered for any more", lost);
            }
        });
    }

    /**
     * A slot as it was served when its fence was asked for. Until the answer is there it may have been lost and taken back: what
     * the answer says then is of before.
     */
    record Owned(SlotState slot, int incarnation) {
        static Owned of(SlotState slot) {
            return new Owned(slot, slot.incarnation());
        }
    }

    private boolean isOthers(byte @Nullable [] fence) {
        return fence != null && !fencing.isMine(Fence.decode(fence));
    }
}
