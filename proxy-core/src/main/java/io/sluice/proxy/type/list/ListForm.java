package io.sluice.proxy.type.list;

import io.sluice.encoding.Forms;
import io.sluice.encoding.ListEntries;
import io.sluice.encoding.ListRun;
import io.sluice.proxy.rdb.ListpackSize;
import io.sluice.proxy.rdb.Quicklist;

/**
 * The form that Redis 7.2 would keep a list in: a listpack up to {@code list-max-listpack-size}, a quicklist above, and a
 * listpack again once it is down to half of that.
 *
 * <p>Redis goes back to a listpack only when the quicklist has a single node. Nodes are not known here, so a list that is
 * small enough is taken to have one.
 */
public final class ListForm {
    /** The size of a node whose elements are limited by number. */
    private static final int SAFE_NODE_BYTES = 8192;

    private ListForm() {}

    /**
     * The form of a list that grows.
     *
     * @param bytes what the elements take in a listpack until now, or an upper bound
     * @param count the number of elements until now
     * @param addedBytes the plain length of the elements that are added
     * @param limit {@code list-max-listpack-size}
     */
    static byte grown(byte form, long bytes, long count, long addedBytes, long added, int limit) {
        if (form == Forms.TABLE) {
            return form;
        }
        long newBytes = ListpackSize.EMPTY + bytes + addedBytes;
        boolean exceeds = limit < 0
                ? newBytes > Quicklist.nodeBytes(limit)
                : newBytes > SAFE_NODE_BYTES || count + added > Math.max(1, limit);
        return exceeds ? Forms.TABLE : form;
    }

    /** The form of a list that has lost elements, or bytes. */
    static byte shrunk(byte form, long bytes, long count, int limit) {
        if (form == Forms.LISTPACK) {
            return form;
        }
        boolean small = limit < 0
                ? ListpackSize.EMPTY + bytes <= Quicklist.nodeBytes(limit) / 2
                : count <= Math.max(1, limit) / 2;
        return small ? Forms.LISTPACK : form;
    }

    /** The form of a list that comes whole, as with RESTORE. */
    static byte whole(long bytes, long count, int limit) {
        boolean small =
                limit < 0 ? ListpackSize.EMPTY + bytes <= Quicklist.nodeBytes(limit) : count <= Math.max(1, limit);
        return small ? Forms.LISTPACK : Forms.TABLE;
    }

    /** At most what so many elements take in a listpack that take so many bytes here. */
    static long atMost(long count, long bytes) {
        // A listpack's own bytes for an element are at most three more than ours below 4096, and six above.
        return bytes + 3 * count + 3 * (bytes >> 12);
    }

    /** What all elements of a run take in a listpack. */
    public static long bytes(ListRun run) {
        return bytes(run.bytes(), run.from(), run.to());
    }

    /** What the elements of a part of an array take in a listpack. */
    public static long bytes(byte[] entries, int from, int to) {
        long bytes = 0;
        int at = from;
        while (at < to) {
            int length = ListEntries.length(entries, at);
            int start = ListEntries.start(at, length);
            bytes += ListpackSize.of(entries, start, length);
            at = start + length;
        }
        return bytes;
    }

    /** What an element takes in a listpack that is too long to be a number. */
    public static long bytesOfLarge(long length) {
        long own = length + (length < 64 ? 1 : length < 4096 ? 2 : 5);
        return own + (own <= 127 ? 1 : own < 16_383 ? 2 : own < 2_097_151 ? 3 : own < 268_435_455 ? 4 : 5);
    }
}
