package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads behind the commands: one brings all slots into service after a start and deletes expired keys, the other
 * drains the reclaim queues. Their work is proportional to the garbage: slots whose summary says that there is nothing are
 * passed over. Reclamation has a thread of its own because it rests to keep to its rate: keys that are due must not wait
 * for the minutes that a flushed database takes.
 *
 * <p>Every decision about a key is made inside its lane, by reading the header again; an index row that no longer fits
 * its header (a plain SET leaves such behind) is just deleted.
 */
final class Housekeeper {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);
    /** How many due entries one visit to a lane decides. */
    private static final int EXPIRE_PAGE = 64;

    private final Engine engine;
    private final Reclaimer reclaimer;
    private final long pauseNanos;
    private final Thread expiring = new Thread(this::loadAndExpire, "sluice-expiry");
    private final Thread reclaiming = new Thread(() -> repeat(this::reclaim), "sluice-reclaim");
    private final LongAdder staleEntries = new LongAdder();
    private volatile boolean stopped;
    private volatile boolean activeExpire = true;

    Housekeeper(Engine engine, int hz, int reclaimRowsPerSecond) {
        this.engine = engine;
        this.reclaimer = new Reclaimer(engine, reclaimRowsPerSecond);
        this.pauseNanos = 1_000_000_000L / Math.max(1, hz);
        expiring.setDaemon(true);
        reclaiming.setDaemon(true);
    }

    void start() {
        expiring.start();
        reclaiming.start();
    }

    void stop() throws InterruptedException {
        stopped = true;
        expiring.interrupt();
        reclaiming.interrupt();
        expiring.join();
        reclaiming.join();
    }

    /** Turns the deletion of expired keys that nobody asks for on or off; expired keys stay invisible either way. */
    void activeExpire(boolean on) {
        activeExpire = on;
    }

    long reclaimBacklog() {
        return reclaimer.backlog();
    }

    long reclaimedEntries() {
        return reclaimer.done();
    }

    private void loadAndExpire() {
        boolean[] loaded = {false};
        repeat(() -> {
            if (!loaded[0]) {
                engine.loadAllSlots();
                loaded[0] = true;
            }
            expire();
        });
    }

    private void repeat(Runnable pass) {
        while (!stopped) {
            try {
                pass.run();
            } catch (CommandException failed) {
                if (!stopped) {
                    LOG.warn("Housekeeping goes on after: {}", failed.reply());
                }
            } catch (RuntimeException defect) {
                if (!stopped) {
                    LOG.error("Housekeeping failed and goes on", defect);
                }
            }
            LockSupport.parkNanos(pauseNanos);
        }
    }

    /** One look at all slots, for both. */
    void pass() {
        expire();
        reclaim();
    }

    private void expire() {
        long now = engine.core().clock().getAsLong();
        eachServing(state -> {
            if (activeExpire && state.nextExpiryMs <= now) {
                expire(state);
            }
        });
    }

    private void reclaim() {
        eachServing(state -> {
            if (state.mayReclaim) {
                reclaimer.drain(state);
            }
        });
    }

    private void eachServing(Consumer<SlotState> visit) {
        for (int slot = 0; slot < Keyspace.SLOTS && !stopped; slot++) {
            SlotState state = engine.slotIfTouched(slot);
            if (state != null && state.isServing()) {
                visit.accept(state);
            }
        }
    }

    /** Deletes what is due in the slot, page by page, until nothing is. */
    private void expire(SlotState state) {
        EngineKeyspace keyspace = new EngineKeyspace(engine, 0);
        long until = engine.core().clock().getAsLong();
        boolean more = true;
        while (more && !stopped) {
            more = keyspace.inSlots(new int[] {state.slot}, true, attempt -> expirePage(state, attempt, until));
        }
    }

    /** True when there may be more that is due. */
    private boolean expirePage(SlotState state, Attempt attempt, long until) {
        long next = Long.MAX_VALUE;
        int left = EXPIRE_PAGE;
        KeyRange index = RowKeys.rangeOf(RowKind.EXPIRY);
        byte[] from = index.from();
        while (true) {
            List<Row> first = attempt.range(state.slot, from, index.to(), false, 1, true);
            if (first.isEmpty()) {
                long found = next;
                attempt.onPublish(state, () -> state.nextExpiryMs = found);
                if (!attempt.hasChanges()) {
                    state.nextExpiryMs = found;
                }
                return false;
            }
            int generation = RowKeys.decodeExpiry(first.get(0).key()).generation();
            KeyRange due = RowKeys.expiryBefore(generation, until + 1);
            List<Row> page = attempt.range(state.slot, due.from(), due.to(), false, left, false);
            List<RowId> headers = new ArrayList<>(page.size());
            for (Row entry : page) {
                headers.add(headerOf(state, entry));
            }
            attempt.reader().prefetch(attempt, headers);
            for (int i = 0; i < page.size(); i++) {
                decide(state, attempt, page.get(i), headers.get(i));
            }
            left -= page.size();
            if (left <= 0) {
                return true;
            }
            KeyRange whole = RowKeys.rangeOfGeneration(RowKind.EXPIRY, generation);
            List<Row> later = attempt.range(state.slot, due.to(), whole.to(), false, 1, true);
            if (!later.isEmpty()) {
                next = Math.min(next, RowKeys.decodeExpiry(later.get(0).key()).expireAtMs());
            }
            from = whole.to();
        }
    }

    private static RowId headerOf(SlotState state, Row entry) {
        RowKey.Expiry index = RowKeys.decodeExpiry(entry.key());
        Key key = new Key(index.key().nameOr(entry.value()), state.slot, index.hash());
        return RowId.header(index.generation(), key);
    }

    private void decide(SlotState state, Attempt attempt, Row entry, RowId id) {
        RowKey.Expiry index = RowKeys.decodeExpiry(entry.key());
        Object value = attempt.reader().read(state, id);
        if (value instanceof Header header && header.expireAtMs() == index.expireAtMs()) {
            attempt.dropExpired(state, id, header);
        } else {
            staleEntries.increment();
            attempt.writeInternal(state, entry.key(), RowValue.ABSENT);
        }
    }
}
