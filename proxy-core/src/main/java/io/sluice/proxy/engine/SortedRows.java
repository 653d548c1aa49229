package io.sluice.proxy.engine;

import io.sluice.encoding.OrderedCodec;
import io.sluice.kv.Row;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the order of their keys, all of which begin with the same kind and id.
 *
 * <p>Two levels: blocks of up to {@value #BLOCK} rows, and the list of blocks. Beside each row stands its <em>head</em>, the
 * eight bytes of its key behind the id as a number, which decides nearly every comparison: a search looks at two arrays of
 * numbers and at one or two keys, where a tree of keys would look at seventeen. A key and a value stand here without an object
 * that holds both: a search would wait for it, and a range, which many commands never read, makes one quickly. Not
 * thread-safe.
 */
final class SortedRows {
    private static final int PREFIX = 1 + Long.BYTES;
    private static final int BLOCK = 128;
    /** Below this a block looks for a neighbour to be joined with. */
    private static final int SMALL = BLOCK / 4;

    private static final class Block {
        /** Key, value, key, value: who compares the key mostly wants the value, which then need not be waited for. */
        final byte[][] rows = new byte[2 * BLOCK][];

        final long[] heads = new long[BLOCK];
        int size;

        byte[] key(int at) {
            return rows[2 * at];
        }

        byte[] value(int at) {
            return rows[2 * at + 1];
        }

        void value(int at, byte[] value) {
            rows[2 * at + 1] = value;
        }

        void insert(int at, byte[] key, byte[] value, long head) {
            System.arraycopy(rows, 2 * at, rows, 2 * (at + 1), 2 * (size - at));
            System.arraycopy(heads, at, heads, at + 1, size - at);
            rows[2 * at] = key;
            rows[2 * at + 1] = value;
            heads[at] = head;
            size++;
        }

        void delete(int at) {
            System.arraycopy(rows, 2 * (at + 1), rows, 2 * at, 2 * (size - at - 1));
            System.arraycopy(heads, at + 1, heads, at, size - at - 1);
            cut(size - 1);
        }

        void append(Block from, int begin, int end) {
            System.arraycopy(from.rows, 2 * begin, rows, 2 * size, 2 * (end - begin));
            System.arraycopy(from.heads, begin, heads, size, end - begin);
            size += end - begin;
        }

        void cut(int to) {
            Arrays.fill(rows, 2 * to, 2 * size, null);
            size = to;
        }

        Row row(int at) {
            return new Row(key(at), value(at));
        }

        /** The first row that is not below the key. */
        int firstFrom(byte[] key, long head) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                long there = heads[middle];
                if (there == head ? isBelow(key(middle), key) : isBelow(there, head)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        boolean has(int at, byte[] key, long head) {
            return at < size && heads[at] == head && Arrays.equals(key(at), key);
        }
    }

    private Block[] blocks = new Block[4];
    /** The heads of the blocks' first rows. */
    private long[] firstHeads = new long[4];

    private int blockCount;
    private int size;

    // Where a row was found last: what is written is, mostly, what was read just before. Only a place to look at first.
    private int lastBlock;
    private int lastAt;

    int size() {
        return size;
    }

    private static long head(byte[] key) {
        return OrderedCodec.head(key, PREFIX, key.length);
    }

    // A search that looked at a row before it has compared the heads would wait for memory with every step.

    private static boolean isBelow(long head, long other) {
        return head + Long.MIN_VALUE < other + Long.MIN_VALUE;
    }

    private static boolean isBelow(byte[] key, byte[] other) {
        return Arrays.compareUnsigned(key, other) < 0;
    }

    /** The last block that begins at or below the key; 0 when none does. */
    private int blockOf(byte[] key, long head) {
        int low = 0;
        int high = blockCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long first = firstHeads[middle];
            if (first == head ? !isBelow(key, blocks[middle].key(0)) : isBelow(first, head)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Math.max(0, low - 1);
    }

    /** The value of the row with this key; null when there is none. */
    byte @Nullable [] get(byte[] key) {
        if (size == 0) {
            return null;
        }
        long head = head(key);
        int number = blockOf(key, head);
        Block block = blocks[number];
        int at = block.firstFrom(key, head);
        lastBlock = number;
        lastAt = at;
        return block.has(at, key, head) ? block.value(at) : null;
    }

    /** Answers the value that it replaces, if there is one. */
    byte @Nullable [] put(byte[] key, byte[] value) {
        long head = head(key);
        if (size == 0) {
            Block first = new Block();
            first.insert(0, key, value, head);
            insertBlock(0, first);
            size = 1;
            return null;
        }
        int number = lastBlock;
        int at = lastAt;
        boolean isThere = number < blockCount && blocks[number].has(at, key, head);
        if (!isThere) {
            number = blockOf(key, head);
            at = blocks[number].firstFrom(key, head);
            isThere = blocks[number].has(at, key, head);
        }
        Block block = blocks[number];
        if (isThere) {
            byte[] replaced = block.value(at);
            block.value(at, value);
            return replaced;
        }
        if (block.size == BLOCK) {
            // What grows at its end leaves full blocks behind.
            int cut = number == blockCount - 1 && at == BLOCK ? BLOCK : BLOCK / 2;
            Block right = new Block();
            right.append(block, cut, BLOCK);
            block.cut(cut);
            insertBlock(number + 1, right);
            if (at >= cut) {
                number++;
                block = right;
                at -= cut;
            }
        }
        block.insert(at, key, value, head);
        firstHeads[number] = block.heads[0];
        size++;
        return null;
    }

    /** Answers the value that was there. */
    byte @Nullable [] remove(byte[] key) {
        if (size == 0) {
            return null;
        }
        long head = head(key);
        int number = blockOf(key, head);
        Block block = blocks[number];
        int at = block.firstFrom(key, head);
        if (!block.has(at, key, head)) {
            return null;
        }
        byte[] removed = block.value(at);
        block.delete(at);
        size--;
        if (block.size == 0) {
            deleteBlock(number);
        } else {
            firstHeads[number] = block.heads[0];
            if (block.size < SMALL) {
                join(number);
            }
        }
        return removed;
    }

    private void join(int number) {
        int left = number + 1 < blockCount ? number : number - 1;
        if (left < 0 || left + 1 >= blockCount) {
            return;
        }
        Block right = blocks[left + 1];
        if (blocks[left].size + right.size <= BLOCK / 2) {
            blocks[left].append(right, 0, right.size);
            deleteBlock(left + 1);
        }
    }

    private void insertBlock(int at, Block block) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blockCount);
            firstHeads = Arrays.copyOf(firstHeads, 2 * blockCount);
        }
        System.arraycopy(blocks, at, blocks, at + 1, blockCount - at);
        System.arraycopy(firstHeads, at, firstHeads, at + 1, blockCount - at);
        blocks[at] = block;
        firstHeads[at] = block.heads[0];
        blockCount++;
    }

    private void deleteBlock(int at) {
        blockCount--;
        System.arraycopy(blocks, at + 1, blocks, at, blockCount - at);
        System.arraycopy(firstHeads, at + 1, firstHeads, at, blockCount - at);
        blocks[blockCount] = null;
    }

    /**
     * Adds the first rows of {@code [from, to)} to a list.
     *
     * @param reverse whether the first ones are those below {@code to}, and they go backwards
     * @param limit how long the list may become
     * @return false when the list has become full before all were added
     */
    boolean copy(byte[] from, byte[] to, boolean reverse, int limit, List<Row> rows) {
        if (size == 0) {
            return true;
        }
        return reverse ? copyBackward(from, to, limit, rows) : copyForward(from, to, limit, rows);
    }

    private boolean copyForward(byte[] from, byte[] to, int limit, List<Row> rows) {
        long head = head(from);
        int number = blockOf(from, head);
        int at = blocks[number].firstFrom(from, head);
        End end = new End(to);
        for (; number <= Math.min(end.number, blockCount - 1); number++, at = 0) {
            Block block = blocks[number];
            int last = end.isBehind(number) ? block.size : end.at;
            for (; at < last; at++) {
                if (rows.size() >= limit) {
                    return false;
                }
                rows.add(block.row(at));
            }
        }
        return true;
    }

    private boolean copyBackward(byte[] from, byte[] to, int limit, List<Row> rows) {
        long head = head(from);
        int first = blockOf(from, head);
        int firstAt = blocks[first].firstFrom(from, head);
        End end = new End(to);
        for (int number = Math.min(end.number, blockCount - 1); number >= first; number--) {
            Block block = blocks[number];
            int at = end.isBehind(number) ? block.size : end.at;
            int stop = number == first ? firstAt : 0;
            while (--at >= stop) {
                if (rows.size() >= limit) {
                    return false;
                }
                rows.add(block.row(at));
            }
        }
        return true;
    }

    /** The row at an index of {@code [from, to)}; null when there are fewer. */
    @Nullable
    Row at(byte[] from, byte[] to, int index) {
        if (size == 0) {
            return null;
        }
        long head = head(from);
        int number = blockOf(from, head);
        long at = (long) blocks[number].firstFrom(from, head) + index;
        while (at >= blocks[number].size) {
            at -= blocks[number].size;
            if (++number == blockCount) {
                return null;
            }
        }
        Block block = blocks[number];
        return isBelow(block, (int) at, to) ? block.row((int) at) : null;
    }

    private boolean isBelow(Block block, int at, byte[] to) {
        if (isBehindAll(to)) {
            return true;
        }
        long there = block.heads[at];
        long head = head(to);
        return there == head ? isBelow(block.key(at), to) : isBelow(there, head);
    }

    /** Whether the end of a range is the first key behind all of the kind and id, or comes later. */
    private boolean isBehindAll(byte[] to) {
        return to.length < PREFIX || !Arrays.equals(to, 0, PREFIX, blocks[0].key(0), 0, PREFIX);
    }

    /** Where the first row stands that is not below the end of a range. */
    private final class End {
        final int number;
        final int at;

        End(byte[] key) {
            if (isBehindAll(key)) {
                number = blockCount;
                at = 0;
            } else {
                long head = head(key);
                number = blockOf(key, head);
                at = blocks[number].firstFrom(key, head);
            }
        }

        boolean isBehind(int block) {
            return block < number;
        }
    }
}
