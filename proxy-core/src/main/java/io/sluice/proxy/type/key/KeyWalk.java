package io.sluice.proxy.type.key;

import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.engine.Keyspace.KeyPage;

/**
 * Walks over the keys of a database, slot by slot and in each in the order of the hashes, and can stop between any two
 * hashes and go on later, on any proxy: where it stands is the slot and the next hash, in one number.
 *
 * <p>A key has one place in this order for as long as it lives, so a key that is there from the first step to the last is
 * met, and met once; keys that come or go meanwhile may be met or not. What changes between two steps moves no other key.
 */
public final class KeyWalk {
    /** The number that begins a walk, and that says that one has ended. */
    public static final long START = 0;

    private final Keyspace keyspace;
    private final int db;
    private final int lastSlot;
    private int slot;
    private int hash;

    private KeyWalk(Keyspace keyspace, long cursor, int onlySlot) {
        this.keyspace = keyspace;
        this.db = keyspace.db();
        boolean beyond = cursor < 0 || cursor >>> 32 >= Keyspace.SLOTS;
        this.slot = beyond ? Keyspace.SLOTS : (int) (cursor >>> 32);
        this.hash = (int) cursor;
        this.lastSlot = onlySlot < 0 ? Keyspace.SLOTS - 1 : onlySlot;
        if (slot < onlySlot) {
            slot = onlySlot;
            hash = 0;
        }
    }

    /** Goes on where an earlier walk stood. A number that no walk ever gave ends it or begins it anywhere. */
    public static KeyWalk from(Keyspace keyspace, long cursor) {
        return new KeyWalk(keyspace, cursor, -1);
    }

    /** As {@link #from}, over the keys of one slot alone. */
    public static KeyWalk inSlot(Keyspace keyspace, long cursor, int slot) {
        return new KeyWalk(keyspace, cursor, slot);
    }

    /** The keys of a slot behind its first page, which was not its last. */
    public static KeyWalk after(Keyspace keyspace, Keyspace.SlotPage first) {
        long cursor = (long) first.slot() << 32 | first.page().nextHash() & 0xFFFF_FFFFL;
        return new KeyWalk(keyspace, cursor, first.slot());
    }

    /** Whether all slots are behind it. */
    public boolean isAtEnd() {
        return slot > lastSlot;
    }

    /** Where it stands; {@link #START} when it is at the end. */
    public long cursor() {
        return isAtEnd() ? START : (long) slot << 32 | hash & 0xFFFF_FFFFL;
    }

    /** Goes over slots known to be empty. */
    public void skipEmpty() {
        while (!isAtEnd() && hash == 0 && keyspace.knownEmpty(slot, db)) {
            slot++;
        }
    }

    /** The slot of the keys that {@link #next} will answer. */
    public int slot() {
        return slot;
    }

    /** Live keys of the slot, about {@code limit} of them, and goes on; not to be called at the end. */
    public KeyPage next(int limit) {
        KeyPage page = keyspace.keys(slot, db, hash, limit);
        if (page.end()) {
            if (hash == 0 && page.scanned() == 0) {
                keyspace.size(slot, db); // counts what is not there, so that the slot is known to be empty from now on
            }
            slot++;
            hash = 0;
        } else {
            hash = page.nextHash();
        }
        return page;
    }
}
