package io.sluice.proxy.type.hash;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.SpreadRef;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.type.collection.ElementRows;
import io.sluice.proxy.type.collection.ElementRows.Element;
import io.sluice.proxy.type.collection.HashOrder;
import io.sluice.proxy.type.collection.RandomElements;
import io.sluice.proxy.type.collection.ScanCursor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A hash in element rows, one for each field, in the order of the fields' hashes; and rows in order of time for the fields
 * that expire. Rows of fields that are expired stay until they are written over or reaped, and the stored count counts
 * them.
 */
final class SpreadHash extends HashValue {
    /**
     * The first page of a walk over all. Each further one is twice as long: where the store does not answer inline every
     * page runs the command again from the top, and so they must be few.
     */
    private static final int FIRST_PAGE = 512;

    private final SpreadRef reference;
    private final boolean expiring;
    /** No field expires before this; {@link Header#NO_EXPIRY} if none does. */
    private final long nextMs;

    private final ElementRows rows;
    private final FieldExpiryRows times;

    SpreadHash(CommandContext context, Key key, Header header) {
        super(context, key, header.expireAtMs());
        this.reference = SpreadRef.decode(header.payload());
        this.expiring = header.encoding() == ValueEncoding.HASH_SPREAD_EXPIRING;
        this.nextMs = expiring ? FieldTimes.decode(reference.rest()) : Header.NO_EXPIRY;
        this.rows = new ElementRows(context, key.slot(), reference.id());
        this.times = new FieldExpiryRows(context, key.slot(), reference.id());
    }

    /** Writes the rows of a new hash, and answers its header, which does not expire; for the caller to write. */
    static Header write(CommandContext context, int slot, byte form, Collection<HashEntry> entries, boolean expiring) {
        long id = context.newId(slot);
        ElementRows rows = new ElementRows(context, slot, id);
        FieldExpiryRows times = new FieldExpiryRows(context, slot, id);
        long next = Header.NO_EXPIRY;
        for (HashEntry entry : entries) {
            rows.put(entry.field(), entry.knownValue(), entry.expireAtMs(), null);
            times.move(entry.field(), Header.NO_EXPIRY, entry.expireAtMs());
            next = sooner(next, entry.expireAtMs());
        }
        byte[] rest = FieldTimes.encode(next);
        return header(new SpreadRef(id, form, entries.size(), rest), expiring, Header.NO_EXPIRY);
    }

    private static Header header(SpreadRef reference, boolean expiring, long expireAtMs) {
        byte encoding = expiring ? ValueEncoding.HASH_SPREAD_EXPIRING : ValueEncoding.HASH_SPREAD;
        return Header.of(encoding, expireAtMs, reference.encode());
    }

    private static long sooner(long a, long b) {
        return a == Header.NO_EXPIRY ? b : b == Header.NO_EXPIRY ? a : Math.min(a, b);
    }

    @Override
    public long size() {
        return isAnyDue() ? reference.count() - times.countBefore(context.nowMs()) : reference.count();
    }

    /** Whether a field may be expired. */
    private boolean isAnyDue() {
        return isExpired(nextMs, context.nowMs());
    }

    private boolean isLive(Element element) {
        return live(element.value()) != null;
    }

    private @Nullable ElementValue live(@Nullable ElementValue value) {
        return value == null || isExpired(value.expireAtMs(), context.nowMs()) ? null : value;
    }

    @Override
    public boolean isSmall() {
        return reference.form() != Forms.TABLE;
    }

    @Override
    public byte @Nullable [] get(byte[] field) {
        ElementValue found = live(rows.find(field));
        return found == null ? null : rows.bytes(found);
    }

    @Override
    public SlotKey rowOf(byte[] field) {
        return rows.rowOf(field);
    }

    @Override
    public List<byte @Nullable []> getAll(List<byte[]> fields) {
        List<@Nullable ElementValue> found = rows.findAll(fields);
        if (expiring) {
            found.replaceAll(this::live);
        }
        return rows.bytesOfAll(found);
    }

    @Override
    public long lengthOf(byte[] field) {
        ElementValue found = live(rows.find(field));
        if (found == null) {
            return -1;
        }
        return found.isChunked() ? found.chunks().length() : found.payload().length;
    }

    @Override
    public void each(HashPart part, Sink sink) {
        eachPage(part, page -> {
            for (HashEntry entry : loaded(page, this::isLive, part)) {
                if (part.hasFields()) {
                    sink.accept(entry.field(), 0, entry.field().length);
                }
                byte[] value = entry.value();
                if (value != null) {
                    sink.accept(value, 0, value.length);
                }
            }
        });
    }

    @Override
    public List<HashEntry> entries(HashPart part) {
        List<HashEntry> all = new ArrayList<>();
        eachPage(part, page -> all.addAll(loaded(page, this::isLive, part)));
        return all;
    }

    private void eachPage(HashPart part, Consumer<List<Element>> pages) {
        int limit = FIRST_PAGE;
        int from = 0;
        while (true) {
            ElementRows.Page page = rows.page(from, limit, namesOnly(part));
            pages.accept(page.elements());
            if (page.end()) {
                return;
            }
            from = page.nextHash();
            limit = (int) Math.min(2L * limit, Integer.MAX_VALUE);
        }
    }

    /** The times of fields are in the rows' values. */
    private boolean namesOnly(HashPart part) {
        return !part.hasValues() && !expiring;
    }

    private List<HashEntry> loaded(List<Element> elements, Predicate<Element> wanted, HashPart part) {
        List<Element> chosen = new ArrayList<>(elements.size());
        List<@Nullable ElementValue> stored = new ArrayList<>(elements.size());
        for (Element element : elements) {
            if (wanted.test(element)) {
                chosen.add(element);
                stored.add(element.value());
            }
        }
        List<byte @Nullable []> values = part.hasValues() ? rows.bytesOfAll(stored) : List.of();
        List<HashEntry> entries = new ArrayList<>(chosen.size());
        for (int i = 0; i < chosen.size(); i++) {
            Element element = chosen.get(i);
            byte[] value = part.hasValues() ? values.get(i) : null;
            entries.add(new HashEntry(element.name(), value, element.value().expireAtMs()));
        }
        return entries;
    }

    @Override
    public HashPage scan(long cursor, long count, Predicate<byte[]> wanted, HashPart part) {
        if (ScanCursor.isBeyond(cursor)) {
            return new HashPage(ScanCursor.END, List.of());
        }
        int limit = (int) Math.min(count, Integer.MAX_VALUE);
        ElementRows.Page page = rows.page(ScanCursor.hash(cursor), limit, namesOnly(part));
        long next = page.end() ? ScanCursor.END : ScanCursor.at(page.nextHash());
        List<HashEntry> found =
                loaded(page.elements(), element -> isLive(element) && wanted.test(element.name()), part);
        return new HashPage(next, found);
    }

    @Override
    public List<HashEntry> draw(int times, HashPart part) {
        long size = size();
        return size == 0 ? List.of() : loaded(atRandom(size, part).withRepetition(times), element -> true, part);
    }

    @Override
    public List<HashEntry> sample(long count, HashPart part) {
        long size = size();
        return count >= size ? entries(part) : loaded(atRandom(size, part).distinct(count), element -> true, part);
    }

    private RandomElements atRandom(long size, HashPart part) {
        HashOrder fields = isAnyDue() ? new LiveFields(rows, context.nowMs()) : rows;
        return new RandomElements(fields, size, namesOnly(part), context.random());
    }

    @Override
    public Header copyTo(int slot) {
        List<HashEntry> all = new ArrayList<>();
        eachPage(HashPart.BOTH, page -> all.addAll(loaded(page, element -> true, HashPart.BOTH)));
        return write(context, slot, reference.form(), all, expiring).withExpireAt(expireAtMs);
    }

    // ---- fields and values ----

    @Override
    public long put(byte[][] words, int from) {
        byte form = HashForm.holding(reference.form(), words, from, limits());
        Map<BinaryKey, byte[]> changes = new LinkedHashMap<>();
        for (int i = from; i < words.length; i += 2) {
            changes.put(BinaryKey.of(words[i]), words[i + 1]);
        }
        List<byte[]> fields = arrays(changes.keySet());
        List<@Nullable ElementValue> olds = rows.findAll(fields);
        long created = 0;
        long added = 0;
        int i = 0;
        for (byte[] value : changes.values()) {
            ElementValue old = olds.get(i);
            put(fields.get(i), value, Header.NO_EXPIRY, old);
            created += live(old) == null ? 1 : 0;
            added += old == null ? 1 : 0;
            i++;
        }
        store(reference.count() + added, form, nextMs);
        return created;
    }

    private static List<byte[]> arrays(Collection<BinaryKey> names) {
        List<byte[]> arrays = new ArrayList<>(names.size());
        names.forEach(name -> arrays.add(name.array()));
        return arrays;
    }

    /** @param old what the field's row holds, expired or not */
    private void put(byte[] field, byte[] value, long timeMs, @Nullable ElementValue old) {
        times.move(field, old == null ? Header.NO_EXPIRY : old.expireAtMs(), timeMs);
        rows.put(field, value, timeMs, old);
    }

    @Override
    public void update(byte[] field, Change change) {
        ElementValue stored = rows.find(field);
        ElementValue old = live(stored);
        byte[] value = change.of(old == null ? null : rows.bytes(old));
        if (value != null) {
            byte form = HashForm.holding(reference.form(), field.length, limits());
            put(field, value, old == null ? Header.NO_EXPIRY : old.expireAtMs(), stored);
            long added = stored == null ? 1 : 0;
            store(reference.count() + added, HashForm.holding(form, value.length, limits()), nextMs);
        }
    }

    @Override
    public long remove(byte[][] words, int from) {
        Set<BinaryKey> names = new LinkedHashSet<>();
        for (int i = from; i < words.length; i++) {
            names.add(BinaryKey.of(words[i]));
        }
        List<byte[]> fields = arrays(names);
        List<@Nullable ElementValue> olds = rows.findAll(fields);
        long removed = 0;
        long stored = 0;
        for (ElementValue old : olds) {
            removed += live(old) == null ? 0 : 1;
            stored += old == null ? 0 : 1;
        }
        delete(fields, olds, stored);
        return removed;
    }

    /** Deletes the rows of fields that have some, and with the last one the key. */
    private void delete(List<byte[]> fields, List<@Nullable ElementValue> olds, long stored) {
        if (stored == reference.count()) {
            context.remove(key);
        } else if (stored > 0) {
            for (int i = 0; i < fields.size(); i++) {
                ElementValue old = olds.get(i);
                if (old != null) {
                    delete(fields.get(i), old);
                }
            }
            store(reference.count() - stored, reference.form(), nextMs);
        }
    }

    private void delete(byte[] field, ElementValue old) {
        times.move(field, old.expireAtMs(), Header.NO_EXPIRY);
        rows.delete(field, old);
    }

    // ---- times ----

    @Override
    public long[] expiries(List<byte[]> fields) {
        long[] found = new long[fields.size()];
        List<@Nullable ElementValue> stored = rows.findAll(fields);
        for (int i = 0; i < found.length; i++) {
            ElementValue value = live(stored.get(i));
            found[i] = value == null ? NO_FIELD : value.expireAtMs();
        }
        return found;
    }

    @Override
    public List<FieldOutcome> expireAt(List<byte[]> fields, long timeMs, FieldCondition condition) {
        return change(
                fields,
                (field, value) -> {
                    if (!condition.allows(value.expireAtMs(), timeMs)) {
                        return FieldOutcome.NOT_ALLOWED;
                    }
                    return timeMs <= context.nowMs() ? FieldOutcome.DELETED : FieldOutcome.DONE;
                },
                timeMs);
    }

    @Override
    public List<FieldOutcome> persist(List<byte[]> fields) {
        return change(
                fields, (field, value) -> value.expires() ? FieldOutcome.DONE : FieldOutcome.NO_TIME, Header.NO_EXPIRY);
    }

    @FunctionalInterface
    private interface Decision {
        FieldOutcome of(byte[] field, ElementValue live);
    }

    /** Decides on one field after the other, each as those before have left it, and writes what has changed. */
    private List<FieldOutcome> change(List<byte[]> fields, Decision decision, long timeMs) {
        List<@Nullable ElementValue> stored = rows.findAll(fields);
        Map<BinaryKey, @Nullable ElementValue> now = new LinkedHashMap<>();
        Map<BinaryKey, ElementValue> before = new LinkedHashMap<>();
        List<FieldOutcome> outcomes = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            BinaryKey name = BinaryKey.of(fields.get(i));
            ElementValue first = stored.get(i);
            ElementValue value = now.containsKey(name) ? now.get(name) : live(first);
            FieldOutcome outcome = value == null ? FieldOutcome.NO_FIELD : decision.of(fields.get(i), value);
            if (value != null && first != null && outcome == FieldOutcome.DONE) {
                now.put(name, value.withExpireAt(timeMs));
                before.putIfAbsent(name, first);
            } else if (first != null && outcome == FieldOutcome.DELETED) {
                now.put(name, null);
                before.putIfAbsent(name, first);
            }
            outcomes.add(outcome);
        }
        write(before, now);
        return outcomes;
    }

    private void write(Map<BinaryKey, ElementValue> before, Map<BinaryKey, @Nullable ElementValue> now) {
        long deleted = now.values().stream().filter(value -> value == null).count();
        if (deleted == reference.count()) {
            context.remove(key);
            return;
        }
        long next = nextMs;
        boolean timed = expiring;
        for (Map.Entry<BinaryKey, ElementValue> entry : before.entrySet()) {
            byte[] field = entry.getKey().array();
            ElementValue value = now.get(entry.getKey());
            if (value == null) {
                delete(field, entry.getValue());
            } else {
                times.move(field, entry.getValue().expireAtMs(), value.expireAtMs());
                rows.put(field, value);
                next = sooner(next, value.expireAtMs());
                timed = true;
            }
        }
        if (!before.isEmpty()) {
            store(reference.count() - deleted, reference.form(), next, timed);
        }
    }

    @Override
    public int reap(int limit) {
        List<FieldExpiryRows.Timed> first = times.first(limit);
        List<byte[]> due = new ArrayList<>();
        long next =
                first.size() < limit ? Header.NO_EXPIRY : first.get(limit - 1).timeMs();
        for (FieldExpiryRows.Timed field : first) {
            if (!isExpired(field.timeMs(), context.nowMs())) {
                next = field.timeMs();
                break;
            }
            due.add(field.field());
        }
        if (due.size() == reference.count()) {
            context.remove(key);
            return due.size();
        }
        List<@Nullable ElementValue> olds = due.isEmpty() ? List.of() : rows.findAll(due);
        for (int i = 0; i < due.size(); i++) {
            ElementValue old = olds.get(i);
            if (old == null) {
                throw new IllegalStateException("a field has a time and no row");
            }
            delete(due.get(i), old);
        }
        store(reference.count() - due.size(), reference.form(), next);
        return due.size();
    }

    // ---- the header ----

    private FormLimits limits() {
        return context.settings().forms();
    }

    private void store(long count, byte form, long next) {
        store(count, form, next, expiring);
    }

    /** Writes the header if it changes. */
    private void store(long count, byte form, long next, boolean timed) {
        byte[] rest = next == nextMs ? reference.rest() : FieldTimes.encode(next);
        SpreadRef changed = new SpreadRef(reference.id(), HashForm.grown(form, count, limits()), count, rest);
        if (timed == expiring && changed.equals(reference)) {
            context.modified(key);
        } else {
            context.put(key, header(changed, timed, expireAtMs));
        }
    }
}
