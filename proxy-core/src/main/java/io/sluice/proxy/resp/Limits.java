package io.sluice.proxy.resp;

/** What a client may send, the same for all connections. Any thread may change it; parsers see it at their next request. */
public final class Limits {
    /** The longest line: an inline request, or the count before an argument. Fixed in Redis, too. */
    static final int LINE = 64 * 1024;

    /** Arguments of a request before authentication. */
    static final int UNAUTHENTICATED_ARGUMENTS = 10;

    /** Bytes of an argument before authentication. */
    static final int UNAUTHENTICATED_BULK = 16 * 1024;

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private volatile long bulkLength = 512L << 20;
    private volatile long queryBuffer = 1L << 30;

    /** The longest argument, in bytes ({@code proto-max-bulk-len}); never more than an array of Java holds. */
    public long bulkLength() {
        return bulkLength;
    }

    /** Sets the longest argument, in bytes. */
    public void bulkLength(long bytes) {
        bulkLength = Math.min(bytes, LARGEST_ARRAY);
    }

    /**
     * The most that one connection may hold for one unfinished request, and for the commands of one transaction, in bytes
     * ({@code client-query-buffer-limit}).
     */
    public long queryBuffer() {
        return queryBuffer;
    }

    /** Sets the most that one connection may hold for one unfinished request, in bytes. */
    public void queryBuffer(long bytes) {
        queryBuffer = bytes;
    }
}
