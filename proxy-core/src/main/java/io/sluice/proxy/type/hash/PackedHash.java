package io.sluice.proxy.type.hash;

import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.PackedEdit;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.type.collection.ScanCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A hash in its header row: field and value in turn, in the order in which the fields came; where fields may expire, field,
 * value and time, see {@link FieldTimes}. Fields that are expired are left out from the beginning: what is written next is
 * written without them.
 */
final class PackedHash extends HashValue {
    private static final byte[] NO_TIME = {};

    private final PackedEntries entries;
    private final boolean expiring;
    /** How many entries a field has. */
    private final int stride;

    private PackedHash(CommandContext context, Key key, long expireAtMs, PackedEntries entries, boolean expiring) {
        super(context, key, expireAtMs);
        this.entries = entries;
        this.expiring = expiring;
        this.stride = expiring ? FieldTimes.PACKED_STRIDE : 2;
    }

    static PackedHash nothing(CommandContext context, Key key) {
        return new PackedHash(context, key, Header.NO_EXPIRY, PackedEntries.empty(Forms.LISTPACK), false);
    }

    static PackedHash in(CommandContext context, Key key, Header header) {
        PackedEntries entries = PackedEntries.over(header.payload());
        return header.encoding() == ValueEncoding.HASH_PACKED_EXPIRING
                ? new PackedHash(context, key, header.expireAtMs(), withoutExpired(entries, context.nowMs()), true)
                : new PackedHash(context, key, header.expireAtMs(), entries, false);
    }

    /** Expired fields are the first ones. */
    private static PackedEntries withoutExpired(PackedEntries entries, long nowMs) {
        int expired = 0;
        int at = entries.first();
        while (at < entries.end() && isExpired(FieldTimes.timeOf(entries, at), nowMs)) {
            at = entries.skip(at, FieldTimes.PACKED_STRIDE);
            expired += FieldTimes.PACKED_STRIDE;
        }
        return expired == 0
                ? entries
                : PackedEntries.over(entries.splice(entries.form(), entries.size() - expired, entries.first(), at));
    }

    @Override
    public long size() {
        return entries.size() / stride;
    }

    @Override
    public boolean isSmall() {
        return entries.form() != Forms.TABLE;
    }

    @Override
    public byte @Nullable [] get(byte[] field) {
        int at = entries.find(field, stride);
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
        int at = entries.find(field, stride);
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
            at = entries.skip(value, stride - 1);
        }
    }

    @Override
    public List<HashEntry> entries(HashPart part) {
        List<HashEntry> all = new ArrayList<>(entries.size() / stride);
        for (int at = entries.first(); at < entries.end(); at = entries.skip(at, stride)) {
            all.add(entry(at, part));
        }
        return all;
    }

    private HashEntry entry(int at, HashPart part) {
        byte[] value = part.hasValues() ? entries.get(entries.next(at)) : null;
        return new HashEntry(entries.get(at), value, timeAt(at));
    }

    private long timeAt(int field) {
        return expiring ? FieldTimes.timeOf(entries, field) : Header.NO_EXPIRY;
    }

    @Override
    public HashPage scan(long cursor, long count, Predicate<byte[]> wanted, HashPart part) {
        List<HashEntry> found = new ArrayList<>();
        if (isSmall()) {
            for (int at = entries.first(); at < entries.end(); at = entries.skip(at, stride)) {
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
        long[] places = new long[entries.size() / stride];
        int found = 0;
        for (int at = entries.first(); at < entries.end(); at = entries.skip(at, stride)) {
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
    public List<HashEntry> draw(int times, HashPart part) {
        RandomGenerator random = context.random();
        List<HashEntry> all = entries(part);
        List<HashEntry> drawn = new ArrayList<>(all.isEmpty() ? 0 : times);
        for (int i = 0; i < times && !all.isEmpty(); i++) {
            drawn.add(all.get(random.nextInt(all.size())));
        }
        return drawn;
    }

    @Override
    public List<HashEntry> sample(long count, HashPart part) {
        List<HashEntry> all = entries(part);
        if (count >= all.size()) {
            return all;
        }
        // In their order: each is taken with the chance that as many of the rest are wanted.
        RandomGenerator random = context.random();
        List<HashEntry> drawn = new ArrayList<>((int) count);
        for (int i = 0; drawn.size() < count; i++) {
            if (random.nextInt(all.size() - i) < count - drawn.size()) {
                drawn.add(all.get(i));
            }
        }
        return drawn;
    }

    @Override
    public Header copyTo(int slot) {
        return header(entries.payload(), expiring, expireAtMs);
    }

    static Header header(byte[] payload, boolean expiring, long expireAtMs) {
        return Header.of(
                expiring ? ValueEncoding.HASH_PACKED_EXPIRING : ValueEncoding.HASH_PACKED, expireAtMs, payload);
    }

    /** The payload of these entries, which may be in any order of their times. */
    static byte[] payload(byte form, List<HashEntry> entries, boolean expiring) {
        List<HashEntry> ordered = new ArrayList<>(entries);
        if (expiring) {
            // None counts as the last of all times.
            ordered.sort((a, b) -> Long.compareUnsigned(a.expireAtMs(), b.expireAtMs()));
        }
        PackedEntries.Builder builder = new PackedEntries.Builder(0);
        for (HashEntry entry : ordered) {
            builder.add(entry.field()).add(entry.knownValue());
            if (expiring) {
                builder.add(FieldTimes.encode(entry.expireAtMs()));
            }
        }
        return builder.build(form);
    }

    // ---- fields and values ----

    @Override
    public long put(byte[][] words, int from) {
        byte form = HashForm.holding(entries.form(), words, from, limits());
        if (words.length - from == 2) {
            return putOne(entries.find(words[from], stride), words[from], words[from + 1], form, false);
        }
        PackedEdit edit = new PackedEdit(entries, PackedEntries.sizeOf(words));
        for (int i = from; i < words.length; i += 2) {
            put(edit, words[i], words[i + 1]);
            if (edit.bytes() > context.settings().packedMaxBytes()) {
                return spread(PackedEntries.over(edit.build(form)), form, words, i + 2) - size();
            }
        }
        int fields = edit.size() / stride;
        store(edit.build(HashForm.grown(form, fields, limits())));
        return fields - size();
    }

    private void put(PackedEdit edit, byte[] field, byte[] value) {
        int at = edit.find(field, stride);
        if (at < 0) {
            edit.insert(edit.end(), fieldOf(field, value));
        } else if (expiring && edit.length(edit.skip(at, 2)) > 0) {
            edit.remove(at, stride);
            edit.insert(edit.end(), fieldOf(field, value));
        } else {
            edit.replace(edit.next(at), value);
        }
    }

    /** The entries of a field that does not expire. */
    private byte[][] fieldOf(byte[] field, byte[] value) {
        return expiring ? new byte[][] {field, value, NO_TIME} : new byte[][] {field, value};
    }

    /**
     * @param at the offset of the field, or -1
     * @param keepTime whether a field that is there keeps its time
     */
    private int putOne(int at, byte[] field, byte[] value, byte form, boolean keepTime) {
        if (at < 0) {
            byte grown = HashForm.grown(form, size() + 1, limits());
            int end = entries.end();
            store(entries.splice(grown, entries.size() + stride, end, end, fieldOf(field, value)));
            return 1;
        }
        if (!keepTime && timeAt(at) != Header.NO_EXPIRY) {
            PackedEdit edit = new PackedEdit(entries, value.length);
            put(edit, field, value);
            store(edit.build(form));
        } else {
            int old = entries.next(at);
            store(entries.splice(form, entries.size(), old, entries.next(old), value));
        }
        return 0;
    }

    @Override
    public void update(byte[] field, Change change) {
        int at = entries.find(field, stride);
        byte[] value = change.of(at < 0 ? null : entries.get(entries.next(at)));
        if (value != null) {
            byte form = HashForm.holding(entries.form(), field.length, limits());
            putOne(at, field, value, HashForm.holding(form, value.length, limits()), true);
        }
    }

    @Override
    public long remove(byte[][] words, int from) {
        PackedEdit edit = null;
        for (int i = from; i < words.length; i++) {
            int at = edit == null ? entries.find(words[i], stride) : edit.find(words[i], stride);
            if (at < 0) {
                continue;
            }
            if (i == words.length - 1 && edit == null && entries.size() > stride) {
                store(entries.splice(entries.form(), entries.size() - stride, at, entries.skip(at, stride)));
                return 1;
            }
            if (edit == null) {
                edit = new PackedEdit(entries, 0);
                at = edit.find(words[i], stride);
            }
            edit.remove(at, stride);
        }
        if (edit == null) {
            return 0;
        }
        storeOrRemove(edit);
        return size() - edit.size() / stride;
    }

    // ---- times ----

    @Override
    public long[] expiries(List<byte[]> fields) {
        long[] times = new long[fields.size()];
        for (int i = 0; i < times.length; i++) {
            int at = entries.find(fields.get(i), stride);
            times[i] = at < 0 ? NO_FIELD : timeAt(at);
        }
        return times;
    }

    @Override
    public List<FieldOutcome> expireAt(List<byte[]> fields, long timeMs, FieldCondition condition) {
        if (!expiring) {
            return withTimes().expireAt(fields, timeMs, condition);
        }
        PackedEdit edit = new PackedEdit(entries, 9 * fields.size());
        List<FieldOutcome> outcomes = new ArrayList<>(fields.size());
        boolean changed = false;
        for (byte[] field : fields) {
            int at = edit.find(field, stride);
            FieldOutcome outcome = at < 0
                    ? FieldOutcome.NO_FIELD
                    : !condition.allows(timeAt(edit, at), timeMs)
                            ? FieldOutcome.NOT_ALLOWED
                            : timeMs <= context.nowMs() ? FieldOutcome.DELETED : FieldOutcome.DONE;
            if (outcome == FieldOutcome.DELETED) {
                edit.remove(at, stride);
                changed = true;
            } else if (outcome == FieldOutcome.DONE) {
                move(edit, at, timeMs);
                changed = true;
            }
            outcomes.add(outcome);
        }
        if (changed) {
            storeOrRemove(edit);
        }
        return outcomes;
    }

    @Override
    public List<FieldOutcome> persist(List<byte[]> fields) {
        List<FieldOutcome> outcomes = new ArrayList<>(fields.size());
        PackedEdit edit = new PackedEdit(entries, 0);
        boolean changed = false;
        for (byte[] field : fields) {
            int at = edit.find(field, stride);
            FieldOutcome outcome = at < 0
                    ? FieldOutcome.NO_FIELD
                    : !expiring || timeAt(edit, at) == Header.NO_EXPIRY ? FieldOutcome.NO_TIME : FieldOutcome.DONE;
            if (outcome == FieldOutcome.DONE) {
                move(edit, at, Header.NO_EXPIRY);
                changed = true;
            }
            outcomes.add(outcome);
        }
        if (changed) {
            store(edit.build(entries.form()));
        }
        return outcomes;
    }

    /** Gives a field another time, and the place that goes with it: behind those of the same time. */
    private static void move(PackedEdit edit, int at, long timeMs) {
        byte[] field = edit.get(at);
        byte[] value = edit.get(edit.next(at));
        edit.remove(at, FieldTimes.PACKED_STRIDE);
        int place = edit.end();
        if (timeMs != Header.NO_EXPIRY) {
            place = 0;
            while (place < edit.end()) {
                long there = timeAt(edit, place);
                if (there == Header.NO_EXPIRY || there > timeMs) {
                    break;
                }
                place = edit.skip(place, FieldTimes.PACKED_STRIDE);
            }
        }
        edit.insert(place, field, value, FieldTimes.encode(timeMs));
    }

    private static long timeAt(PackedEdit edit, int field) {
        return FieldTimes.decode(edit.get(edit.skip(field, 2)));
    }

    /** The same hash, with room for times. */
    private PackedHash withTimes() {
        PackedEntries.Builder builder = new PackedEntries.Builder(entries.end() + entries.size());
        byte[] payload = entries.payload();
        for (int at = entries.first(); at < entries.end(); ) {
            int value = entries.next(at);
            builder.add(payload, entries.start(at), entries.length(at));
            builder.add(payload, entries.start(value), entries.length(value));
            builder.add(NO_TIME);
            at = entries.next(value);
        }
        return new PackedHash(context, key, expireAtMs, PackedEntries.over(builder.build(entries.form())), true);
    }

    /** Reading has left them out: all that remains is to write what is left. */
    @Override
    public int reap(int limit) {
        Header stored = context.header(key);
        if (stored == null) {
            return 0;
        }
        int before = PackedEntries.over(stored.payload()).size();
        if (before == entries.size()) {
            return 0;
        }
        if (entries.size() == 0) {
            context.remove(key);
        } else {
            store(entries.payload());
        }
        return (before - entries.size()) / stride;
    }

    // ---- writing ----

    private FormLimits limits() {
        return context.settings().forms();
    }

    private void storeOrRemove(PackedEdit edit) {
        if (edit.size() == 0) {
            context.remove(key);
        } else {
            store(edit.build(entries.form()));
        }
    }

    private void store(byte[] payload) {
        if (payload.length > context.settings().packedMaxBytes()) {
            spread(PackedEntries.over(payload), payload[0], new byte[0][], 0);
        } else {
            context.put(key, header(payload, expiring, expireAtMs));
        }
    }

    /**
     * Moves to rows, with further fields and values; the hash is known whole, so no row is asked for.
     *
     * @return how many fields there are then
     */
    private long spread(PackedEntries packed, byte form, byte[][] words, int from) {
        Map<BinaryKey, HashEntry> all = new LinkedHashMap<>();
        for (int at = packed.first(); at < packed.end(); at = packed.skip(at, stride)) {
            byte[] field = packed.get(at);
            long time = expiring ? FieldTimes.timeOf(packed, at) : Header.NO_EXPIRY;
            all.put(BinaryKey.of(field), new HashEntry(field, packed.get(packed.next(at)), time));
        }
        for (int i = from; i < words.length; i += 2) {
            all.put(BinaryKey.of(words[i]), new HashEntry(words[i], words[i + 1], Header.NO_EXPIRY));
        }
        byte grown = HashForm.grown(form, all.size(), limits());
        Header header = SpreadHash.write(context, key.slot(), grown, all.values(), expiring);
        context.put(key, header.withExpireAt(expireAtMs));
        return all.size();
    }
}
