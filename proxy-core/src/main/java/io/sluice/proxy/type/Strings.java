package io.sluice.proxy.type;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.text.Numbers;
import java.util.Arrays;

/**
 * Makes the headers of strings that are stored whole, with the encoding that Redis would give them, and their chunks
 * where they are large.
 */
public final class Strings {
    /** Redis allocates a string up to this length together with its object. */
    private static final int MAX_EMBEDDED = 44;

    /** Java's arrays end here, whatever proto-max-bulk-len says. */
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 16L;

    static final Header NOTHING_YET = Header.of(ValueEncoding.STRING_EMBSTR, new byte[0]);

    private Strings() {}

    /**
     * The header of a string that a client sent: kept as an integer where it is one.
     *
     * @param expireAtMs milliseconds since 1970, or {@link Header#NO_EXPIRY}
     */
    public static Header header(CommandContext context, Key key, byte[] bytes, long expireAtMs) {
        return Numbers.isLong(bytes)
                ? header(context, key, ValueEncoding.STRING_INT, bytes, expireAtMs)
                : textHeader(context, key, bytes, expireAtMs);
    }

    /** The header of a string that is not kept as an integer, also if it looks like one. */
    public static Header textHeader(CommandContext context, Key key, byte[] bytes, long expireAtMs) {
        byte encoding = bytes.length <= MAX_EMBEDDED ? ValueEncoding.STRING_EMBSTR : ValueEncoding.STRING_RAW;
        return header(context, key, encoding, bytes, expireAtMs);
    }

    /** The header of a string that was computed in place. */
    public static Header rawHeader(CommandContext context, Key key, byte[] bytes, long expireAtMs) {
        return header(context, key, ValueEncoding.STRING_RAW, bytes, expireAtMs);
    }

    private static Header header(CommandContext context, Key key, byte encoding, byte[] bytes, long expireAtMs) {
        int chunkBytes = context.settings().stringChunkBytes();
        if (bytes.length <= chunkBytes) {
            return Header.of(encoding, expireAtMs, bytes);
        }
        ChunkedString string = new ChunkedString(context.newId(key.slot()), bytes.length, chunkBytes);
        writeChunks(context, key, string, bytes);
        return Header.of(ValueEncoding.STRING_CHUNKED, expireAtMs, string.encode());
    }

    /** Writes chunks from the first one on, that hold these bytes. */
    static void writeChunks(CommandContext context, Key key, ChunkedString string, byte[] bytes) {
        int size = string.chunkBytes();
        int index = 0;
        for (long at = 0; at < bytes.length; at += size) {
            byte[] chunk = Arrays.copyOfRange(bytes, (int) at, (int) Math.min(bytes.length, at + size));
            context.putRow(key.slot(), RowKeys.stringChunk(string.id(), index++), chunk);
        }
    }

    /**
     * Refuses a string that would grow above the largest size.
     *
     * @param size the offset that is written at, not negative
     * @param added how many bytes are written there
     */
    public static void checkLength(CommandContext context, long size, long added) {
        long total = size + added;
        if (total < 0 || total > maxLength(context)) {
            throw new CommandException(Errors.STRING_TOO_LONG);
        }
    }

    /** The largest length that a string may reach. */
    public static long maxLength(CommandContext context) {
        return Math.min(context.settings().protoMaxBulkLen(), MAX_ARRAY);
    }
}
