package io.sluice.proxy.engine;

import io.sluice.encoding.OrderedCodec;
import io.sluice.kv.Row;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the order of their keys, all of which begin with the same kind and id.
 *
 * <p>Two levels: {@link RowBlock}s, and the list of blocks. Beside each row stands its <em>head</em>, eight bytes of its key as a
 * number, and so it does in the list beside each block, for the first row. Heads decide nearly every comparison: a search looks at two
 * arrays of numbers and at one or two keys, where a tree of keys would look at seventeen. In either level they are taken from behind
 * what all keys there begin with, if they would say nothing else. A key and a value stand here without an object
 * that holds both: a search would wait for it, and a range, which many commands never read, makes one quickly. Not
 * thread-safe.
 */
final class SortedRows {
    /** So long is what all keys begin with: kind and id. */
    static final int NAME = 1 + Long.BYTES;
    /** Below this a block looks for a neighbour to be joined with. */
    private static final int SMALL = RowBlock.MOST / 4;

    private RowBlock[] blocks = new RowBlock[4];
    /** The heads of the blocks' first rows. */
    private long[] firstHeads = new long[4];
    /** So many bytes are the same in the keys of all first rows; their heads are what comes then. */
    private int common = NAME;

    private int blockCount;
    private int size;

    // Where a row was found last: what is written is, mostly, what was read just before. Only a place to look at first.
    private int lastBlock;
    private int lastAt;
    /** What was looked for there and is not here; null once rows have moved. */
    private byte @Nullable [] lastAbsent;

    int size() {
        return size;
    }

    private long head(byte[] key) {
        return OrderedCodec.head(key, common, key.length);
    }

    /** Compares the first bytes of a key, which may have fewer, with those of a key that has them. */
    static int compareBeginnings(byte[] key, byte[] other, int bytes) {
        return Arrays.compareUnsigned(key, 0, Math.min(key.length, bytes), other, 0, bytes);
    }

    /** The last block that begins at or below the key; 0 when none does. */
    private int blockOf(byte[] key) {
        int order = common == NAME ? 0 : compareBeginnings(key, blocks[0].key(0), common);
        if (order != 0) {
            return order < 0 ? 0 : blockCount - 1;
        }
        long head = head(key);
        int low = 0;
        int high = blockCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long first = firstHeads[middle];
            if (first == head
                    ? Arrays.compareUnsigned(key, blocks[middle].key(0)) >= 0
                    : Long.compareUnsigned(first, head) < 0) {
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
        int number = blockOf(key);
        RowBlock block = blocks[number];
        int at = block.firstFrom(key);
        lastBlock = number;
        lastAt = at;
        boolean isThere = block.has(at, key);
        lastAbsent = isThere ? null : key;
        return isThere ? block.value(at) : null;
    }

    /** Answers the value that it replaces, if there is one. */
    byte @Nullable [] put(byte[] key, byte[] value) {
        if (size == 0) {
            RowBlock first = new RowBlock();
            first.insert(0, key, value);
            insertBlock(0, first);
            size = 1;
            return null;
        }
        int number = lastBlock;
        int at = lastAt;
        boolean isThere = number < blockCount && blocks[number].has(at, key);
        if (!isThere && !Arrays.equals(lastAbsent, key)) {
            number = blockOf(key);
            at = blocks[number].firstFrom(key);
            isThere = blocks[number].has(at, key);
        }
        RowBlock block = blocks[number];
        if (isThere) {
            byte[] replaced = block.value(at);
            block.value(at, value);
            return replaced;
        }
        lastAbsent = null;
        size++;
        // What grows at its end leaves full blocks behind.
        int cut = number == blockCount - 1 && at == RowBlock.MOST ? at : RowBlock.MOST / 2;
        RowBlock right = block.size() == RowBlock.MOST ? block.split(cut) : null;
        if (right != null && at >= cut) {
            right.insert(at - cut, key, value);
        } else {
            block.insert(at, key, value);
        }
        if (at == 0) {
            firstChanged(number);
        }
        if (right != null) {
            insertBlock(number + 1, right);
        }
        return null;
    }

    /** Answers the value that was there. */
    byte @Nullable [] remove(byte[] key) {
        if (size == 0) {
            return null;
        }
        int number = blockOf(key);
        RowBlock block = blocks[number];
        int at = block.firstFrom(key);
        if (!block.has(at, key)) {
            return null;
        }
        byte[] removed = block.value(at);
        lastAbsent = null;
        block.delete(at);
        size--;
        if (block.size() == 0) {
            deleteBlock(number);
            return removed;
        }
        if (at == 0) {
            firstChanged(number);
        }
        if (block.size() < SMALL) {
            join(number);
        }
        return removed;
    }

    private void join(int number) {
        int left = number + 1 < blockCount ? number : number - 1;
        if (left < 0) {
            return;
        }
        RowBlock right = blocks[left + 1];
        if (blocks[left].size() + right.size() <= RowBlock.MOST / 2) {
            blocks[left].join(right);
            deleteBlock(left + 1);
        }
    }

    private void insertBlock(int at, RowBlock block) {
        boolean isFull = blockCount == blocks.length;
        if (isFull) {
            blocks = Arrays.copyOf(blocks, 2 * blockCount);
            firstHeads = Arrays.copyOf(firstHeads, 2 * blockCount);
        }
        System.arraycopy(blocks, at, blocks, at + 1, blockCount - at);
        System.arraycopy(firstHeads, at, firstHeads, at + 1, blockCount - at);
        blocks[at] = block;
        blockCount++;
        firstChanged(at);
        if (isFull) {
            chooseHeads();
        }
    }

    private void deleteBlock(int at) {
        blockCount--;
        System.arraycopy(blocks, at + 1, blocks, at, blockCount - at);
        System.arraycopy(firstHeads, at + 1, firstHeads, at, blockCount - at);
        blocks[blockCount] = null;
    }

    // ---- heads of the first rows ----

    private void firstChanged(int number) {
        byte[] key = blocks[number].key(0);
        if (common > NAME && (blockCount == 1 || compareBeginnings(key, otherFirst(number), common) != 0)) {
            headsBehind(NAME);
        }
        firstHeads[number] = head(key);
    }

    private byte[] otherFirst(int number) {
        return blocks[number == 0 ? blockCount - 1 : 0].key(0);
    }

    /** Takes heads that say more, if these say nothing. Looks at all blocks then, so that it is not asked with each one that comes. */
    private void chooseHeads() {
        if (firstHeads[0] == firstHeads[blockCount - 1]) {
            headsBehind(Arrays.mismatch(blocks[0].key(0), blocks[blockCount - 1].key(0)));
        }
    }

    private void headsBehind(int bytes) {
        common = bytes;
        for (int i = 0; i < blockCount; i++) {
            firstHeads[i] = head(blocks[i].key(0));
        }
    }

    // ---- ranges ----

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
        int number = blockOf(from);
        int at = blocks[number].firstFrom(from);
        End end = new End(to);
        for (; number <= Math.min(end.number, blockCount - 1); number++, at = 0) {
            RowBlock block = blocks[number];
            int last = end.isBehind(number) ? block.size() : end.at;
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
        int first = blockOf(from);
        int firstAt = blocks[first].firstFrom(from);
        End end = new End(to);
        for (int number = Math.min(end.number, blockCount - 1); number >= first; number--) {
            RowBlock block = blocks[number];
            int at = end.isBehind(number) ? block.size() : end.at;
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
        int number = blockOf(from);
        long at = (long) blocks[number].firstFrom(from) + index;
        while (at >= blocks[number].size()) {
            at -= blocks[number].size();
            if (++number == blockCount) {
                return null;
            }
        }
        RowBlock block = blocks[number];
        boolean isInside = isBehindAll(to) || Arrays.compareUnsigned(block.key((int) at), to) < 0;
        return isInside ? block.row((int) at) : null;
    }

    /** Whether the end of a range is the first key behind all of the kind and id, or comes later. */
    private boolean isBehindAll(byte[] to) {
        return to.length < NAME || !Arrays.equals(to, 0, NAME, blocks[0].key(0), 0, NAME);
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
                number = blockOf(key);
                at = blocks[number].firstFrom(key);
            }
        }

        boolean isBehind(int block) {
            return block < number;
        }
    }
}
