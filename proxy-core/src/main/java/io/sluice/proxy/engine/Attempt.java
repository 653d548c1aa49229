package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.RegistryEntry;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Row;
import io.sluice.kv.SlotKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
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
    private SlotState[] slots;
    private int[] incarnations;
    private boolean mayReachFurther;
    /** Slots that the run has named keys of and does not hold; null while there are none. */
    private @Nullable BitSet reachedFor;

    private int db;
    private long nowMs;
    private @Nullable SplittableRandom random;
    /** Of all runs of the command. */
    private long seed;

    private boolean seeded;
    private int hits;
    private int misses;
    /** The slot that the command has written, or one of the two above. Lazy expiry does not count. */
    private int writtenSlot = NONE;

    /** How far the changes had come. */
    record Savepoint(int overlay, Consequences.Mark consequences, int writtenSlot) {}

    Attempt(EngineCore core, SlotState[] slots, int db, boolean maySplit, HeldRows held, @Nullable Prefetch prefetch) {
        this.core = core;
        this.slots = slots;
        this.db = db;
        this.maySplit = maySplit;
        this.incarnations = new int[slots.length];
        this.reader = new RowReader(core, overlay, gates, held, prefetch);
    }

    /** The lanes of the runs from now on. */
    void slots(SlotState[] more) {
        slots = more;
        incarnations = new int[more.length];
    }

    /**
     * Begins a run, in the lanes: with nothing of the run before, and a new clock.
     *
     * @param urgent whether the lanes will be kept while the store is asked
     * @param mayReachFurther whether the handler may name keys of slots that are not held
     */
    void begin(boolean urgent, boolean mayReachFurther) {
        this.mayReachFurther = mayReachFurther;
        reachedFor = null;
        dropChanges();
        gates.clear();
        hits = 0;
        misses = 0;
        random = null;
        long clock = core.clock().getAsLong();
        for (int i = 0; i < slots.length; i++) {
            SlotState slot = slots[i];
            clock = Math.max(clock, slot.lastClockMs);
            incarnations[i] = slot.incarnation();
        }
        for (SlotState slot : slots) {
            slot.lastClockMs = clock;
        }
        nowMs = clock;
        reader.begin(urgent);
    }

    void dropChanges() {
        overlay.clear();
        consequences.clear();
        writtenSlot = NONE;
    }

    Savepoint savepoint() {
        return new Savepoint(overlay.mark(), consequences.mark(), writtenSlot);
    }

    /** Takes back all changes since the savepoint. */
    void undoTo(Savepoint to) {
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
        SlotState held = heldSlot(number);
        if (held == null) {
            reachFor(number);
            throw Suspension.INSTANCE;
        }
        return held;
    }

    private @Nullable SlotState heldSlot(int number) {
        if (slots.length == 1 && slots[0].slot == number) {
            return slots[0];
        }
        int low = 0;
        int high = slots.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = slots[middle].slot;
            if (at == number) {
                return slots[middle];
            }
            if (at < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    private void reachFor(int number) {
        if (!mayReachFurther) {
            throw new IllegalStateException("the command was not routed by slot " + number);
        }
        if (reachedFor == null) {
            reachedFor = new BitSet(Keyspace.SLOTS);
        }
        reachedFor.set(number);
    }

    /** Whether the run named keys of slots that are not held: it has no result, whatever its handler returned. */
    boolean reachedFurther() {
        return reachedFor != null;
    }

    /** The slots that are held and those that the run reached for, ascending. */
    int[] slotsReachedFor() {
        BitSet union = new BitSet(Keyspace.SLOTS);
        if (reachedFor != null) {
            union.or(reachedFor);
        }
        for (SlotState slot : slots) {
            union.set(slot.slot);
        }
        return union.stream().toArray();
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
        if (value == RowValue.ABSENT) {
            return null;
        }
        Header header = (Header) value;
        if (header.isExpiredAt(nowMs)) {
            dropExpired(slot, id, header);
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
        return RowId.header(databases(slot).generationOf(db), key);
    }

    /** The slot's databases as this attempt sees them. */
    Databases databases(SlotState slot) {
        return consequences.databases(slot);
    }

    @Override
    public void prefetch(List<Key> keys) {
        reachForAll(keys);
        List<RowId> ids = new ArrayList<>(keys.size());
        for (Key key : keys) {
            ids.add(headerId(slot(key.slot()), db, key));
        }
        reader.prefetch(this, ids);
    }

    /** Asks for the lanes of all these keys at once. */
    private void reachForAll(List<Key> keys) {
        if (!mayReachFurther) {
            return;
        }
        for (Key key : keys) {
            if (heldSlot(key.slot()) == null) {
                reachFor(key.slot());
            }
        }
        if (reachedFurther()) {
            throw Suspension.INSTANCE;
        }
    }

    @Override
    public void put(int db, Key key, Header header) {
        SlotState slot = slot(key.slot());
        markWritten(slot);
        RowId id = headerId(slot, db, key);
        replace(slot, id, reader.read(slot, id), header);
    }

    @Override
    public void overwrite(Key key, Header header) {
        SlotState slot = slot(key.slot());
        markWritten(slot);
        RowId id = headerId(slot, db, key);
        Object before = reader.peek(slot, id);
        if (before == null && slot.mayBeRegistered(key.hash())) {
            before = reader.read(slot, id);
        }
        if (before == null && slot.knownEmpty(id.generation())) {
            before = RowValue.ABSENT;
        }
        replace(slot, id, before, header);
    }

    /** @param before what the row holds as far as is known; null if it is not, and then it holds nothing spread */
    private void replace(SlotState slot, RowId id, @Nullable Object before, Header header) {
        Header old = before instanceof Header known ? known : null;
        boolean sameExpiry = old != null && old.expireAtMs() == header.expireAtMs();
        if (old != null && old.expires() && !sameExpiry) {
            deleteExpiryRow(slot, id, old);
        }
        if (header.expires() && !sameExpiry) {
            putExpiryRow(slot, id, header);
        }
        moveDue(slot, id, old == null ? Header.NO_EXPIRY : FieldTimes.nextOf(old), FieldTimes.nextOf(header));
        boolean sameSpread = old != null
                && SpreadValue.is(old)
                && SpreadValue.is(header)
                && SpreadValue.idOf(old) == SpreadValue.idOf(header);
        if (old != null && SpreadValue.is(old) && !sameSpread) {
            giveToReclamation(slot, id, old);
        }
        if (SpreadValue.is(header) && !sameSpread) {
            register(slot, id, header);
        }
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
        if (old.expires()) {
            deleteExpiryRow(slot, id, old);
        }
        moveDue(slot, id, FieldTimes.nextOf(old), Header.NO_EXPIRY);
        if (SpreadValue.is(old)) {
            giveToReclamation(slot, id, old);
        }
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
        if (moved.expires()) {
            deleteExpiryRow(source, fromId, moved);
        }
        moveDue(source, fromId, FieldTimes.nextOf(moved), Header.NO_EXPIRY);
        if (SpreadValue.is(moved)) {
            unregister(source, fromId, moved);
        }
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
        reader.prefetch(this, ids);
    }

    @Override
    public List<byte @Nullable []> rows(int slot, List<byte[]> rowKeys) {
        List<RowId> ids = new ArrayList<>(rowKeys.size());
        for (byte[] rowKey : rowKeys) {
            ids.add(RowId.row(slot, rowKey));
        }
        reader.prefetch(this, ids);
        SlotState state = slot(slot);
        List<byte @Nullable []> values = new ArrayList<>(ids.size());
        for (RowId id : ids) {
            Object value = reader.read(state, id);
            values.add(value == RowValue.ABSENT ? null : (byte[]) value);
        }
        return values;
    }

    @Override
    public List<Row> range(int slot, byte[] from, byte[] to, boolean reverse, int limit, boolean keysOnly) {
        return reader.range(slot(slot), from, to, reverse, limit, keysOnly);
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
        SlotState state = slot(slot);
        return io.sluice.encoding.Ids.of(state.epoch, state.nextIdCounter());
    }

    @Override
    public long spareBytes() {
        return Math.max(0, core.committer().limits().maxBatchBytes() - bytes());
    }

    @Override
    public void reclaim(Key key, long id) {
        SlotState slot = slot(key.slot());
        RowId header = headerId(slot, db, key);
        Object before = reader.read(slot, header);
        if (before instanceof Header old && SpreadValue.is(old) && SpreadValue.idOf(old) == id) {
            giveToReclamation(slot, header, old);
        }
    }

    // ---- what follows from a change ----

    private void change(SlotState slot, RowId id, Object value, @Nullable Object before) {
        overlay.put(new RowChange(slot, id, value, before));
    }

    private void internalRow(SlotState slot, byte[] rowKey, Object value) {
        change(slot, RowId.row(slot.slot, rowKey), value, null);
    }

    private void putExpiryRow(SlotState slot, RowId id, Header header) {
        byte[] rowKey = RowKeys.expiry(id.generation(), header.expireAtMs(), id.keyHash(), id.key());
        internalRow(slot, rowKey, KeyTail.valueFor(id.key()));
        becomesDue(slot, header.expireAtMs());
    }

    private void deleteExpiryRow(SlotState slot, RowId id, Header old) {
        internalRow(slot, RowKeys.expiry(id.generation(), old.expireAtMs(), id.keyHash(), id.key()), RowValue.ABSENT);
    }

    /** Keeps the index of hashes whose fields expire: moves one from a time to another, either of which may be none. */
    private void moveDue(SlotState slot, RowId id, long fromMs, long toMs) {
        if (fromMs == toMs) {
            return;
        }
        if (fromMs != Header.NO_EXPIRY) {
            internalRow(slot, RowKeys.fieldsDue(id.generation(), fromMs, id.keyHash(), id.key()), RowValue.ABSENT);
        }
        if (toMs != Header.NO_EXPIRY) {
            byte[] rowKey = RowKeys.fieldsDue(id.generation(), toMs, id.keyHash(), id.key());
            internalRow(slot, rowKey, KeyTail.valueFor(id.key()));
            becomesDue(slot, toMs);
        }
    }

    private void becomesDue(SlotState slot, long timeMs) {
        long due = TimeIndex.dueFrom(timeMs);
        onPublish(slot, () -> slot.nextExpiryMs = Math.min(slot.nextExpiryMs, due));
    }

    private void register(SlotState slot, RowId id, Header header) {
        byte[] entry = new RegistryEntry(id.generation(), id.key()).encode();
        internalRow(slot, RowKeys.registry(id.keyHash(), SpreadValue.idOf(header)), entry);
        onPublish(slot, () -> slot.register(id.keyHash()));
    }

    private void unregister(SlotState slot, RowId id, Header old) {
        internalRow(slot, RowKeys.registry(id.keyHash(), SpreadValue.idOf(old)), RowValue.ABSENT);
        onPublish(slot, () -> slot.unregister(id.keyHash()));
    }

    private void giveToReclamation(SlotState slot, RowId id, Header old) {
        unregister(slot, id, old);
        var entry = SpreadValue.reclaimEntry(old);
        internalRow(slot, entry.rowKey(), entry.encode());
        onPublish(slot, () -> slot.mayReclaim = true);
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
        internalRow(slot, rowKey, value);
    }

    /** What follows for the slot once the run's changes are published; nothing does if it makes none. */
    void onPublish(SlotState slot, Runnable effect) {
        consequences.effect(slot, effect);
    }

    /** Replaces the slot's map of databases; what it retires is queued for reclamation. */
    void putDatabases(SlotState slot, Databases changed) {
        SlotAudience audience = slot.audience;
        if (audience != null) {
            Databases before = databases(slot);
            audience.watchedKeys().forEach((id, number) -> touchIfMoved(slot, id, number, before, changed));
        }
        internalRow(slot, RowKeys.databases(), changed.encode());
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
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] == slot) {
                return incarnations[i];
            }
        }
        throw new IllegalStateException("not a slot of the command");
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
        var limits = core.committer().limits();
        if (writtenSlot == SEVERAL && !maySplit && !core.committer().isAtomicAcrossSlots()) {
            throw new CommandException(io.sluice.proxy.text.Errors.CROSSSLOT);
        }
        for (RowChange change : overlay.changes()) {
            checkSize("keys", limits.maxKeyBytes(), change.id().rowKeyBytes());
            checkSize("values", limits.maxValueBytes(), RowValue.storedBytes(change.id(), change.value()));
        }
        long total = bytes();
        if (total > limits.maxBatchBytes()) {
            if (writtenSlot == SEVERAL && !core.committer().isAtomicAcrossSlots()) {
                changesBySlot()
                        .values()
                        .forEach(part -> checkSize("changes at once", limits.maxBatchBytes(), sum(part)));
            } else {
                checkSize("changes at once", limits.maxBatchBytes(), total);
            }
        }
    }

    private static void checkSize(String what, long limit, long bytes) {
        if (bytes > limit) {
            throw new CommandException(
                    "ERR the store takes " + what + " up to " + limit + " bytes, and this makes " + bytes);
        }
    }

    private Map<SlotState, List<RowChange>> changesBySlot() {
        Map<SlotState, List<RowChange>> parts = new LinkedHashMap<>();
        for (RowChange change : overlay.changes()) {
            parts.computeIfAbsent(change.slot(), slot -> new ArrayList<>()).add(change);
        }
        return parts;
    }

    static long sum(List<RowChange> changes) {
        long total = 0;
        for (RowChange change : changes) {
            total += WrittenRow.bytes(change.id(), change.value());
        }
        return total;
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
        if (!core.committer().isAtomicAcrossSlots() && slots.length > 1) {
            return publishBySlot();
        }
        Batch batch = slots[0].queue.append(this);
        if (batch == null) {
            return false;
        }
        overlay.changes().forEach(Attempt::count);
        consequences.comeTrue(batch);
        gates.add(batch);
        return true;
    }

    /**
     * One batch for each slot, with no order between them. When some are in a batch and a later slot turns out to be
     * lost, the command can neither be taken back nor run again: its client must not be told anything.
     */
    private boolean publishBySlot() {
        Gates published = new Gates();
        boolean some = false;
        for (Map.Entry<SlotState, List<RowChange>> part : changesBySlot().entrySet()) {
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
            part.getValue().forEach(Attempt::count);
            consequences.comeTrue(slot, batch);
            published.add(batch);
        }
        gates.addAll(published);
        return true;
    }

    private static void count(RowChange change) {
        KeyCount count = change.slot().count(change.id().generation());
        if (change.before() == null) {
            count.makeUncertain();
            return;
        }
        boolean was = change.before() != RowValue.ABSENT;
        boolean is = change.value() != RowValue.ABSENT;
        if (was != is) {
            count.add(is ? 1 : -1);
        }
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
        return sum(overlay.changes());
    }

    @Override
    public Gates seen() {
        return gates;
    }

    @Override
    public boolean isStale() {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i].incarnation() != incarnations[i]) {
                return true;
            }
        }
        return false;
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
        SplittableRandom numbers = random;
        if (numbers == null) {
            if (!seeded) {
                seed = ThreadLocalRandom.current().nextLong();
                seeded = true;
            }
            numbers = new SplittableRandom(seed);
            random = numbers;
        }
        return numbers;
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
