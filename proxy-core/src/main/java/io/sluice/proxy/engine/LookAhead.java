package io.sluice.proxy.engine;

/**
 * Looks in memory for the keys of the commands that are next, some together, so that they find in the processor's caches what
 * they need.
 *
 * <h2>Why</h2>
 *
 * What a key leads to lies apart in memory: its slot, the slot's written rows, the entry of the cache, its bytes. To follow that
 * takes a command as long as all else that it does, and the processor waits meanwhile. The same steps for many keys do
 * not depend on each other: taken one step for all keys after the other, the processor waits for many at once. (For joins of
 * databases: Chen, Ailamaki, Gibbons, Mowry, "Improving Hash Join Performance through Prefetching", 2004.)
 *
 * <h2>What it may do</h2>
 *
 * Nothing is decided by what is seen here: it is not in the slots' lanes. What stays is each key's name of its header, which
 * knows the entry of the cache that it had ({@link RowCache#find}), and that it counts as used.
 *
 * <p>Made for one look, by the thread that looks: arrays that lived longer would cost the collector's barriers.
 */
public final class LookAhead {
    /** Whose lines fit into the smallest of the processor's caches. */
    private static final int MOST = 32;

    private final Engine engine;
    private final int db;
    private final Key[] keys = new Key[MOST];
    private int count;
    private int seen;

    public LookAhead(Engine engine, int db) {
        this.engine = engine;
        this.db = db;
    }

    /** How many keys are looked for together with those that were added. */
    public int room() {
        return MOST - count;
    }

    /** One more. When there is no room for it, those before it are looked for. */
    public void add(Key key) {
        if (count > 0 && key.equals(keys[count - 1])) {
            return;
        }
        if (count == MOST) {
            look();
        }
        keys[count++] = key;
    }

    /**
     * Looks for those that were added; not for one alone, whose command does that as well.
     *
     * @return made of all that was read, and without a meaning: but what nobody uses, the compiler would not read
     */
    public int look() {
        if (count > 1) {
            SlotState[] slots = new SlotState[count];
            for (int i = 0; i < count; i++) {
                slots[i] = engine.slot(keys[i].slot());
            }
            for (int i = 0; i < count; i++) {
                seen += slots[i].touch();
            }
            RowId[] names = new RowId[count];
            for (int i = 0; i < count; i++) {
                names[i] = keys[i].header(slots[i].databases().generationOf(db));
            }
            Object[] found = findWritten(slots, names);
            RowCache cache = engine.core().cache();
            for (int i = 0; i < count; i++) {
                if (found[i] == null) {
                    found[i] = cache.find(names[i]);
                }
            }
            for (int i = 0; i < count; i++) {
                if (found[i] instanceof WrittenRow row) {
                    seen += row.touch();
                } else if (found[i] instanceof CacheEntry entry) {
                    seen += entry.touch();
                }
            }
        }
        count = 0;
        return seen;
    }

    /** In few steps and short ones: the processor has as many turns of a loop under way as it has room for. */
    private Object[] findWritten(SlotState[] slots, RowId[] names) {
        WrittenRow[] first = new WrittenRow[count];
        ChainTable chains = engine.core().chains();
        for (int i = 0; i < count; i++) {
            WrittenRow row = chains.first(names[i]);
            first[i] = row == null ? slots[i].memory.firstOfChain(names[i]) : row;
        }
        for (int i = 0; i < count; i++) {
            seen += first[i] == null ? 0 : first[i].touchName();
        }
        Object[] found = new Object[count];
        for (int i = 0; i < count; i++) {
            found[i] = WrittenHeaders.find(first[i], names[i]);
        }
        return found;
    }
}
