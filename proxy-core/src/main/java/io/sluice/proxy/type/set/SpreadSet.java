package io.sluice.proxy.type.set;

import io.sluice.encoding.DeletedRows;
import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.SpreadRef;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.type.collection.Churn;
import io.sluice.proxy.type.collection.ElementRows;
import io.sluice.proxy.type.collection.ElementRows.Element;
import io.sluice.proxy.type.collection.ElementRows.Page;
import io.sluice.proxy.type.collection.HashInterval;
import io.sluice.proxy.type.collection.RandomElements;
import io.sluice.proxy.type.collection.ScanCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set with a row for each member. */
final class SpreadSet extends SetValue {
    private static final ElementValue NOTHING = ElementValue.nothing();

    private final SpreadRef ref;
    private final ElementRows rows;

    SpreadSet(CommandContext context, Key key, Header header) {
        super(context, key, header.expireAtMs());
        this.ref = SpreadRef.decode(header.payload());
        this.rows = new ElementRows(context, key.slot(), ref.id());
    }

    /** Writes the rows of a new set, each member there once, and answers its header, for the caller to write. */
    static Header write(CommandContext context, int slot, long expireAtMs, byte form, List<byte[]> members) {
        SpreadRef ref = new SpreadRef(context.newId(slot), form, members.size());
        ElementRows rows = new ElementRows(context, slot, ref.id());
        for (byte[] member : members) {
            rows.put(member, NOTHING);
        }
        return Header.of(ValueEncoding.SET_SPREAD, expireAtMs, ref.encode());
    }

    @Override
    public long size() {
        return ref.count();
    }

    @Override
    public byte form() {
        return ref.form();
    }

    @Override
    public boolean contains(byte[] member) {
        return rows.find(member) != null;
    }

    @Override
    public boolean[] contains(List<byte[]> members) {
        boolean[] found = new boolean[members.size()];
        if (!members.isEmpty()) {
            HashInterval interval = HashInterval.of(context, members);
            if (interval.isWorthARange(members.size(), ref.count())) {
                containsByRange(members, interval, found);
            } else {
                containsByName(members, found);
            }
        }
        return found;
    }

    private void containsByName(List<byte[]> members, boolean[] found) {
        List<@Nullable ElementValue> values = rows.findAll(members);
        for (int i = 0; i < found.length; i++) {
            found[i] = values.get(i) != null;
        }
    }

    private void containsByRange(List<byte[]> members, HashInterval interval, boolean[] found) {
        List<Row> between = rows.rowsBetween(interval.from(), interval.to(), true);
        DistinctMembers there = new DistinctMembers(context, between.size());
        for (Element element : rows.elements(between, true)) {
            there.add(element.name());
        }
        for (int i = 0; i < found.length; i++) {
            found[i] = there.contains(members.get(i));
        }
    }

    @Override
    public List<byte[]> members() {
        List<byte[]> members = new ArrayList<>((int) Math.min(ref.count(), Integer.MAX_VALUE - 8));
        eachPage(page -> {
            members.addAll(page);
            return true;
        });
        if (form() == Forms.INTSET) {
            members.sort(IntegerOrder.ASCENDING);
        }
        return members;
    }

    @Override
    public boolean each(Batches sink) {
        return form() == Forms.TABLE ? eachPage(sink) : sink.accept(members());
    }

    private boolean eachPage(Batches sink) {
        return rows.eachPage(true, page -> sink.accept(names(page)));
    }

    @Override
    public SetPage scan(long cursor, long count) {
        if (form() != Forms.TABLE) {
            return new SetPage(ScanCursor.END, members());
        }
        if (ScanCursor.isBeyond(cursor)) {
            return new SetPage(ScanCursor.END, List.of());
        }
        Page page = rows.page(ScanCursor.hash(cursor), (int) Math.min(count, Integer.MAX_VALUE), true);
        return new SetPage(page.end() ? ScanCursor.END : ScanCursor.at(page.nextHash()), names(page.elements()));
    }

    private static List<byte[]> names(List<Element> elements) {
        List<byte[]> names = new ArrayList<>(elements.size());
        for (Element element : elements) {
            names.add(element.name());
        }
        return names;
    }

    // ---- at random ----

    private RandomElements randomElements() {
        return new RandomElements(rows, ref.count(), true, context.random());
    }

    @Override
    public byte[] random() {
        return randomElements().one().name();
    }

    @Override
    public List<byte[]> randomWithRepetition(int count) {
        return names(randomElements().withRepetition(count));
    }

    @Override
    public List<byte[]> randomDistinct(long count) {
        return names(randomElements().distinct(count));
    }

    // ---- changes ----

    @Override
    public long add(byte[][] words, int from) {
        List<byte[]> fresh = filter(words, from, false);
        if (fresh.isEmpty()) {
            return 0;
        }
        byte form = SetForm.expecting(ref.form(), words.length - from, limits());
        long size = ref.count();
        for (byte[] member : fresh) {
            if (form != Forms.TABLE) {
                form = SetForm.adding(form, size, member, longest(form), limits());
            }
            size++;
            rows.put(member, NOTHING);
        }
        store(ref.withForm(form).withCount(size));
        return fresh.size();
    }

    /** The length of the longest integer; read only where it can matter. */
    private int longest(byte form) {
        if (form != Forms.INTSET || limits().setValueBytes() >= SetForm.LONGEST_INTEGER) {
            return 0;
        }
        int longest = 0;
        for (byte[] member : members()) {
            longest = Math.max(longest, member.length);
        }
        return longest;
    }

    /** Those of the words that are members, or those that are not, each once. */
    private List<byte[]> filter(byte[][] words, int from, boolean there) {
        List<byte[]> asked = Arrays.asList(words).subList(from, words.length);
        if (asked.size() > 1) {
            DistinctMembers distinct = new DistinctMembers(context, asked.size());
            asked.forEach(distinct::add);
            asked = distinct.asList();
        }
        List<@Nullable ElementValue> found = rows.findAll(asked);
        List<byte[]> wanted = new ArrayList<>(asked.size());
        for (int i = 0; i < asked.size(); i++) {
            if ((found.get(i) != null) == there) {
                wanted.add(asked.get(i));
            }
        }
        return wanted;
    }

    @Override
    public long remove(byte[][] words, int from) {
        List<byte[]> gone = filter(words, from, true);
        removeMembers(gone);
        return gone.size();
    }

    private void removeMembers(List<byte[]> gone) {
        long left = ref.count() - gone.size();
        if (left == 0) {
            context.remove(key);
            return;
        }
        if (gone.isEmpty()) {
            return;
        }
        long deleted = DeletedRows.decode(ref.rest()) + gone.size();
        if (Churn.isMoveDue(left, deleted)) {
            if (move(gone)) {
                return;
            }
            deleted = 0;
        }
        for (byte[] member : gone) {
            rows.delete(member, NOTHING);
        }
        store(ref.withCount(left).withRest(DeletedRows.encode(deleted)));
    }

    /** Writes the set without these members under a new id, or into the header row; false if it is too large for that. */
    private boolean move(List<byte[]> gone) {
        DistinctMembers without = new DistinctMembers(context, gone.size());
        gone.forEach(without::add);
        List<byte[]> left = new ArrayList<>((int) ref.count());
        long mostBytes = Churn.mostBytes(context);
        long mostRows = Churn.mostRows(context);
        long[] bytes = {0};
        boolean all = eachPage(page -> {
            for (byte[] member : page) {
                if (!without.contains(member)) {
                    left.add(member);
                    bytes[0] += Churn.bytesOf(member);
                }
            }
            return bytes[0] <= mostBytes && left.size() <= mostRows;
        });
        if (all) {
            if (form() == Forms.INTSET) {
                left.sort(IntegerOrder.ASCENDING);
            }
            context.put(key, SetContent.write(context, key.slot(), expireAtMs, form(), left));
        }
        return all;
    }

    @Override
    public byte[] pop() {
        byte[] popped = random();
        removeMembers(List.of(popped));
        return popped;
    }

    @Override
    public List<byte[]> pop(long count) {
        List<byte[]> popped = randomDistinct(count);
        removeMembers(popped);
        return popped;
    }

    @Override
    public Header copyTo(int slot) {
        SpreadRef copy = new SpreadRef(context.newId(slot), ref.form(), ref.count());
        ElementRows copies = new ElementRows(context, slot, copy.id());
        eachPage(members -> {
            members.forEach(member -> copies.put(member, NOTHING));
            return true;
        });
        return Header.of(ValueEncoding.SET_SPREAD, expireAtMs, copy.encode());
    }

    private void store(SpreadRef changed) {
        context.put(key, Header.of(ValueEncoding.SET_SPREAD, expireAtMs, changed.encode()));
    }
}
