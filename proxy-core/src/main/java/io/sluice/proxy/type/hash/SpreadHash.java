package io.sluice.proxy.type.hash;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.SpreadRef;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.type.collection.ElementRows;
import io.sluice.proxy.type.collection.ElementRows.Element;
import io.sluice.proxy.type.collection.ScanCursor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A hash in element rows, one for each field, in the order of the fields' hashes. */
final class SpreadHash extends HashValue {
    /**
     * The first page of a walk over all. Each further one is twice as long: where the store does not answer inline every
     * page runs the command again from the top, and so they must be few.
     */
    private static final int FIRST_PAGE = 512;

    private final SpreadRef reference;
    private final ElementRows rows;

    SpreadHash(CommandContext context, Key key, Header header) {
        super(context, key, header.expireAtMs());
        this.reference = SpreadRef.decode(header.payload());
        this.rows = new ElementRows(context, key.slot(), reference.id());
    }

    /** Writes the rows of a new hash, and answers its header, which does not expire; for the caller to write. */
    static Header write(CommandContext context, int slot, byte form, List<HashEntry> entries) {
        SpreadRef reference = new SpreadRef(context.newId(slot), form, entries.size());
        ElementRows rows = new ElementRows(context, slot, reference.id());
        for (HashEntry entry : entries) {
            rows.put(entry.field(), entry.knownValue(), null);
        }
        return Header.of(ValueEncoding.HASH_SPREAD, reference.encode());
    }

    @Override
    public long size() {
        return reference.count();
    }

    @Override
    public boolean isSmall() {
        return reference.form() != Forms.TABLE;
    }

    @Override
    public byte @Nullable [] get(byte[] field) {
        ElementValue found = rows.find(field);
        return found == null ? null : rows.bytes(found);
    }

    @Override
    public SlotKey rowOf(byte[] field) {
        return rows.rowOf(field);
    }

    @Override
    public List<byte @Nullable []> getAll(List<byte[]> fields) {
        return rows.bytesOfAll(rows.findAll(fields));
    }

    @Override
    public long lengthOf(byte[] field) {
        ElementValue found = rows.find(field);
        if (found == null) {
            return -1;
        }
        return found.isChunked() ? found.chunks().length() : found.payload().length;
    }

    @Override
    public void each(HashPart part, Sink sink) {
        eachPage(part, page -> {
            for (HashEntry entry : page) {
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
        eachPage(part, all::addAll);
        return all;
    }

    private void eachPage(HashPart part, Consumer<List<HashEntry>> pages) {
        int limit = FIRST_PAGE;
        int from = 0;
        while (true) {
            ElementRows.Page page = rows.page(from, limit, !part.hasValues());
            pages.accept(loaded(page.elements(), part));
            if (page.end()) {
                return;
            }
            from = page.nextHash();
            limit = (int) Math.min(2L * limit, Integer.MAX_VALUE);
        }
    }

    private List<HashEntry> loaded(List<Element> elements, HashPart part) {
        List<HashEntry> entries = new ArrayList<>(elements.size());
        List<byte @Nullable []> values = List.of();
        if (part.hasValues()) {
            List<@Nullable ElementValue> stored = new ArrayList<>(elements.size());
            for (Element element : elements) {
                stored.add(element.value());
            }
            values = rows.bytesOfAll(stored);
        }
        for (int i = 0; i < elements.size(); i++) {
            entries.add(new HashEntry(elements.get(i).name(), part.hasValues() ? values.get(i) : null));
        }
        return entries;
    }

    @Override
    public HashPage scan(long cursor, long count, Predicate<byte[]> wanted, HashPart part) {
        if (ScanCursor.isBeyond(cursor)) {
            return new HashPage(ScanCursor.END, List.of());
        }
        int limit = (int) Math.min(count, Integer.MAX_VALUE);
        ElementRows.Page page = rows.page(ScanCursor.hash(cursor), limit, !part.hasValues());
        List<Element> chosen = new ArrayList<>(page.elements().size());
        for (Element element : page.elements()) {
            if (wanted.test(element.name())) {
                chosen.add(element);
            }
        }
        long next = page.end() ? ScanCursor.END : ScanCursor.at(page.nextHash());
        return new HashPage(next, loaded(chosen, part));
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
        return write(context, slot, reference.form(), entries(HashPart.BOTH)).withExpireAt(expireAtMs);
    }

    @Override
    public long put(byte[][] words, int from) {
        byte form = HashForm.holding(reference.form(), words, from, limits());
        if (words.length - from == 2) {
            return putOne(words[from], words[from + 1], rows.find(words[from]), form);
        }
        Map<ByteBuffer, byte[]> changes = new LinkedHashMap<>();
        for (int i = from; i < words.length; i += 2) {
            changes.put(ByteBuffer.wrap(words[i]), words[i + 1]);
        }
        List<byte[]> fields = new ArrayList<>(changes.size());
        changes.keySet().forEach(field -> fields.add(field.array()));
        List<@Nullable ElementValue> olds = rows.findAll(fields);
        long created = 0;
        int i = 0;
        for (byte[] value : changes.values()) {
            ElementValue old = olds.get(i);
            rows.put(fields.get(i), value, old);
            created += old == null ? 1 : 0;
            i++;
        }
        store(reference.count() + created, form);
        return created;
    }

    private int putOne(byte[] field, byte[] value, @Nullable ElementValue old, byte form) {
        int created = old == null ? 1 : 0;
        rows.put(field, value, old);
        store(reference.count() + created, form);
        return created;
    }

    @Override
    public void update(byte[] field, Change change) {
        ElementValue old = rows.find(field);
        byte[] value = change.of(old == null ? null : rows.bytes(old));
        if (value != null) {
            byte form = HashForm.holding(reference.form(), field.length, limits());
            putOne(field, value, old, HashForm.holding(form, value.length, limits()));
        }
    }

    @Override
    public long remove(byte[][] words, int from) {
        Set<ByteBuffer> names = new LinkedHashSet<>();
        for (int i = from; i < words.length; i++) {
            names.add(ByteBuffer.wrap(words[i]));
        }
        List<byte[]> fields = new ArrayList<>(names.size());
        names.forEach(name -> fields.add(name.array()));
        List<@Nullable ElementValue> olds = rows.findAll(fields);
        long removed = 0;
        for (ElementValue old : olds) {
            removed += old == null ? 0 : 1;
        }
        if (removed == reference.count()) {
            context.remove(key);
        } else if (removed > 0) {
            for (int i = 0; i < fields.size(); i++) {
                ElementValue old = olds.get(i);
                if (old != null) {
                    rows.delete(fields.get(i), old);
                }
            }
            store(reference.count() - removed, reference.form());
        }
        return removed;
    }

    private FormLimits limits() {
        return context.settings().forms();
    }

    /** Writes the header if it changes. */
    private void store(long count, byte form) {
        SpreadRef changed = reference.withCount(count).withForm(HashForm.grown(form, count, limits()));
        if (changed.equals(reference)) {
            context.modified(key);
        } else {
            context.put(key, Header.of(ValueEncoding.HASH_SPREAD, expireAtMs, changed.encode()));
        }
    }
}
