package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Row;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.text.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One run of a handler: what it reads and what it changes.
 *
 * <p>A row is looked for in the attempt's own changes, in the slot's written rows, in the cache, and in what the
 * command's loads brought, in this order; a store that answers inline is asked in the middle of the run, and any other
 * one ends the run (see {@link RowReader}). Changes go to the overlay, and what follows from them (counts, expiry times,
 * registry) to the list of effects; both are dropped when the run ends without a result (R2).
 *
 * <p>Belongs to the holder of the command's lanes.
 */
final class Attempt implements CommandContext, Publication {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final EngineCore core;
    private final boolean maySplit;
    private final RowReader reader;

    private final Overlay overlay = new Overlay();
    private final Gates gates = new Gates();
    private final Consequences consequences = new Consequences();
    private final DependentRows dependents = new DependentRows(overlay, consequences);
    private final HeldSlots slots;

    private int db;
    private long nowMs;
    private final DrawnIds ids = new DrawnIds();

    private final RunRandom random = new RunRandom();
    private int hits;
    private int misses;
    /** The header that was read last, until something is changed: what is written is, mostly, what was read just before. */
    private @Nullable Key lastKey;

    private int lastDb;
    private RowId lastId = RowId.NONE;
    private Object lastValue = RowValue.ABSENT;

    /** The slot that the command has written, or one of the two above. Lazy expiry does not count. */
    private int writtenSlot = NONE;

    /** How far the changes had come. */
    record Savepoint(int overlay, Consequences.Mark consequences, int writtenSlot) {}

    Attempt(EngineCore core, SlotState[] slots, int db, boolean maySplit, HeldRows held, @Nullable Prefetch prefetch) {
        this.core = core;
        this.slots = new HeldSlots(slots);
        this.db = db;
        this.maySplit = maySplit;
        this.reader = new RowReader(core, this.slots, overlay, gates, held, prefetch);
    }

    /** The lanes of the runs from now on. */
    void slots(SlotState[] more) {
        slots.replace(more);
    }

    /**
     * Begins a run, in the lanes: with nothing of the run before, and a new clock.
     *
     * @param urgent whether the lanes will be kept while the store is asked
     * @param mayReachFurther whether the handler may name keys of slots that are not held
     */
    void begin(boolean urgent, boolean mayReachFurther) {
        dropChanges();
        gates.clear();
        hits = 0;
        misses = 0;
        random.begin();
        ids.begin();
        nowMs = slots.begin(core.clock().getAsLong(), mayReachFurther);
        reader.begin(urgent);
    }

    void dropChanges() {
        lastKey = null;
        overlay.clear();
        consequences.clear();
        writtenSlot = NONE;
    }

    Savepoint savepoint() {
        return new Savepoint(overlay.mark(), consequences.mark(), writtenSlot);
    }

    /** Takes back all changes since the savepoint. */
    void undoTo(Savepoint to) {
        lastKey = null;
        overlay.undoTo(to.overlay);
        consequences.undoTo(to.consequences);
        writtenSlot = to.writtenSlot;
    }

    /** The database of what follows. */
    void select(int number) {
        db = number;
    }

    RowReader reader() {
        return reader;
    }

    Gates gates() {
        return gates;
    }

    /** The slot of the number: one that the command was routed by, unless it may reach further. */
    SlotState slot(int number) {
        return slots.slot(number);
    }

    /** Whether the run named keys of slots that are not held: it has no result, whatever its handler returned. */
    boolean reachedFurther() {
        return slots.reachedFurther();
    }

    /** The slots that are held and those that the run reached for, ascending. */
    int[] slotsReachedFor() {
        return slots.reachedFor();
    }

    // ---- CommandContext: headers ----

    @Override
    public long nowMs() {
        return nowMs;
    }

    @Override
    public int db() {
        return db;
    }

    @Override
    public @Nullable Header header(int db, Key key) {
        SlotState slot = slot(key.slot());
        RowId id = headerId(slot, db, key);
        Object value = reader.read(slot, id);
        lastKey = key;
        lastDb = db;
        lastId = reader.name();
        lastValue = value;
        if (value == RowValue.ABSENT) {
            return null;
        }
        Header header = (Header) value;
        if (header.isExpiredAt(nowMs)) {
            if (core.committer().takesWrites()) {
                dropExpired(slot, lastId, header);
            }
            return null;
        }
        return header;
    }

    RowId headerId(SlotState slot, int db, Key key) {
        Batch flush = slot.databasesBatch;
        if (flush != null) {
            gates.add(flush);
            if (flush.isDurable()) {
                slot.databasesBatch = null;
            }
        }
        return key.header(databases(slot).generationOf(db));
    }

    /** The slot's databases as this attempt sees them. */
    Databases databases(SlotState slot) {
        return consequences.databases(slot);
    }

    @Override
    public void prefetch(List<Key> keys) {
        slots.reachForAll(keys);
        List<RowId> ids = new ArrayList<>(keys.size());
        for (Key key : keys) {
            ids.add(headerId(slot(key.slot()), db, key));
        }
        reader.prefetch(ids);
    }

    @Override
    public void put(int db, Key key, Header header) {
        SlotState slot = slot(key.slot());
        markWritten(slot);
        if (key == lastKey && db == lastDb) {
            replace(slot, lastId, lastValue, header);
        } else {
            Object before = reader.read(slot, headerId(slot, db, key));
            replace(slot, reader.name(), before, header);
        }
    }

    @Override
    public void overwrite(Key key, Header header) {
        if (key == lastKey && db == lastDb) {
            put(db, key, header); // what is there is known
            return;
        }
        SlotState slot = slot(key.slot());
        markWritten(slot);
        RowId id = headerId(slot, db, key);
        Object before = reader.outline(slot, id);
        if (before == null && slot.mayBeRegistered(key.hash())) {
            before = reader.read(slot, id);
        }
        if (before == null && slot.knownEmpty(id.generation())) {
            before = RowValue.ABSENT;
        }
        replace(slot, reader.name(), before, header);
    }

    /** @param before what the row holds as far as is known; null if it is not, and then it holds nothing spread */
    private void replace(SlotState slot, RowId id, @Nullable Object before, Header header) {
        Header old = before instanceof Header known ? known : null;
        dependents.replace(slot, id, old, header);
        change(slot, id, header, before);
        if (old == null || old.type() != header.type()) {
            consequences.filled(slot, id);
        } else {
            consequences.touch(slot, id, false);
        }
    }

    @Override
    public boolean remove(int db, Key key) {
        Header old = header(db, key);
        if (old == null) {
            return false;
        }
        SlotState slot = slot(key.slot());
        markWritten(slot);
        RowId id = headerId(slot, db, key);
        drop(slot, id, old);
        consequences.touch(slot, id, false);
        return true;
    }

    /** Deletes a header with its index row, and gives what it refers to to reclamation. */
    private void drop(SlotState slot, RowId id, Header old) {
        dependents.drop(slot, id, old);
        change(slot, id, RowValue.ABSENT, old);
    }

    @Override
    public void rename(int fromDb, Key from, int toDb, Key to) {
        Header moved = header(fromDb, from);
        if (moved == null) {
            throw new IllegalStateException("rename of a key that is not there");
        }
        remove(toDb, to);
        SlotState source = slot(from.slot());
        SlotState target = slot(to.slot());
        if (source != target && SpreadValue.is(moved)) {
            throw new IllegalStateException("rows below a header cannot move to another slot");
        }
        markWritten(source);
        RowId fromId = headerId(source, fromDb, from);
        dependents.leave(source, fromId, moved);
        change(source, fromId, RowValue.ABSENT, moved);
        consequences.touch(source, fromId, false);
        markWritten(target);
        replace(target, headerId(target, toDb, to), RowValue.ABSENT, moved);
    }

    @Override
    public void modified(int db, Key key) {
        SlotState slot = slot(key.slot());
        if (slot.audience != null) {
            consequences.touch(slot, headerId(slot, db, key), false);
        }
    }

    // ---- CommandContext: rows ----

    @Override
    public byte @Nullable [] row(int slot, byte[] rowKey) {
        SlotState state = slot(slot);
        Object value = reader.read(state, RowId.row(slot, rowKey));
        return value == RowValue.ABSENT ? null : (byte[]) value;
    }

    @Override
    public void prefetchRows(List<SlotKey> rows) {
        List<RowId> ids = new ArrayList<>(rows.size());
        for (SlotKey row : rows) {
            ids.add(RowId.row(row.slot(), row.key()));
        }
        reader.prefetch(ids);
    }

    @Override
    public List<byte @Nullable []> rows(int slot, List<byte[]> rowKeys) {
        List<RowId> ids = new ArrayList<>(rowKeys.size());
        for (byte[] rowKey : rowKeys) {
            ids.add(RowId.row(slot, rowKey));
        }
        SlotState state = slot(slot);
        List<byte @Nullable []> values = new ArrayList<>(ids.size());
        boolean prefetched = false;
        for (RowId id : ids) {
            Object value = prefetched ? reader.read(state, id) : reader.peek(state, id);
            if (value == null) {
                reader.prefetch(ids);
                prefetched = true;
                value = reader.read(state, id);
            }
            values.add(value == RowValue.ABSENT ? null : (byte[]) value);
        }
        return values;
    }

    @Override
    public List<Row> range(int slot, byte[] from, byte[] to, boolean reverse, int limit, boolean keysOnly) {
        return reader.range(slot(slot), from, to, reverse, limit, keysOnly);
    }

    @Override
    public @Nullable Row rowAt(int slot, byte[] from, byte[] to, int index, boolean keysOnly) {
        return reader.rowAt(slot(slot), from, to, index, keysOnly);
    }

    @Override
    public void prefetchRanges(int slot, List<KeyRange> ranges) {
        reader.prefetchRanges(slot(slot), ranges);
    }

    @Override
    public void putRow(int slot, byte[] rowKey, byte[] value) {
        SlotState state = slot(slot);
        markWritten(state);
        change(state, RowId.row(slot, rowKey), value, null);
    }

    @Override
    public void deleteRow(int slot, byte[] rowKey) {
        SlotState state = slot(slot);
        markWritten(state);
        change(state, RowId.row(slot, rowKey), RowValue.ABSENT, null);
    }

    @Override
    public long newId(int slot) {
        return ids.next(slot(slot));
    }

    @Override
    public long spareBytes() {
        return Math.max(0, core.committer().limits().maxBatchBytes() - bytes());
    }

    @Override
    public long spareRows() {
        return Math.max(0, core.committer().limits().maxBatchRows() - changes().size());
    }

    @Override
    public void hold(long bytes) {
        reader.hold(bytes);
    }

    // ---- what follows from a change ----

    private void change(SlotState slot, RowId id, Object value, @Nullable Object before) {
        lastKey = null;
        overlay.put(new RowChange(slot, id, value, before));
    }

    private void markWritten(SlotState slot) {
        if (writtenSlot == NONE) {
            writtenSlot = slot.slot;
        } else if (writtenSlot != slot.slot) {
            writtenSlot = SEVERAL;
        }
    }

    /** Deletes a header that is expired; no client asked for it. */
    void dropExpired(SlotState slot, RowId id, Header old) {
        drop(slot, id, old);
        onPublish(slot, core.stats()::countExpired);
        consequences.touch(slot, id, true);
    }

    /** Writes a row that only the engine knows. */
    void writeInternal(SlotState slot, byte[] rowKey, Object value) {
        dependents.put(slot, rowKey, value);
    }

    /** What follows for the slot once the run's changes are published; nothing does if it makes none. */
    void onPublish(SlotState slot, Runnable effect) {
        consequences.effect(slot, effect);
    }

    /** Replaces the slot's map of databases; what it retires is queued for reclamation. */
    void putDatabases(SlotState slot, Databases changed) {
        lastKey = null;
        markWritten(slot);
        SlotAudience audience = slot.audience;
        if (audience != null) {
            Databases before = databases(slot);
            audience.watchedKeys().forEach((id, number) -> touchIfMoved(slot, id, number, before, changed));
        }
        dependents.put(slot, RowKeys.databases(), changed.encode());
        consequences.move(slot, changed);
    }

    /** A key is changed by FLUSHDB and SWAPDB if there is one before, or after. */
    private void touchIfMoved(SlotState slot, RowId id, int number, Databases before, Databases changed) {
        int from = before.generationOf(number);
        int to = changed.generationOf(number);
        if (from != to && (isLive(slot, id.in(from)) || isLive(slot, id.in(to)))) {
            consequences.touch(slot, id, false);
        }
    }

    private boolean isLive(SlotState slot, RowId id) {
        return reader.read(slot, id) instanceof Header header && !header.isExpiredAt(nowMs);
    }

    /** The slot's when the run began. */
    int incarnationOf(SlotState slot) {
        return slots.incarnationOf(slot);
    }

    // ---- publication ----

    boolean hasChanges() {
        return !overlay.isEmpty();
    }

    /**
     * Checks the changes against what the store can hold (R7), before any of them enters a batch.
     *
     * @throws CommandException if a row or the whole is too large, or if they lie in several slots of a store that is
     *     atomic per slot
     */
    void checkSizes() {
        Committer committer = core.committer();
        boolean separately = writtenSlot == SEVERAL && !committer.isAtomicAcrossSlots();
        if (separately && !maySplit) {
            throw new CommandException(Errors.CROSSSLOT);
        }
        ChangeLimits limits = core.changeLimits();
        long bytes = bytes();
        limits.checkRows(overlay.changes(), bytes);
        if (separately) {
            overlay.bySlot().values().forEach(changes -> limits.checkTotal(changes, WrittenRow.bytes(changes)));
        } else {
            limits.checkTotal(overlay.changes(), bytes);
        }
    }

    /**
     * Hands the changes to the commit queues, in the lanes.
     *
     * @return false when what was read is stale, so that the command must begin anew
     */
    boolean publish() {
        if (overlay.isEmpty()) {
            boolean current = !isStale() && !gates.failed();
            if (current) {
                consequences.tellAudiences(null);
            }
            return current;
        }
        bearExtents();
        if (!core.committer().isAtomicAcrossSlots() && slots.count() > 1) {
            return publishBySlot();
        }
        Batch batch = slots.first().queue.append(this);
        if (batch == null) {
            return false;
        }
        overlay.changes().forEach(RowChange::count);
        consequences.comeTrue(batch);
        gates.add(batch);
        return true;
    }

    /** What is written below an id that is new is all that there is below it. */
    private void bearExtents() {
        if (ids.isEmpty()) {
            return;
        }
        Extents.Newborn newborn = new Extents.Newborn(ids, reader.hasLoaded());
        overlay.changes().forEach(newborn::bear);
    }

    /**
     * One batch for each slot, with no order between them. When some are in a batch and a later slot turns out to be
     * lost, the command can neither be taken back nor run again: its client must not be told anything.
     */
    private boolean publishBySlot() {
        Gates published = new Gates();
        boolean some = false;
        for (Map.Entry<SlotState, List<RowChange>> part : overlay.bySlot().entrySet()) {
            SlotState slot = part.getKey();
            Batch batch = slot.queue.append(new SlotPart(this, part.getValue()));
            if (batch == null) {
                if (!some) {
                    return false;
                }
                published.lose();
                break;
            }
            some = true;
            part.getValue().forEach(RowChange::count);
            consequences.comeTrue(slot, batch);
            published.add(batch);
        }
        gates.addAll(published);
        return true;
    }

    /** The keys that somebody waits for and that the published changes have touched; null for none. */
    @Nullable
    ReadyKeys readyKeys() {
        return consequences.readyKeys();
    }

    @Override
    public List<RowChange> changes() {
        return overlay.changes();
    }

    @Override
    public long bytes() {
        return WrittenRow.bytes(overlay.changes());
    }

    @Override
    public Gates seen() {
        return gates;
    }

    @Override
    public boolean isStale() {
        return slots.areStale();
    }

    // ---- around the data ----

    @Override
    public EngineSettings settings() {
        return core.settings().get();
    }

    @Override
    public Key key(byte[] name) {
        return core.hasher().key(name);
    }

    @Override
    public int elementHash(byte[] element) {
        return core.hasher().hash(element);
    }

    @Override
    public RandomGenerator random() {
        return random.numbers();
    }

    @Override
    public void countLookup(boolean hit) {
        if (hit) {
            hits++;
        } else {
            misses++;
        }
    }

    void countStats() {
        if (hits > 0) {
            core.stats().countHits(hits);
        }
        if (misses > 0) {
            core.stats().countMisses(misses);
        }
    }
}
