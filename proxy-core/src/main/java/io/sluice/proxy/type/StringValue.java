package io.sluice.proxy.type;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.Errors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The string that a key holds, or is about to hold, wherever its bytes are: in the header row or spread over chunk rows.
 *
 * <p>Immutable: a change is written through the context at once and answers the value as it is then, which may have moved
 * from the header to chunks. Values belong to one run of a handler.
 */
public abstract sealed class StringValue permits InlineString, SpreadString {
    final CommandContext context;
    final Key key;
    final Header header;

    StringValue(CommandContext context, Key key, Header header) {
        this.context = context;
        this.key = key;
        this.header = header;
    }

    /**
     * A stretch of stored bytes. What lies between two parts is zeroes that nobody stored.
     *
     * @param offset of its first byte in the string
     * @param bytes not to be changed
     */
    record Part(long offset, byte[] bytes) {}

    /**
     * The value as a reading command finds it; counted as a hit or a miss.
     *
     * @throws CommandException WRONGTYPE if the key holds no string
     */
    public static @Nullable StringValue find(CommandContext context, Key key) {
        Header header = context.header(key);
        context.countLookup(header != null);
        return header == null ? null : of(context, key, header);
    }

    /**
     * The value as a writing command finds it; not counted, as in Redis.
     *
     * @throws CommandException WRONGTYPE if the key holds no string
     */
    public static @Nullable StringValue findToChange(CommandContext context, Key key) {
        Header header = context.header(key);
        return header == null ? null : of(context, key, header);
    }

    /** As {@link #findToChange}, with an empty string, not yet stored, where there is none. */
    public static StringValue findOrEmpty(CommandContext context, Key key) {
        StringValue value = findToChange(context, key);
        return value != null ? value : new InlineString(context, key, Strings.NOTHING_YET);
    }

    /**
     * The value that a header, just read, stands for.
     *
     * @throws CommandException WRONGTYPE if that is no string
     */
    public static StringValue of(CommandContext context, Key key, Header header) {
        if (header.type() != ValueType.STRING) {
            throw new CommandException(Errors.WRONGTYPE);
        }
        return header.encoding() == ValueEncoding.STRING_CHUNKED
                ? new SpreadString(context, key, header)
                : new InlineString(context, key, header);
    }

    public Key key() {
        return key;
    }

    /** When the key expires, in milliseconds since 1970, or {@link Header#NO_EXPIRY}. */
    public long expireAtMs() {
        return header.expireAtMs();
    }

    /** The number of bytes. */
    public abstract long length();

    /** All bytes. Not to be changed. */
    public abstract byte[] bytes();

    /**
     * The bytes from {@code from} to {@code to}, exclusive, in an array of the caller's own; reads no more rows than it
     * needs. Bytes beyond the end are zeroes.
     */
    public abstract byte[] range(long from, long to);

    /** The stored parts that hold any byte from {@code from} to {@code to}, exclusive, in order. */
    abstract List<Part> parts(long from, long to);

    /** How many bytes are read with one row: what a search that may end early advances by. */
    abstract long step();

    /** Declares that these ranges of bytes, pairs of from and to (exclusive), will be read: a cold store is asked once. */
    public abstract void prefetch(List<long[]> ranges);

    /**
     * Writes these bytes at the offset, growing the string with zeroes as far as needed; reads and writes no more rows
     * than it touches. The value becomes raw, as all strings that were changed in place. The expiry stays. The caller has
     * checked the length.
     */
    public abstract StringValue write(long offset, byte[] bytes);

    /** Grows the string with zeroes to at least this length, and makes it raw. */
    public abstract StringValue grow(long minLength);

    /** Replaces all bytes by others that make it raw, and keeps the expiry. */
    public void replaceRaw(byte[] bytes) {
        context.put(key, Strings.rawHeader(context, key, bytes, expireAtMs()));
    }

    /** Gives the key another time of expiry, in milliseconds since 1970, or {@link Header#NO_EXPIRY}. */
    public void expireAt(long timeMs) {
        if (timeMs != header.expireAtMs()) {
            context.put(key, header.withExpireAt(timeMs));
        } else {
            context.modified(key); // to who watches it
        }
    }
}
