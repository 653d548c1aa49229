package io.sluice.proxy.type.hash;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.PackedEdit;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.type.collection.ScanCursor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A hash in its header row: field, value, field, value, in the order in which the fields came. */
final class PackedHash extends HashValue {
    private static final int STRIDE = 2;

    private final PackedEntries entries;

    PackedHash(CommandContext context, Key key, long expireAtMs, PackedEntries entries) {
        super(context, key, expireAtMs);
        this.entries = entries;
    }

    @Override
    public long size() {
        return entries.size() / STRIDE;
    }

    @Override
    public boolean isSmall() {
        return entries.form() != Forms.TABLE;
    }

    @Override
    public byte @Nullable [] get(byte[] field) {
        int at = entries.find(field, STRIDE);
        return at < 0 ? null : entries.get(entries.next(at));
    }

    @Override
    public @Nullable SlotKey rowOf(byte[] field) {
        return null;
    }

    @Override
    public List<byte @Nullable []> getAll(List<byte[]> fields) {
        List<byte @Nullable []> values = new ArrayList<>(fields.size());
        for (byte[] field : fields) {
            values.add(get(field));
        }
        return values;
    }

    @Override
    public long lengthOf(byte[] field) {
        int at = entries.find(field, STRIDE);
        return at < 0 ? -1 : entries.length(entries.next(at));
    }

    @Override
    public void each(HashPart part, Sink sink) {
        byte[] payload = entries.payload();
        int at = entries.first();
        while (at < entries.end()) {
            int value = entries.next(at);
            if (part.hasFields()) {
                sink.accept(payload, entries.start(at), entries.length(at));
            }
            if (part.hasValues()) {
                sink.accept(payload, entries.start(value), entries.length(value));
            }
            at = entries.next(value);
        }
    }

    @Override
    public List<HashEntry> entries(HashPart part) {
        List<HashEntry> all = new ArrayList<>(entries.size() / STRIDE);
        for (int at = entries.first(); at < entries.end(); at = entries.skip(at, STRIDE)) {
            all.add(entry(at, part));
        }
        return all;
    }

    private HashEntry entry(int at, HashPart part) {
        return new HashEntry(entries.get(at), part.hasValues() ? entries.get(entries.next(at)) : null);
    }

    @Override
    public HashPage scan(long cursor, long count, Predicate<byte[]> wanted, HashPart part) {
        List<HashEntry> found = new ArrayList<>();
        if (isSmall()) {
            for (int at = entries.first(); at < entries.end(); at = entries.skip(at, STRIDE)) {
                addIfWanted(found, at, wanted, part);
            }
            return new HashPage(ScanCursor.END, found);
        }
        long[] places = placesByHash(cursor);
        long next = ScanCursor.END;
        for (int i = 0; i < places.length; i++) {
            int hash = (int) (places[i] >>> 32);
            if (i >= count && hash != (int) (places[i - 1] >>> 32)) {
                next = ScanCursor.at(hash);
                break;
            }
            addIfWanted(found, (int) places[i], wanted, part);
        }
        return new HashPage(next, found);
    }

    private void addIfWanted(List<HashEntry> found, int at, Predicate<byte[]> wanted, HashPart part) {
        HashEntry entry = entry(at, part);
        if (wanted.test(entry.field())) {
            found.add(entry);
        }
    }

    /** Of the fields from the cursor on: the hash in the high half, the offset in the low one, in order. */
    private long[] placesByHash(long cursor) {
        long[] places = new long[entries.size() / STRIDE];
        int found = 0;
        for (int at = entries.first(); at < entries.end(); at = entries.skip(at, STRIDE)) {
            int hash = context.elementHash(entries.get(at));
            if (ScanCursor.reaches(cursor, hash)) {
                // Sorted as if unsigned: the sign bit is turned here and back below.
                places[found++] = ((long) hash << 32 | at) ^ Long.MIN_VALUE;
            }
        }
        Arrays.sort(places, 0, found);
        for (int i = 0; i < found; i++) {
            places[i] ^= Long.MIN_VALUE;
        }
        return Arrays.copyOf(places, found);
    }

    @Override
    public List<HashEntry> draw(long times, HashPart part, RandomGenerator random) {
        return EntryDraw.draw(entries(part), times, random);
    }

    @Override
    public List<HashEntry> sample(long count, HashPart part, RandomGenerator random) {
        return EntryDraw.sample(entries(part), count, random);
    }

    @Override
    public Header copyTo(int slot) {
        return Header.of(ValueEncoding.HASH_PACKED, expireAtMs, entries.payload());
    }

    @Override
    public long put(byte[][] words, int from) {
        byte form = HashForm.holding(entries.form(), words, from, limits());
        if (words.length - from == STRIDE) {
            return putOne(entries.find(words[from], STRIDE), words[from], words[from + 1], form);
        }
        PackedEdit edit = new PackedEdit(entries, PackedEntries.sizeOf(words));
        for (int i = from; i < words.length; i += 2) {
            int at = edit.find(words[i], STRIDE);
            if (at >= 0) {
                edit.replace(edit.next(at), words[i + 1]);
            } else {
                edit.insert(edit.end(), words[i], words[i + 1]);
            }
            if (edit.bytes() > context.settings().packedMaxBytes()) {
                return spread(PackedEntries.over(edit.build(form)), form, words, i + 2) - size();
            }
        }
        int fields = edit.size() / STRIDE;
        store(edit.build(HashForm.grown(form, fields, limits())));
        return fields - size();
    }

    /** @param at the offset of the field, or -1 */
    private int putOne(int at, byte[] field, byte[] value, byte form) {
        boolean isNew = at < 0;
        byte[] payload;
        if (isNew) {
            byte grown = HashForm.grown(form, size() + 1, limits());
            payload = entries.splice(grown, entries.size() + STRIDE, entries.end(), entries.end(), field, value);
        } else {
            int old = entries.next(at);
            payload = entries.splice(form, entries.size(), old, entries.next(old), value);
        }
        if (payload.length > context.settings().packedMaxBytes()) {
            spread(PackedEntries.over(payload), payload[0], new byte[0][], 0);
        } else {
            store(payload);
        }
        return isNew ? 1 : 0;
    }

    @Override
    public void update(byte[] field, Change change) {
        int at = entries.find(field, STRIDE);
        byte[] value = change.of(at < 0 ? null : entries.get(entries.next(at)));
        if (value != null) {
            byte form = HashForm.holding(entries.form(), field.length, limits());
            putOne(at, field, value, HashForm.holding(form, value.length, limits()));
        }
    }

    @Override
    public long remove(byte[][] words, int from) {
        PackedEdit edit = null;
        for (int i = from; i < words.length; i++) {
            int at = edit == null ? entries.find(words[i], STRIDE) : edit.find(words[i], STRIDE);
            if (at < 0) {
                continue;
            }
            if (i == words.length - 1 && edit == null && entries.size() > STRIDE) {
                store(entries.splice(entries.form(), entries.size() - STRIDE, at, entries.skip(at, STRIDE)));
                return 1;
            }
            if (edit == null) {
                edit = new PackedEdit(entries, 0);
                at = edit.find(words[i], STRIDE);
            }
            edit.remove(at, STRIDE);
        }
        if (edit == null) {
            return 0;
        }
        if (edit.size() == 0) {
            context.remove(key);
        } else {
            store(edit.build(entries.form()));
        }
        return size() - edit.size() / STRIDE;
    }

    private FormLimits limits() {
        return context.settings().forms();
    }

    private void store(byte[] payload) {
        if (payload.length > context.settings().packedMaxBytes()) {
            spread(PackedEntries.over(payload), payload[0], new byte[0][], 0);
        } else {
            context.put(key, Header.of(ValueEncoding.HASH_PACKED, expireAtMs, payload));
        }
    }

    /**
     * Moves to rows, with further fields and values; the hash is known whole, so no row is asked for.
     *
     * @return how many fields there are then
     */
    private long spread(PackedEntries packed, byte form, byte[][] words, int from) {
        Map<ByteBuffer, byte[]> values = new LinkedHashMap<>();
        for (int at = packed.first(); at < packed.end(); at = packed.skip(at, STRIDE)) {
            values.put(ByteBuffer.wrap(packed.get(at)), packed.get(packed.next(at)));
        }
        for (int i = from; i < words.length; i += 2) {
            values.put(ByteBuffer.wrap(words[i]), words[i + 1]);
        }
        List<HashEntry> all = new ArrayList<>(values.size());
        values.forEach((field, value) -> all.add(new HashEntry(field.array(), value)));
        byte grown = HashForm.grown(form, all.size(), limits());
        context.put(key, SpreadHash.write(context, key.slot(), grown, all).withExpireAt(expireAtMs));
        return all.size();
    }
}
