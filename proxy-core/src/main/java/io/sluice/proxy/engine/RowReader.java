package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt reads: from memory, else from the store.
 *
 * <p>A store that answers inline is asked in the middle of the run. When the answer is still to come, the miss is
 * recorded and the handler unwound by {@link Suspension}; the {@link Execution} waits for {@link #arrived}, takes the
 * lanes, calls {@link #absorb} and runs the handler again. A miss is sticky: until then every further read unwinds too.
 *
 * <p>Belongs to the holder of the command's lanes.
 */
final class RowReader {
    /** A question for rows: the first {@code own} are this command's, the rest are its pipeline's. */
    private record Load(List<RowId> ids, int own, CompletableFuture<List<byte @Nullable []>> values) {}

    private record RangeLoad(HeldRows.Range range, int limit, CompletableFuture<ScanPage> page) {}

    /** At first no more than this many rows are asked for because others may be deleted. */
    private static final int SPARE_ROWS = 16;

    /** As many as a store that is embedded answers at once. */
    private static final int FEW_ROWS = 256;

    private final EngineCore core;
    private final Overlay overlay;
    private final Gates gates;
    private final HeldSlots slots;
    private final HeldRows held;
    private final @Nullable Prefetch prefetch;

    private List<Load> loads = List.of();
    private List<RangeLoad> rangeLoads = List.of();
    /** What the run has made of the rows. */
    private long made;

    private boolean missed;
    private boolean hasLoaded;
    private boolean urgent;
    private RowId name = RowId.NONE;
    private @Nullable CommandException failure;

    RowReader(
            EngineCore core,
            HeldSlots slots,
            Overlay overlay,
            Gates gates,
            HeldRows held,
            @Nullable Prefetch prefetch) {
        this.core = core;
        this.slots = slots;
        this.overlay = overlay;
        this.gates = gates;
        this.held = held;
        this.prefetch = prefetch;
    }

    /**
     * Begins a run, in the lanes; the slots' incarnations have been noted.
     *
     * @param urgent whether the lanes will be kept while the store is asked, so that others cannot give back the budget
     */
    void begin(boolean urgent) {
        made = 0;
        missed = false;
        failure = null;
        this.urgent = urgent;
        if (held.isStale()) {
            forget();
        }
    }

    /** Lets go of what the loads brought, or would have brought. */
    void forget() {
        loads = List.of();
        rangeLoads = List.of();
        held.close();
    }

    /** Whether the run met a read that waits for the store: it has no result, whatever its handler returned. */
    boolean missed() {
        return missed;
    }

    /** Why a read of the run failed: as sticky as a miss, whatever the handler made of it; null if none did. */
    @Nullable
    CommandException failure() {
        return failure;
    }

    /** What memory calls the row that was read last; the name that it was read by, if memory knew nothing of it. */
    RowId name() {
        return name;
    }

    /** The row as memory knows it, or null if it knows nothing. Asks nobody. */
    @Nullable
    Object peek(SlotState slot, RowId id) {
        Object ahead = aheadOfCache(slot, id);
        if (ahead != null) {
            return ahead;
        }
        CacheEntry cached = cached(id);
        return cached != null ? cached.value() : loaded(slot, id);
    }

    /** As {@link #peek}, but perhaps only the {@link CacheEntry#outline}. */
    @Nullable
    Object outline(SlotState slot, RowId id) {
        Object ahead = aheadOfCache(slot, id);
        if (ahead != null) {
            return ahead;
        }
        CacheEntry cached = cached(id);
        return cached != null ? cached.outline() : loaded(slot, id);
    }

    /** Whether {@link #peek} has an answer. */
    private boolean knows(SlotState slot, RowId id) {
        return aheadOfCache(slot, id) != null || cached(id) != null || loaded(slot, id) != null;
    }

    private @Nullable Object aheadOfCache(SlotState slot, RowId id) {
        name = id;
        RowChange changed = overlay.isEmpty() ? null : overlay.find(id);
        if (changed != null) {
            name = changed.id();
            return changed.value();
        }
        Object ofWhole = slot.memory.extents().getOfWhole(id, gates);
        if (ofWhole != null) {
            return ofWhole;
        }
        WrittenRow written = slot.memory.written(id);
        Object value = written == null ? null : written.valueIfHere();
        if (written != null && value != null) {
            name = written;
            if (!written.isSettled()) {
                gates.add(written.batch());
            }
            return value;
        }
        return slot.memory.extents().get(id);
    }

    private @Nullable CacheEntry cached(RowId id) {
        CacheEntry cached = core.cache().find(id);
        if (cached != null) {
            name = cached.id;
        }
        return cached;
    }

    private @Nullable Object loaded(SlotState slot, RowId id) {
        Object loaded = held.row(id);
        if (loaded == null && prefetch != null) {
            loaded = prefetch.row(slot, id);
            if (loaded != null) {
                remember(slot, id, loaded);
            }
        }
        return loaded;
    }

    /** The row's value, {@link RowValue#ABSENT} when there is none. */
    Object read(SlotState slot, RowId id) {
        Object known = peek(slot, id);
        if (known != null) {
            return known;
        }
        load(List.of(id), slot);
        Object value = held.row(id);
        if (value == null) {
            throw Suspension.INSTANCE;
        }
        return value;
    }

    /** Asks for all of the rows that memory lacks, together. */
    void prefetch(List<RowId> ids) {
        Set<RowId> wanted = new LinkedHashSet<>();
        SlotState last = null;
        for (RowId id : ids) {
            SlotState slot = slots.slot(id.slot());
            if (!knows(slot, id)) {
                held.lease(slot);
                wanted.add(id);
                last = slot;
            }
        }
        if (last != null) {
            load(wanted, last);
            if (missed) {
                throw Suspension.INSTANCE;
            }
        }
    }

    /** Whether the command has asked the store for rows, in this run or an earlier one. */
    boolean hasLoaded() {
        return hasLoaded;
    }

    private void load(Collection<RowId> own, SlotState slot) {
        suspendIfMissed();
        hasLoaded = true;
        held.lease(slot);
        List<RowId> ids = new ArrayList<>(own);
        if (prefetch != null) {
            for (RowId id : prefetch.takeWanted()) {
                if (!own.contains(id)) {
                    ids.add(id);
                }
            }
        }
        Load load = new Load(ids, own.size(), admitted(() -> ask(ids)));
        if (load.values.isDone()) {
            absorb(load);
        } else {
            loads = loads.isEmpty() ? new ArrayList<>() : loads;
            loads.add(load);
            missed = true;
        }
    }

    /** Asks the store as soon as the budget lets this command. */
    private <T> CompletableFuture<T> admitted(Supplier<CompletableFuture<T>> question) {
        boolean holdsNothing = !urgent && held.bytes() == 0 && (prefetch == null || prefetch.bytes() == 0);
        CompletableFuture<Void> admission = holdsNothing ? core.budget().admission() : null;
        return admission == null || admission.isDone() ? question.get() : admission.thenCompose(now -> question.get());
    }

    private CompletableFuture<List<byte @Nullable []>> ask(List<RowId> ids) {
        if (ids.size() == 1) {
            RowId id = ids.get(0);
            return core.reads().get(id.slot(), id.rowKey()).thenApply(value -> {
                List<byte @Nullable []> one = new ArrayList<>(1);
                one.add(value);
                return one;
            });
        }
        List<SlotKey> keys = new ArrayList<>(ids.size());
        for (RowId id : ids) {
            keys.add(new SlotKey(id.slot(), id.rowKey()));
        }
        return core.reads().multiGet(keys);
    }

    private void absorb(Load load) {
        List<byte @Nullable []> values = outcome(load.values);
        for (int i = 0; i < load.ids.size(); i++) {
            RowId id = load.ids.get(i);
            Object value = RowValue.decode(id, values.get(i));
            if (i < load.own) {
                held.put(id, value);
                remember(slots.slot(id.slot()), id, value);
            } else if (prefetch != null) {
                prefetch.put(id, value);
            }
        }
        checkBudget();
    }

    /** Puts what a load brought into the cache, unless it may be older than what the slot's memory has forgotten since. */
    private void remember(SlotState slot, RowId id, Object value) {
        slot.memory.cacheLoaded(id, value);
        // Not before: a drop makes itself known and then forgets, so it comes too late for this, or is seen here.
        if (slot.incarnation() != slots.incarnationOf(slot)) {
            core.cache().remove(id);
        }
    }

    /** As {@link CommandContext#hold} has it. */
    void hold(long bytes) {
        made += bytes;
        long most = core.budget().limit();
        if (made > most) {
            failure = new CommandException("OOM command makes values of more than " + most
                    + " bytes in memory, which load-budget allows for all commands");
            throw failure;
        }
    }

    private void checkBudget() {
        if (held.exceedsBudget()) {
            failure = new CommandException(
                    "OOM command needs more rows in memory at once than load-budget allows for all commands");
            throw failure;
        }
    }

    private <T> T outcome(CompletableFuture<T> done) {
        try {
            return done.join();
        } catch (CompletionException failed) {
            failure = StoreErrors.notAnswered(failed);
            throw failure;
        }
    }

    // ---- ranges ----

    /** At most {@code limit} rows of the range: what the store has, overlaid with what memory knows better. */
    List<Row> range(SlotState slot, byte[] from, byte[] to, boolean reverse, int limit, boolean keysOnly) {
        suspendIfMissed();
        ExtentRows known = slot.memory.extents().forRange(from, to, keysOnly, System.identityHashCode(held));
        if (known != null) {
            List<Row> rows = kept(known, slot, new HeldRows.Range(slot.slot, from, to, reverse, keysOnly), limit);
            if (rows != null) {
                return rows;
            }
        }
        HeldRows.Range base = held.range(slot.slot, from, to, reverse, keysOnly);
        RangeOverlay memory = new RangeOverlay(slot, overlay, new KeyRange(from, to), reverse);
        while (true) {
            List<Row> merged = memory.merge(base, limit, gates);
            if (merged.size() >= limit || base.complete) {
                learn(known, slot, base);
                return merged;
            }
            // Every row that memory deletes may hide one of the store's, so that as many more are asked for, but not
            // all at once: few of those that a long pipeline has deleted lie here. Each time more than all before.
            int lacking = limit - merged.size();
            int spare = memory.deletions(SPARE_ROWS + base.rows.size());
            int rows = (int) Math.min(Integer.MAX_VALUE, (long) lacking + spare);
            askRange(slot, base, rows, held.mostToLoad());
            suspendIfMissed();
            checkBudget();
        }
    }

    /** The first rows of the range out of what memory keeps in order, with the attempt's own over it; null if it lacks some. */
    private @Nullable List<Row> kept(ExtentRows known, SlotState slot, HeldRows.Range range, int limit) {
        RangeOverlay own = RangeOverlay.ofOwn(slot, overlay, range);
        if (!known.read(range, (int) Math.min(Integer.MAX_VALUE, (long) limit + own.deletions(Integer.MAX_VALUE)))) {
            return null;
        }
        dependOn(known);
        return own.merge(range, limit, gates);
    }

    private void dependOn(ExtentRows known) {
        Batch pending = known.pending();
        if (pending != null) {
            gates.add(pending);
        }
    }

    /**
     * The row at an index of the range, null when it has fewer. Where memory keeps the range in order, and the attempt has
     * changed nothing, those before it are not looked at. Else the range's first rows are read, more than asked for: memory
     * may begin to keep what is read again and again.
     */
    @Nullable
    Row rowAt(SlotState slot, byte[] from, byte[] to, int index, boolean keysOnly) {
        if (!missed && overlay.isEmpty()) {
            ExtentRows known = slot.memory.extents().forRange(from, to, keysOnly, System.identityHashCode(held));
            if (known != null && known.covers(from, to, keysOnly)) {
                dependOn(known);
                return known.at(from, to, index);
            }
        }
        List<Row> rows = range(slot, from, to, false, Math.max(index + 1, FEW_ROWS), keysOnly);
        return index < rows.size() ? rows.get(index) : null;
    }

    /**
     * Keeps what the store has brought of a range. That the load is good is looked at after what is kept was taken: see
     * {@link Extents}.
     */
    private void learn(@Nullable ExtentRows known, SlotState slot, HeldRows.Range base) {
        if (known != null && !held.isStale(slot)) {
            known.learn(base, slot.memory.within(new KeyRange(base.from, base.to)));
            slot.memory.extents().grown(base.from);
        }
    }

    /** Asks for all rows of these ranges, forward, together; each load is shared among those that lack rows. */
    void prefetchRanges(SlotState slot, List<KeyRange> ranges) {
        suspendIfMissed();
        List<HeldRows.Range> lacking = lacking(slot, ranges);
        while (!lacking.isEmpty()) {
            long share = Math.max(1, held.mostToLoad() / lacking.size());
            for (HeldRows.Range base : lacking) {
                askRange(slot, base, Integer.MAX_VALUE, share);
            }
            suspendIfMissed();
            checkBudget();
            lacking.removeIf(base -> base.complete);
        }
    }

    private List<HeldRows.Range> lacking(SlotState slot, List<KeyRange> ranges) {
        List<HeldRows.Range> lacking = new ArrayList<>();
        for (KeyRange range : ranges) {
            if (!slot.memory.extents().cover(range)) {
                HeldRows.Range base = held.range(slot.slot, range.from(), range.to(), false, false);
                if (!base.complete && !lacking.contains(base)) {
                    lacking.add(base);
                }
            }
        }
        return lacking;
    }

    private void suspendIfMissed() {
        if (missed) {
            throw Suspension.INSTANCE;
        }
    }

    private void askRange(SlotState slot, HeldRows.Range base, int rows, long bytes) {
        held.lease(slot);
        ScanRequest whole = new ScanRequest(base.slot, base.from, base.to, base.reverse, rows, base.keysOnly);
        ScanRequest rest = base.rows.isEmpty()
                ? whole
                : whole.after(base.rows.get(base.rows.size() - 1).key());
        CompletableFuture<ScanPage> page = admitted(() -> core.reads().range(rest, bytes));
        RangeLoad load = new RangeLoad(base, rows, page);
        if (page.isDone()) {
            absorb(load);
        } else {
            rangeLoads = rangeLoads.isEmpty() ? new ArrayList<>() : rangeLoads;
            rangeLoads.add(load);
            missed = true;
        }
    }

    /** Whether the load brought what was asked for, and did not end before because of its size. */
    private boolean absorb(RangeLoad load) {
        ScanPage page = outcome(load.page);
        held.append(load.range, page.rows(), !page.more());
        return !page.more() || page.rows().size() >= load.limit;
    }

    // ---- between the runs ----

    /** Completes, normally in any case, when everything asked for has been answered. */
    CompletableFuture<Void> arrived() {
        List<CompletableFuture<?>> all = new ArrayList<>();
        loads.forEach(load -> all.add(load.values));
        rangeLoads.forEach(load -> all.add(load.page));
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).handle((v, error) -> null);
    }

    /**
     * Takes in what arrived; in the lanes, before the rerun.
     *
     * @return whether that is all; false when a range is so large that it takes further loads
     * @throws CommandException if the store failed, or brought more than the budget
     */
    boolean absorb() {
        List<Load> rows = loads;
        List<RangeLoad> ranges = rangeLoads;
        loads = List.of();
        rangeLoads = List.of();
        missed = false;
        rows.forEach(this::absorb);
        boolean all = true;
        for (RangeLoad load : ranges) {
            all &= absorb(load);
        }
        checkBudget();
        return all;
    }
}
