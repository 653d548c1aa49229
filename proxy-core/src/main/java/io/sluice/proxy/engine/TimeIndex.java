package io.sluice.proxy.engine;

import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;

/** The rows that say in order of time when something of a slot expires. */
enum TimeIndex {
    /** Keys by their time. */
    KEYS(RowKind.EXPIRY) {
        @Override
        KeyRange due(int generation, long nowMs) {
            return RowKeys.expiryBefore(generation, nowMs);
        }

        @Override
        Entry read(int slot, Row row) {
            RowKey.Expiry key = RowKeys.decodeExpiry(row.key());
            return entry(slot, row, key.generation(), key.expireAtMs(), key.hash(), key.key());
        }

        @Override
        long timeOf(Header header) {
            return header.expireAtMs();
        }
    },

    /** Hashes by the time of their next field. */
    FIELDS(RowKind.FIELDS_DUE) {
        @Override
        KeyRange due(int generation, long nowMs) {
            return RowKeys.fieldsDueBefore(generation, nowMs);
        }

        @Override
        Entry read(int slot, Row row) {
            RowKey.FieldsDue key = RowKeys.decodeFieldsDue(row.key());
            return entry(slot, row, key.generation(), key.dueAtMs(), key.hash(), key.key());
        }

        @Override
        long timeOf(Header header) {
            return FieldTimes.nextOf(header);
        }
    };

    /**
     * One row.
     *
     * @param header whose time it says
     */
    record Entry(Row row, RowId header, Key key, long timeMs) {}

    private final byte kind;

    TimeIndex(byte kind) {
        this.kind = kind;
    }

    /** The entries of a generation that are due at this time: those of times before it. */
    abstract KeyRange due(int generation, long nowMs);

    abstract Entry read(int slot, Row row);

    /** The time that the header's entry has, if it has one. */
    abstract long timeOf(Header header);

    KeyRange all() {
        return RowKeys.rangeOf(kind);
    }

    KeyRange ofGeneration(int generation) {
        return RowKeys.rangeOfGeneration(kind, generation);
    }

    /** From when on an entry of this time is due: what expires is still there in the millisecond of its time. */
    static long dueFrom(long timeMs) {
        return timeMs == Long.MAX_VALUE ? timeMs : timeMs + 1; // the last one that PEXPIREAT takes is due never
    }

    private static Entry entry(int slot, Row row, int generation, long timeMs, int hash, KeyTail tail) {
        Key key = new Key(tail.nameOr(row.value()), slot, hash);
        return new Entry(row, RowId.header(generation, key), key, timeMs);
    }
}
