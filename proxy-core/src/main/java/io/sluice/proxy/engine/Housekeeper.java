package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.kv.Row;
import io.sluice.proxy.text.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads behind the commands: one brings all slots into service after a start and deletes expired keys and fields, the other
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
    /** After so many pages their changes must be durable: clients are held back by all that is pending, this thread's too. */
    private static final int PAGES_AHEAD = 8;
    /** How many expired fields of a hash one visit deletes. */
    private static final int REAP_PAGE = 256;

    private final Engine engine;
    private final Reclaimer reclaimer;
    private final IntSupplier hz;
    private final Thread expiring = new Thread(this::loadAndExpire, "sluice-expiry");
    private final Thread reclaiming = new Thread(() -> repeat(this::reclaim), "sluice-reclaim");
    /** Since changes were waited for; of the thread that expires. */
    private int pagesAhead;

    private final LongAdder staleEntries = new LongAdder();
    private volatile boolean stopped;
    private volatile boolean activeExpire = true;

    Housekeeper(Engine engine, IntSupplier hz, IntSupplier reclaimRowsPerSecond) {
        this.engine = engine;
        this.reclaimer = new Reclaimer(engine, reclaimRowsPerSecond);
        this.hz = hz;
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
                loadAll();
                loaded[0] = true;
            }
            serveAwaited();
            expire();
        });
    }

    /** Slots that another process has taken over meanwhile are its matter. */
    private void loadAll() {
        try {
            engine.loadAllSlots();
        } catch (CommandException refused) {
            if (!refused.reply().startsWith(Errors.CLUSTERDOWN)) {
                throw refused;
            }
        }
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
            LockSupport.parkNanos(1_000_000_000L / Math.max(1, hz.getAsInt()));
        }
    }

    /** One look at all slots, for both. */
    void pass() {
        serveAwaited();
        expire();
        reclaim();
    }

    /** Slots that were lost come back when somebody names a key of theirs; who waits for one has done that already. */
    private void serveAwaited() {
        SlotChores.Chore chore = engine.core().chores().unserved;
        chore.whenDue(
                now(),
                () -> eachTouched(state -> {
                    if (!state.isServing()) {
                        chore.due();
                        if (state.isAwaited()) {
                            engine.core().loader().whenServing(state);
                        }
                    }
                }));
    }

    private void expire() {
        long now = now();
        SlotChores.Chore chore = engine.core().chores().expiry;
        if (activeExpire && engine.core().committer().takesWrites()) {
            chore.whenDue(
                    now,
                    () -> eachTouched(state -> {
                        if (activeExpire && state.nextExpiryMs() <= now && state.isServing()) {
                            expire(state);
                        }
                        chore.dueFrom(state.nextExpiryMs());
                    }));
        }
    }

    private void reclaim() {
        if (!engine.core().committer().takesWrites()) {
            return;
        }
        SlotChores.Chore chore = engine.core().chores().reclaim;
        chore.whenDue(now(), () -> {
            List<SlotState> slots = new ArrayList<>();
            boolean all = eachTouched(state -> {
                if (state.mayReclaim()) {
                    chore.due();
                    slots.add(state);
                }
            });
            reclaimer.drain(slots, () -> stopped);
            return all;
        });
    }

    /** False when it was stopped before the last. */
    private boolean eachTouched(Consumer<SlotState> visit) {
        for (int slot = 0; slot < Keyspace.SLOTS; slot++) {
            if (stopped) {
                return false;
            }
            SlotState state = engine.slotIfTouched(slot);
            if (state != null) {
                visit.accept(state);
            }
        }
        return true;
    }

    private long now() {
        return engine.core().clock().getAsLong();
    }

    /** Deletes what is due in the slot, page by page, until nothing is, or nothing changes any more. */
    private void expire(SlotState state) {
        EngineKeyspace keyspace = new EngineKeyspace(engine, 0);
        long until = now();
        boolean more = true;
        while (more && !stopped) {
            DuePage page = keyspace.inSlots(new int[] {state.slot}, true, attempt -> expirePage(state, attempt, until));
            int reaped = 0;
            for (DueFields due : page.fields()) {
                reaped += reap(state, due);
            }
            more = page.changes() || reaped > 0;
            if (more && ++pagesAhead >= PAGES_AHEAD) {
                keyspace.awaitDurable();
                pagesAhead = 0;
            }
        }
    }

    /**
     * What one look at the indexes of times came to.
     *
     * @param changes whether it has deleted something, so that there may be more
     * @param fields hashes whose fields are due
     */
    private record DuePage(boolean changes, List<DueFields> fields) {}

    private record DueFields(int db, Key key) {}

    private DuePage expirePage(SlotState state, Attempt attempt, long until) {
        long next = Long.MAX_VALUE;
        int left = EXPIRE_PAGE;
        List<DueFields> fields = new ArrayList<>();
        for (TimeIndex index : TimeIndex.values()) {
            byte[] from = index.all().from();
            while (true) {
                List<Row> first = attempt.range(state.slot, from, index.all().to(), false, 1, false);
                if (first.isEmpty()) {
                    break;
                }
                int generation = index.read(state.slot, first.get(0)).header().generation();
                KeyRange due = index.due(generation, until);
                List<Row> page = attempt.range(state.slot, due.from(), due.to(), false, left, false);
                decide(state, attempt, index, page, fields);
                left -= page.size();
                if (left <= 0) {
                    return new DuePage(attempt.hasChanges(), fields);
                }
                KeyRange whole = index.ofGeneration(generation);
                List<Row> later = attempt.range(state.slot, due.to(), whole.to(), false, 1, false);
                if (!later.isEmpty()) {
                    next = Math.min(
                            next,
                            TimeIndex.dueFrom(
                                    index.read(state.slot, later.get(0)).timeMs()));
                }
                from = whole.to();
            }
        }
        if (fields.isEmpty()) {
            long found = next;
            attempt.onPublish(state, () -> state.nextExpiryMs(found));
            if (!attempt.hasChanges()) {
                state.nextExpiryMs(found);
            }
            return new DuePage(false, fields);
        }
        return new DuePage(attempt.hasChanges(), fields);
    }

    private void decide(SlotState state, Attempt attempt, TimeIndex index, List<Row> page, List<DueFields> fields) {
        List<TimeIndex.Entry> entries = new ArrayList<>(page.size());
        for (Row row : page) {
            entries.add(index.read(state.slot, row));
        }
        attempt.reader().prefetch(entries.stream().map(TimeIndex.Entry::header).toList());
        for (TimeIndex.Entry entry : entries) {
            Object value = attempt.reader().read(state, entry.header());
            boolean fits = value instanceof Header header && index.timeOf(header) == entry.timeMs();
            int db = index == TimeIndex.FIELDS && fits
                    ? state.databases().databaseOf(entry.header().generation())
                    : -1;
            if (fits && index == TimeIndex.KEYS) {
                attempt.dropExpired(state, entry.header(), (Header) value);
            } else if (db >= 0) {
                fields.add(new DueFields(db, entry.key()));
            } else {
                staleEntries.increment();
                attempt.writeInternal(state, entry.row().key(), RowValue.ABSENT);
            }
        }
    }

    private int reap(SlotState state, DueFields due) {
        FieldReaper reaper = engine.fieldReaper();
        return new EngineKeyspace(engine, due.db()).inSlots(new int[] {state.slot}, true, attempt -> {
            int reaped = reaper.reap(attempt, due.key(), REAP_PAGE);
            attempt.onPublish(state, () -> engine.core().stats().countExpiredFields(reaped));
            return reaped + (attempt.hasChanges() ? 1 : 0);
        });
    }
}
