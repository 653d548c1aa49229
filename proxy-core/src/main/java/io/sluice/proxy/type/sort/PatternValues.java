package io.sluice.proxy.type.sort;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.hash.HashValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks up what patterns stand for. All keys of all elements are declared first, and then the fields of large hashes. */
final class PatternValues {
    private static final long MOST_VALUES = 10_000_000;

    private final CommandContext context;

    PatternValues(CommandContext context) {
        this.context = context;
    }

    /**
     * What the patterns stand for, for the first element, then for the second, and so on; null where there is nothing.
     *
     * @param patterns in the order asked for
     * @throws CommandException if these are too many to be held in memory
     */
    List<byte @Nullable []> of(List<byte[]> elements, List<SortPattern> patterns) {
        long looksUp = patterns.stream().filter(SortPattern::namesKey).count();
        if (elements.size() * looksUp > MOST_VALUES) {
            throw new CommandException("ERR SORT would look up more than " + MOST_VALUES + " values");
        }
        List<@Nullable Key> keys = keys(elements, patterns);
        declare(keys, patterns);
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            SortPattern pattern = patterns.get(i % patterns.size());
            Key key = keys.get(i);
            if (key != null) {
                values.add(value(key, pattern));
            } else {
                values.add(pattern.isElement() ? elements.get(i / patterns.size()) : null);
            }
        }
        return values;
    }

    private List<@Nullable Key> keys(List<byte[]> elements, List<SortPattern> patterns) {
        List<@Nullable Key> keys = new ArrayList<>();
        for (byte[] element : elements) {
            for (SortPattern pattern : patterns) {
                keys.add(pattern.namesKey() ? context.key(pattern.keyName(element)) : null);
            }
        }
        return keys;
    }

    private void declare(List<@Nullable Key> keys, List<SortPattern> patterns) {
        List<Key> named = new ArrayList<>();
        for (Key key : keys) {
            if (key != null) {
                named.add(key);
            }
        }
        if (named.isEmpty()) {
            return;
        }
        context.prefetch(named);
        List<SlotKey> rows = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            byte[] field = patterns.get(i % patterns.size()).field();
            Header header = key == null || field == null ? null : context.header(key);
            if (key != null && field != null && header != null && header.type() == ValueType.HASH) {
                SlotKey row = HashValue.of(context, key, header).rowOf(field);
                if (row != null) {
                    rows.add(row);
                }
            }
        }
        if (!rows.isEmpty()) {
            context.prefetchRows(rows);
        }
    }

    private byte @Nullable [] value(Key key, SortPattern pattern) {
        Header header = context.header(key);
        context.countLookup(header != null);
        byte[] field = pattern.field();
        if (header == null || header.type() != (field == null ? ValueType.STRING : ValueType.HASH)) {
            return null;
        }
        return field == null
                ? StringValue.of(context, key, header).bytes()
                : HashValue.of(context, key, header).get(field);
    }
}
