package io.sluice.proxy.engine;

import io.sluice.encoding.OrderedCodec;
import io.sluice.kv.Row;
import java.util.Arrays;

/**
 * Up to {@value #MOST} rows in the order of their keys: a part of {@link SortedRows}.
 *
 * <p>Beside each row stands its <em>head</em>: eight bytes of its key as a number. Which eight is the block's affair: those behind
 * the kind and id, as long as they tell any two of its rows apart. Where they are the same in all, as the score is of members that
 * have the same one, they are taken from behind what all keys here begin with. Of a key that begins otherwise such heads say
 * nothing; that is found out with one look at a row, when they have been searched. Not thread-safe.
 */
final class RowBlock {
    static final int MOST = 128;

    /** Key, value, key, value: who compares the key mostly wants the value, which then need not be waited for. */
    private final byte[][] rows = new byte[2 * MOST][];

    private final long[] heads = new long[MOST];
    /** So many bytes are the same in all keys; the heads are what comes then. */
    private int common = SortedRows.NAME;

    private int size;

    int size() {
        return size;
    }

    byte[] key(int at) {
        return rows[2 * at];
    }

    byte[] value(int at) {
        return rows[2 * at + 1];
    }

    void value(int at, byte[] value) {
        rows[2 * at + 1] = value;
    }

    Row row(int at) {
        return new Row(key(at), value(at));
    }

    // ---- searching ----

    // A search that looked at a row before it has compared the heads would wait for memory with every step.

    private long head(byte[] key) {
        return OrderedCodec.head(key, common, key.length);
    }

    /** The first row that is not below the key. */
    int firstFrom(byte[] key) {
        long head = head(key);
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long there = heads[middle];
            if (there == head ? Arrays.compareUnsigned(key(middle), key) < 0 : Long.compareUnsigned(there, head) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int beginning = compareBeginning(key, low);
        return beginning == 0 ? low : beginning < 0 ? 0 : size;
    }

    /** Whether a key is below (negative), above, or like what all keys here begin with; of these it looks at one near a place. */
    private int compareBeginning(byte[] key, int near) {
        return common == SortedRows.NAME ? 0 : SortedRows.compareBeginnings(key, key(Math.min(near, size - 1)), common);
    }

    boolean has(int at, byte[] key) {
        return at < size && heads[at] == head(key) && Arrays.equals(key(at), key);
    }

    // ---- changing ----

    /** @param at what {@link #firstFrom} answers for the key, which is not here */
    void insert(int at, byte[] key, byte[] value) {
        if (size == 0 || compareBeginning(key, at) != 0) {
            headsBehind(SortedRows.NAME);
        }
        System.arraycopy(rows, 2 * at, rows, 2 * (at + 1), 2 * (size - at));
        System.arraycopy(heads, at, heads, at + 1, size - at);
        rows[2 * at] = key;
        rows[2 * at + 1] = value;
        heads[at] = head(key);
        size++;
    }

    void delete(int at) {
        System.arraycopy(rows, 2 * (at + 1), rows, 2 * at, 2 * (size - at - 1));
        System.arraycopy(heads, at + 1, heads, at, size - at - 1);
        cut(size - 1);
    }

    private void cut(int to) {
        Arrays.fill(rows, 2 * to, 2 * size, null);
        size = to;
    }

    /** Moves the rows from here on to a new block. */
    RowBlock split(int from) {
        RowBlock right = new RowBlock();
        right.take(this, from);
        right.chooseHeads();
        cut(from);
        chooseHeads();
        return right;
    }

    /** Takes all rows of the block that comes behind this one. */
    void join(RowBlock right) {
        take(right, 0);
        headsBehind(SortedRows.NAME);
        chooseHeads();
    }

    private void take(RowBlock from, int begin) {
        int count = from.size - begin;
        System.arraycopy(from.rows, 2 * begin, rows, 2 * size, 2 * count);
        System.arraycopy(from.heads, begin, heads, size, count);
        common = from.common;
        size += count;
    }

    // ---- heads ----

    /** Takes heads that say more, if these say nothing. */
    private void chooseHeads() {
        if (size > 1 && heads[0] == heads[size - 1]) {
            headsBehind(Arrays.mismatch(key(0), key(size - 1)));
        }
    }

    private void headsBehind(int bytes) {
        common = bytes;
        for (int i = 0; i < size; i++) {
            heads[i] = head(key(i));
        }
    }
}
