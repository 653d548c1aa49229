package io.sluice.encoding;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which generation each database has in a slot. Immutable.
 *
 * <p>Rows carry a generation, not a database number, so that FLUSHDB and SWAPDB rewrite this one row. No generation is
 * ever given to a second database: what carries a retired one is garbage for good.
 *
 * <p>A database that was never flushed or swapped is not listed: database n has generation n. Drawn generations begin
 * at {@link #FIRST_DRAWN}, above every number that a database can have. So the {@code databases} setting may grow at
 * any time, in slots that have this row and in those that do not, and a new database never meets a drawn generation.
 */
public final class Databases {
    /** Database numbers are below this. */
    public static final int MAX_DATABASES = 1 << 16;
    /** The first generation that is drawn; those below are the databases' own. */
    public static final int FIRST_DRAWN = MAX_DATABASES;
    /** What holds in a slot without the row. */
    public static final Databases INITIAL = new Databases(new TreeMap<>(), FIRST_DRAWN);

    private static final byte FORMAT = 1;

    /** Of so many databases, as many as a server has unless told otherwise, the generations are found without a search. */
    private static final int TABLED = 16;

    /** Only databases whose generation is not their number. Never changed once here. */
    private final NavigableMap<Integer, Integer> moved;

    private final int next;

    /** What {@link #moved} says of the first databases. */
    private final int[] table = new int[TABLED];

    private Databases(NavigableMap<Integer, Integer> moved, int next) {
        this.moved = moved;
        this.next = next;
        for (int db = 0; db < TABLED; db++) {
            table[db] = moved.getOrDefault(db, db);
        }
    }

    /** The generation of a database, unsigned. */
    public int generationOf(int db) {
        if (db >= 0 && db < TABLED) {
            return table[db];
        }
        checkDb(db);
        return moved.getOrDefault(db, db);
    }

    /** Whether a database has this generation: if none has, whatever carries it is garbage. */
    public boolean isInUse(int generation) {
        return databaseOf(generation) >= 0;
    }

    /** The database that has this generation; -1 if none has. */
    public int databaseOf(int generation) {
        if (generation >= 0 && generation < MAX_DATABASES && !moved.containsKey(generation)) {
            return generation;
        }
        for (Map.Entry<Integer, Integer> entry : moved.entrySet()) {
            if (entry.getValue() == generation) {
                return entry.getKey();
            }
        }
        return -1;
    }

    /** The generation to draw next, unsigned. It counts as drawn once {@link #with} has given it to a database. */
    public int nextGeneration() {
        return next;
    }

    /**
     * The same with another generation for a database; {@link #nextGeneration()} moves past it.
     *
     * @throws IllegalArgumentException if it was drawn before, or is below {@link #FIRST_DRAWN}
     * @throws IllegalStateException if generations are used up, after four billion
     */
    public Databases with(int db, int generation) {
        checkDb(db);
        if (Integer.compareUnsigned(generation, next) < 0) {
            throw new IllegalArgumentException("generation " + Integer.toUnsignedString(generation) + " may be in use");
        }
        if (generation == -1) {
            throw new IllegalStateException("generations are used up");
        }
        NavigableMap<Integer, Integer> changed = new TreeMap<>(moved);
        changed.put(db, generation);
        return new Databases(changed, generation + 1);
    }

    /** The same with a fresh generation for a database: what FLUSHDB does. Errors as {@link #with}. */
    public Databases flushed(int db) {
        return with(db, next);
    }

    /** The same with the generations of two databases exchanged: what SWAPDB does. */
    public Databases swapped(int a, int b) {
        NavigableMap<Integer, Integer> changed = new TreeMap<>(moved);
        put(changed, a, generationOf(b));
        put(changed, b, generationOf(a));
        return new Databases(changed, next);
    }

    /** Format, next generation (4 bytes), then for each listed database, rising: number (varint), generation (4). */
    public byte[] encode() {
        int length = 1 + 4;
        for (int db : moved.keySet()) {
            length += OrderedCodec.varintSize(db) + 4;
        }
        byte[] value = new byte[length];
        value[0] = FORMAT;
        OrderedCodec.putInt(value, 1, next);
        int at = 5;
        for (Map.Entry<Integer, Integer> entry : moved.entrySet()) {
            at = OrderedCodec.putVarint(value, at, entry.getKey());
            OrderedCodec.putInt(value, at, entry.getValue());
            at += 4;
        }
        return value;
    }

    /** @throws EncodingException if this is not such a map of this version, or two databases share a generation */
    public static Databases decode(byte[] value) {
        ByteReader in = new ByteReader(value, "databases");
        in.readFormat(FORMAT);
        int next = in.readInt();
        if (Integer.compareUnsigned(next, FIRST_DRAWN) < 0) {
            throw in.error("next generation " + Integer.toUnsignedString(next));
        }
        NavigableMap<Integer, Integer> moved = new TreeMap<>();
        int last = -1;
        while (in.remaining() > 0) {
            int db = in.readVarint(MAX_DATABASES - 1);
            int generation = in.readInt();
            if (db <= last || generation == db || Integer.compareUnsigned(generation, next) >= 0) {
                throw in.error("database " + db + " of generation " + Integer.toUnsignedString(generation));
            }
            moved.put(db, generation);
            last = db;
        }
        refuseShared(moved, in);
        return new Databases(moved, next);
    }

    /** A generation below FIRST_DRAWN is its own database's, unless that one is listed with another. */
    private static void refuseShared(NavigableMap<Integer, Integer> moved, ByteReader in) {
        boolean distinct = moved.values().stream().distinct().count() == moved.size();
        boolean free = moved.values().stream()
                .allMatch(generation ->
                        Integer.compareUnsigned(generation, FIRST_DRAWN) >= 0 || moved.containsKey(generation));
        if (!distinct || !free) {
            throw in.error("two databases share a generation");
        }
    }

    private static void put(NavigableMap<Integer, Integer> moved, int db, int generation) {
        if (generation == db) {
            moved.remove(db);
        } else {
            moved.put(db, generation);
        }
    }

    private static void checkDb(int db) {
        if (db < 0 || db >= MAX_DATABASES) {
            throw new IllegalArgumentException("no database has number " + db);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Databases that && next == that.next && moved.equals(that.moved);
    }

    @Override
    public int hashCode() {
        return 31 * next + moved.hashCode();
    }

    @Override
    public String toString() {
        return "Databases[moved=" + moved + ", next=" + Integer.toUnsignedString(next) + "]";
    }
}
