package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The name of a row in memory. Header rows are named by what is hashed already (generation, key), so that the warm path
 * never builds a row key; all others by their row key. Immutable, but for where the row stands in the cache.
 *
 * <p>There may be several of one row, which have the bytes of its key in common: what is written is named as what was read, so that the
 * garbage collector does not move a key for every row that waits for the store. A row that is written is its own name, because
 * each object on the way to a key is a wait for memory (docs/adr/0020).
 */
sealed class RowId permits WrittenRow {
    /** As the store orders rows: by slot, then by row key. */
    static final Comparator<RowId> BY_ROW_KEY = (a, b) ->
            a.slot == b.slot ? Arrays.compareUnsigned(a.rowKey(), b.rowKey()) : Integer.compare(a.slot, b.slot);

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final AtomicReferenceFieldUpdater<RowId, CacheEntry> CACHED =
            AtomicReferenceFieldUpdater.newUpdater(RowId.class, CacheEntry.class, "cached");

    /** Of no row. */
    static final RowId NONE = row(0, new byte[0]);

    private final int slot;
    private final int hash;
    private final int generation;
    /** The key of a header row, the row key of any other. */
    private final byte[] name;

    private final boolean header;
    /** See {@link #cached()}. */
    private volatile @Nullable CacheEntry cached;

    private RowId(int slot, int hash, int generation, byte[] name, boolean header) {
        this.slot = slot;
        this.hash = hash;
        this.generation = generation;
        this.name = name;
        this.header = header;
    }

    /** What is to be named the same. */
    RowId(RowId same) {
        this(same.slot, same.hash, same.generation, same.name, same.header);
        CacheEntry known = same.cached;
        if (known != null) {
            cached(known);
        }
    }

    static RowId header(int generation, Key key) {
        return new RowId(key.slot(), key.hash(), generation, key.bytes(), true);
    }

    static RowId row(int slot, byte[] rowKey) {
        // With the slot, since every slot has rows of the same names, and a flush writes those of all slots at once.
        return new RowId(slot, hashOf(rowKey) * 31 + slot * 0x9e3779b1, 0, rowKey, false);
    }

    /** Eight bytes at once: byte by byte, this would be a good part of what a command on a large collection costs. */
    private static int hashOf(byte[] rowKey) {
        long hash = rowKey.length;
        int at = 0;
        for (; at + Long.BYTES <= rowKey.length; at += Long.BYTES) {
            hash = mix(hash ^ (long) LONG.get(rowKey, at));
        }
        long rest = 0;
        for (; at < rowKey.length; at++) {
            rest = rest << Byte.SIZE | rowKey[at] & 0xFF;
        }
        return Long.hashCode(mix(hash ^ rest));
    }

    private static long mix(long bits) {
        long product = bits * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 32;
    }

    /** The same name, which leads to no entry of the cache: for whoever may keep it for long. */
    RowId apart() {
        return new RowId(slot, hash, generation, name, header);
    }

    /** The name without what else the object may be: for who keeps it for longer than that is needed. */
    RowId nameAlone() {
        return this;
    }

    /** The header row of the same key in another generation. */
    RowId in(int otherGeneration) {
        return otherGeneration == generation ? this : new RowId(slot, hash, otherGeneration, name, true);
    }

    int slot() {
        return slot;
    }

    /** The last entry of {@link RowCache} that had this name, or was found by it; of that class alone. */
    @Nullable
    CacheEntry cached() {
        return cached;
    }

    void cached(CacheEntry entry) {
        CACHED.lazySet(this, entry); // every read of the cache does it: it need not wait until all processors see it
    }

    boolean isHeader() {
        return header;
    }

    /** Of a header row. */
    int generation() {
        return generation;
    }

    /** Of a header row: the hash that orders it. */
    int keyHash() {
        return hash;
    }

    /** Of a header row: the key. */
    byte[] key() {
        return name;
    }

    /** Of a header row it is built each time: kept, it would make the names in memory half as large again. */
    byte[] rowKey() {
        return header ? RowKeys.header(generation, hash, name) : name;
    }

    /** The same row named by its row key, which is built no more then: for where rows are sorted by it. */
    RowId byRowKey() {
        return header ? row(slot, rowKey()) : this;
    }

    /** False when what the row's key begins with says that it is not in the range; of a header that costs less than the key. */
    boolean mayBeIn(KeyRange range) {
        if (!header) {
            return true;
        }
        byte[] start = RowKeys.headerHashStart(generation, hash);
        byte[] from = range.from();
        return Arrays.compareUnsigned(start, range.to()) < 0
                && Arrays.compareUnsigned(start, 0, start.length, from, 0, Math.min(start.length, from.length)) >= 0;
    }

    /** The length of {@link #rowKey()}, which need not be built for it. */
    int rowKeyBytes() {
        return header ? RowKeys.headerLength(name) : name.length;
    }

    /** Writes the bytes of {@link #rowKey()} into an array, from an offset on. */
    void putRowKey(byte[] target, int offset) {
        if (header) {
            RowKeys.putHeader(target, offset, generation, hash, name);
        } else {
            System.arraycopy(name, 0, target, offset, name.length);
        }
    }

    /** Reads what a comparison reads. What it returns means nothing. */
    int touchName() {
        return name.length;
    }

    int weight() {
        return 64 + name.length;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof RowId that
                        && hash == that.hash
                        && slot == that.slot
                        && header == that.header
                        && generation == that.generation
                        && Arrays.equals(name, that.name);
    }

    @Override
    public int hashCode() {
        return hash * 31 + generation;
    }
}
