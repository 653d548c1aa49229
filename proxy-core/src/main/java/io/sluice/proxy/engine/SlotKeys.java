package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.Keyspace.KeyPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The databases of one slot as a whole, in a run that holds its lane: what there is, and emptying and exchanging them.
 * Where it matters, the caller says whether the run has changed the slot: what the slot then knows of itself is not what
 * the run must see.
 */
final class SlotKeys {
    private static final int COUNT_PAGE = 10_000;

    private SlotKeys() {}

    /** The number of keys, expired ones that are not yet deleted included. */
    static long count(Attempt attempt, SlotState state, int db, boolean isChanged) {
        noteFlush(state, attempt);
        notePending(state, attempt);
        int generation = attempt.databases(state).generationOf(db);
        if (isChanged) {
            return countHeaders(attempt, state, generation);
        }
        KeyCount count = state.count(generation);
        if (!count.isCertain()) {
            count.set(countHeaders(attempt, state, generation));
        }
        return count.keys();
    }

    private static long countHeaders(Attempt attempt, SlotState state, int generation) {
        return countRows(attempt, state.slot, RowKeys.headerRangeStart(generation), RowKeys.headerRangeEnd(generation));
    }

    /** The number of keys that have an expiry. */
    static long countExpiring(Attempt attempt, SlotState state, int db) {
        noteFlush(state, attempt);
        KeyRange index = RowKeys.rangeOfGeneration(
                RowKind.EXPIRY, attempt.databases(state).generationOf(db));
        return countRows(attempt, state.slot, index.from(), index.to());
    }

    private static void noteFlush(SlotState state, Attempt attempt) {
        Batch flush = state.databasesBatch;
        if (flush != null) {
            attempt.gates().add(flush);
            if (flush.isDurable()) {
                state.databasesBatch = null;
            }
        }
    }

    /** A count depends on all that is written in the slot, so its reply waits for that to be durable (R5). */
    private static void notePending(SlotState state, Attempt attempt) {
        Batch pending = state.memory.isAllRetired() ? null : state.queue.lastPending();
        if (pending != null) {
            attempt.gates().add(pending);
        }
    }

    private static long countRows(Attempt attempt, int slot, byte[] from, byte[] to) {
        long total = 0;
        byte[] start = from;
        while (true) {
            List<Row> page = attempt.range(slot, start, to, false, COUNT_PAGE, true);
            total += page.size();
            if (page.size() < COUNT_PAGE) {
                return total;
            }
            byte[] last = page.get(page.size() - 1).key();
            start = Arrays.copyOf(last, last.length + 1);
        }
    }

    /** As {@link Keyspace#keys} has it. */
    static KeyPage page(Attempt attempt, SlotState state, int db, int fromHash, int limit) {
        int slot = state.slot;
        noteFlush(state, attempt);
        int generation = attempt.databases(state).generationOf(db);
        // Values are needed only to see who is expired, and that the slot knows without them when nobody can be.
        boolean keysOnly = state.nextExpiryMs() > attempt.nowMs();
        byte[] end = RowKeys.headerRangeEnd(generation);
        List<Row> rows = new ArrayList<>(attempt.range(
                slot, RowKeys.headerHashStart(generation, fromHash), end, false, Math.max(1, limit), keysOnly));
        boolean atEnd = rows.size() < Math.max(1, limit);
        int nextHash = 0;
        if (!atEnd) {
            int lastHash = RowKeys.decodeHeader(rows.get(rows.size() - 1).key()).hash();
            completeGroup(attempt, slot, generation, lastHash, keysOnly, rows);
            nextHash = lastHash + 1;
            atEnd = nextHash == 0;
        }
        List<Key> keys = new ArrayList<>(rows.size());
        for (Row row : rows) {
            Key key = liveKey(attempt, slot, row, keysOnly);
            if (key != null) {
                keys.add(key);
            }
        }
        return new KeyPage(keys, rows.size(), nextHash, atEnd);
    }

    /** Adds the rows that share the last one's hash: a cursor can only stand between two hashes. */
    private static void completeGroup(
            Attempt attempt, int slot, int generation, int hash, boolean keysOnly, List<Row> rows) {
        byte[] last = rows.get(rows.size() - 1).key();
        byte[] from = Arrays.copyOf(last, last.length + 1);
        byte[] to = RowKeys.headerHashEnd(generation, hash);
        rows.addAll(attempt.range(slot, from, to, false, COUNT_PAGE, keysOnly));
    }

    private static @Nullable Key liveKey(Attempt attempt, int slot, Row row, boolean keysOnly) {
        byte[] value = row.value();
        if (keysOnly && Header.needsValueForKey(row.key())) {
            byte[] next = Arrays.copyOf(row.key(), row.key().length + 1);
            List<Row> whole = attempt.range(slot, row.key(), next, false, 1, false);
            if (whole.isEmpty()) {
                return null;
            }
            value = whole.get(0).value();
        }
        if (!keysOnly) {
            Header header = Header.decode(value);
            if (header.isExpiredAt(attempt.nowMs())) {
                return null;
            }
        }
        RowKey.Header name = RowKeys.decodeHeader(row.key());
        return new Key(name.key().isWhole() ? name.key().name() : Header.keyOf(row.key(), value), slot, name.hash());
    }

    /** Empties a database, or all of so many when its number is negative. */
    static void flush(Attempt attempt, SlotState state, int db, int databases, boolean isChanged) {
        notePending(state, attempt);
        if (!isChanged && state.counts().maybeOccupied() == 0) {
            return;
        }
        Databases before = attempt.databases(state);
        Databases changed = before;
        for (int each = Math.max(0, db); each <= (db < 0 ? databases - 1 : db); each++) {
            int generation = before.generationOf(each);
            if (isChanged || !state.knownEmpty(generation)) {
                changed = changed.flushed(each);
                ReclaimEntry entry = ReclaimEntry.ofGeneration(generation);
                attempt.writeInternal(state, entry.rowKey(), entry.encode());
                attempt.onPublish(state, () -> {
                    state.counts().retire(generation);
                    state.mayReclaim(true);
                });
            }
        }
        if (changed != before) {
            attempt.putDatabases(state, changed);
        }
    }

    /** Exchanges two databases. */
    static void swap(Attempt attempt, SlotState state, int first, int second, boolean isChanged) {
        notePending(state, attempt);
        Databases before = attempt.databases(state);
        boolean nothing = !isChanged
                && state.knownEmpty(before.generationOf(first))
                && state.knownEmpty(before.generationOf(second));
        if (!nothing) {
            attempt.putDatabases(state, before.swapped(first, second));
        }
    }
}
