package io.sluice.proxy.type.hash;

import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of a spread hash that name its fields in order of the times at which they expire. */
final class FieldExpiryRows {
    /** The first page of a count; each further one is twice as long. */
    private static final int FIRST_PAGE = 128;

    private final CommandContext context;
    private final int slot;
    private final long id;

    /** A field and its time. */
    record Timed(byte[] field, long timeMs) {}

    /** @param id of the hash */
    FieldExpiryRows(CommandContext context, int slot, long id) {
        this.context = context;
        this.slot = slot;
        this.id = id;
    }

    /** Moves a field from one time to another; either may be {@link Header#NO_EXPIRY}. */
    void move(byte[] field, long fromMs, long toMs) {
        if (fromMs == toMs) {
            return;
        }
        if (fromMs != Header.NO_EXPIRY) {
            context.deleteRow(slot, rowKey(field, fromMs));
        }
        if (toMs != Header.NO_EXPIRY) {
            context.putRow(slot, rowKey(field, toMs), KeyTail.valueFor(field));
        }
    }

    private byte[] rowKey(byte[] field, long timeMs) {
        return RowKeys.fieldExpiry(id, timeMs, context.elementHash(field), field);
    }

    /** The fields that expire first. */
    List<Timed> first(int limit) {
        KeyRange all = RowKeys.rangeOf(RowKind.FIELD_EXPIRY, id);
        List<Timed> fields = new ArrayList<>();
        for (Row row : context.range(slot, all.from(), all.to(), false, limit, false)) {
            RowKey.FieldExpiry key = RowKeys.decodeFieldExpiry(row.key());
            fields.add(new Timed(key.field().nameOr(row.value()), key.expireAtMs()));
        }
        return fields;
    }

    /**
     * How many fields have a time before this one. Read in pages and not up to the time, as the next run of the command
     * has a later one.
     */
    long countBefore(long timeMs) {
        KeyRange all = RowKeys.rangeOf(RowKind.FIELD_EXPIRY, id);
        byte[] from = all.from();
        long count = 0;
        for (int limit = FIRST_PAGE; ; limit = (int) Math.min(2L * limit, Integer.MAX_VALUE)) {
            List<Row> page = context.range(slot, from, all.to(), false, limit, true);
            for (Row row : page) {
                if (RowKeys.decodeFieldExpiry(row.key()).expireAtMs() >= timeMs) {
                    return count;
                }
                count++;
            }
            if (page.size() < limit) {
                return count;
            }
            byte[] last = page.get(page.size() - 1).key();
            from = Arrays.copyOf(last, last.length + 1);
        }
    }
}
