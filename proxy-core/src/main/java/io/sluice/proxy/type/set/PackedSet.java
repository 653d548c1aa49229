package io.sluice.proxy.type.set;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.PackedEdit;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.type.collection.ScanCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** A set in its header row: an intset in ascending order, any other in the order in which the members came. */
final class PackedSet extends SetValue {
    private final PackedEntries entries;

    PackedSet(CommandContext context, Key key, long expireAtMs, PackedEntries entries) {
        super(context, key, expireAtMs);
        this.entries = entries;
    }

    @Override
    public long size() {
        return entries.size();
    }

    @Override
    public byte form() {
        return entries.form();
    }

    @Override
    public boolean contains(byte[] member) {
        return entries.find(member, 1) >= 0;
    }

    @Override
    public boolean[] contains(List<byte[]> members) {
        boolean[] found = new boolean[members.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = contains(members.get(i));
        }
        return found;
    }

    @Override
    public List<byte[]> members() {
        return members(entries);
    }

    static List<byte[]> members(PackedEntries entries) {
        List<byte[]> members = new ArrayList<>(entries.size());
        for (int at = entries.first(); at < entries.end(); at = entries.next(at)) {
            members.add(entries.get(at));
        }
        return members;
    }

    @Override
    public boolean each(Batches sink) {
        return entries.size() == 0 || sink.accept(members());
    }

    // ---- in the order of the hashes ----

    @Override
    public SetPage scan(long cursor, long count) {
        if (form() != Forms.TABLE) {
            return new SetPage(ScanCursor.END, members());
        }
        long[] places = placesByHash(cursor);
        List<byte[]> found = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            int hash = (int) (places[i] >>> 32);
            if (i >= count && hash != (int) (places[i - 1] >>> 32)) {
                return new SetPage(ScanCursor.at(hash), found);
            }
            found.add(entries.get((int) places[i]));
        }
        return new SetPage(ScanCursor.END, found);
    }

    /** Of the members from the cursor on: the hash in the high half, the offset in the low one, in order. */
    private long[] placesByHash(long cursor) {
        long[] places = new long[entries.size()];
        int found = 0;
        for (int at = entries.first(); at < entries.end(); at = entries.next(at)) {
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
        return found == places.length ? places : Arrays.copyOf(places, found);
    }

    // ---- at random ----

    @Override
    public byte[] random() {
        return entries.get(randomPlace());
    }

    private int randomPlace() {
        return entries.skip(entries.first(), context.random().nextInt(entries.size()));
    }

    @Override
    public List<byte[]> randomWithRepetition(int count) {
        byte[][] members = members().toArray(new byte[0][]);
        RandomGenerator random = context.random();
        List<byte[]> drawn = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            drawn.add(members[random.nextInt(members.length)]);
        }
        return drawn;
    }

    @Override
    public List<byte[]> randomDistinct(long count) {
        boolean[] chosen = choose((int) count);
        List<byte[]> drawn = new ArrayList<>((int) count);
        int index = 0;
        for (int at = entries.first(); at < entries.end(); at = entries.next(at)) {
            if (chosen[index++]) {
                drawn.add(entries.get(at));
            }
        }
        return drawn;
    }

    /** So many of the entries, by index: each in turn with the chance that it needs. */
    private boolean[] choose(int count) {
        RandomGenerator random = context.random();
        boolean[] chosen = new boolean[entries.size()];
        int wanted = count;
        for (int i = 0; wanted > 0; i++) {
            if (random.nextInt(chosen.length - i) < wanted) {
                chosen[i] = true;
                wanted--;
            }
        }
        return chosen;
    }

    // ---- changes ----

    @Override
    public long add(byte[][] words, int from) {
        int expected = words.length - from;
        byte form = entries.size() == 0
                ? SetForm.initial(words[from], expected, limits())
                : SetForm.expecting(form(), expected, limits());
        if (expected == 1) {
            return addOne(words[from], form) ? 1 : 0;
        }
        return addSeveral(words, from, form);
    }

    private long addSeveral(byte[][] words, int from, byte firstForm) {
        SetContent content = new SetContent(context, firstForm, entries, words.length - from);
        for (int i = from; i < words.length; i++) {
            content.add(words[i]);
        }
        long added = content.size() - entries.size();
        if (added > 0) {
            context.put(key, content.write(key.slot(), expireAtMs));
        }
        return added;
    }

    private boolean addOne(byte[] member, byte form) {
        if (entries.find(member, 1) >= 0) {
            return false;
        }
        byte grown = SetForm.adding(form, entries.size(), member, form == Forms.INTSET ? longest() : 0, limits());
        int at = grown == Forms.INTSET ? placeOf(member) : entries.end();
        byte[] payload = entries.splice(grown, entries.size() + 1, at, at, member);
        if (payload.length > context.settings().packedMaxBytes()) {
            List<byte[]> members = members(PackedEntries.over(payload));
            context.put(key, SpreadSet.write(context, key.slot(), expireAtMs, grown, members));
        } else {
            store(payload);
        }
        return true;
    }

    /** Where an integer belongs among the integers. */
    private int placeOf(byte[] integer) {
        int at = entries.first();
        while (at < entries.end() && IntegerOrder.compare(entries, at, integer) < 0) {
            at = entries.next(at);
        }
        return at;
    }

    /** The length of the longest integer of an intset. */
    private int longest() {
        int longest = 0;
        for (int at = entries.first(); at < entries.end(); at = entries.next(at)) {
            longest = Math.max(longest, entries.length(at));
        }
        return longest;
    }

    @Override
    public long remove(byte[][] words, int from) {
        if (words.length - from == 1) {
            int at = entries.find(words[from], 1);
            if (at < 0) {
                return 0;
            }
            removeAt(at);
            return 1;
        }
        PackedEdit edit = new PackedEdit(entries, 0);
        for (int i = from; i < words.length && edit.size() > 0; i++) {
            int at = edit.find(words[i], 1);
            if (at >= 0) {
                edit.remove(at, 1);
            }
        }
        int removed = entries.size() - edit.size();
        if (edit.size() == 0) {
            context.remove(key);
        } else if (removed > 0) {
            store(edit.build(form()));
        }
        return removed;
    }

    private void removeAt(int at) {
        if (entries.size() == 1) {
            context.remove(key);
        } else {
            store(entries.splice(form(), entries.size() - 1, at, entries.next(at)));
        }
    }

    @Override
    public byte[] pop() {
        int at = randomPlace();
        byte[] popped = entries.get(at);
        removeAt(at);
        return popped;
    }

    @Override
    public List<byte[]> pop(long count) {
        boolean[] chosen = choose((int) count);
        List<byte[]> popped = new ArrayList<>((int) count);
        PackedEntries.Builder rest = new PackedEntries.Builder(entries.end());
        int index = 0;
        for (int at = entries.first(); at < entries.end(); at = entries.next(at)) {
            if (chosen[index++]) {
                popped.add(entries.get(at));
            } else {
                rest.add(entries.payload(), entries.start(at), entries.length(at));
            }
        }
        store(rest.build(form()));
        return popped;
    }

    @Override
    public Header copyTo(int slot) {
        return Header.of(ValueEncoding.SET_PACKED, expireAtMs, entries.payload());
    }

    private void store(byte[] payload) {
        context.put(key, Header.of(ValueEncoding.SET_PACKED, expireAtMs, payload));
    }
}
