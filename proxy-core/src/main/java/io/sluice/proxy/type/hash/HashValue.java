package io.sluice.proxy.type.hash;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ValueType;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.Errors;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The hash that a key holds, or is about to hold, wherever its fields are: in the header row or spread over rows. A field
 * whose time has passed is nowhere to be seen, deleted or not; a hash whose fields have all expired is empty until it is
 * reaped.
 *
 * <p>A change is written through the context at once, and this object still shows the hash as it was: ask for it anew to
 * see what it has become. Values belong to one run of a handler. The arrays that they give are not to be changed.
 */
public abstract sealed class HashValue permits PackedHash, SpreadHash {
    final CommandContext context;
    final Key key;
    /** When the key expires, in milliseconds since 1970, or {@link Header#NO_EXPIRY}. */
    final long expireAtMs;

    HashValue(CommandContext context, Key key, long expireAtMs) {
        this.context = context;
        this.key = key;
        this.expireAtMs = expireAtMs;
    }

    /** What {@link #expiries} answers for a field that is not there. */
    public static final long NO_FIELD = -2;

    /** Takes bytes one after another: a stretch of an array that must not be changed. */
    @FunctionalInterface
    public interface Sink {
        void accept(byte[] array, int offset, int length);
    }

    /** What becomes of a field's value. */
    @FunctionalInterface
    public interface Change {
        /**
         * The new value.
         *
         * @param old null when there is no such field
         * @return null to leave all as it is
         */
        byte @Nullable [] of(byte @Nullable [] old);
    }

    /**
     * The hash as a reading command finds it; counted as a hit or a miss.
     *
     * @throws CommandException WRONGTYPE if the key holds no hash
     */
    public static @Nullable HashValue find(CommandContext context, Key key) {
        Header header = context.header(key);
        context.countLookup(header != null);
        return header == null ? null : of(context, key, header);
    }

    /**
     * The hash as a writing command finds it; not counted, as in Redis.
     *
     * @throws CommandException WRONGTYPE if the key holds no hash
     */
    public static @Nullable HashValue findToChange(CommandContext context, Key key) {
        Header header = context.header(key);
        return header == null ? null : of(context, key, header);
    }

    /** As {@link #findToChange}, with an empty hash, not yet stored, where there is none. */
    public static HashValue findOrEmpty(CommandContext context, Key key) {
        HashValue found = findToChange(context, key);
        return found != null ? found : empty(context, key);
    }

    /** A hash without fields, not yet stored, for a key that holds nothing, or whose value was read and may be replaced. */
    public static HashValue empty(CommandContext context, Key key) {
        return PackedHash.nothing(context, key);
    }

    /**
     * The hash that a header, just read, stands for.
     *
     * @throws CommandException WRONGTYPE if that is no hash
     */
    public static HashValue of(CommandContext context, Key key, Header header) {
        if (header.type() != ValueType.HASH) {
            throw new CommandException(Errors.WRONGTYPE);
        }
        return ValueEncoding.isSpread(header.encoding())
                ? new SpreadHash(context, key, header)
                : PackedHash.in(context, key, header);
    }

    /** As {@link #reap(int)}; 0 where there is no hash. */
    public static int reap(CommandContext context, Key key, int limit) {
        Header header = context.header(key);
        return header == null || header.type() != ValueType.HASH
                ? 0
                : of(context, key, header).reap(limit);
    }

    /**
     * The header of a hash that comes whole, as RESTORE brings it; for the caller to write. Its rows, if it needs any, are
     * written here.
     *
     * @param entries at least one, with their values, each field once
     * @param packed whether it comes as a listpack: then Redis does not look at the lengths of fields and values
     */
    public static Header restored(CommandContext context, Key key, List<HashEntry> entries, boolean packed) {
        FormLimits limits = context.settings().forms();
        byte form = HashForm.grown(Forms.LISTPACK, entries.size(), limits);
        boolean expiring = false;
        long bytes = 0;
        for (HashEntry entry : entries) {
            int longest = Math.max(entry.field().length, entry.knownValue().length);
            form = packed ? form : HashForm.holding(form, longest, limits);
            expiring |= entry.expireAtMs() != Header.NO_EXPIRY;
            bytes += entry.field().length + entry.knownValue().length;
        }
        if (bytes <= context.settings().packedMaxBytes()) {
            byte[] payload = PackedHash.payload(form, entries, expiring);
            if (payload.length <= context.settings().packedMaxBytes()) {
                return PackedHash.header(payload, expiring, Header.NO_EXPIRY);
            }
        }
        return SpreadHash.write(context, key.slot(), form, entries, expiring);
    }

    /** The number of fields. */
    public abstract long size();

    /** Whether Redis would keep it as a listpack, and so answer all of it to the first HSCAN. */
    public abstract boolean isSmall();

    /** The field's value; null when there is no such field. */
    public abstract byte @Nullable [] get(byte[] field);

    /** The row that {@link #get} reads; null if it reads none. */
    public abstract @Nullable SlotKey rowOf(byte[] field);

    /** The values in the order of the fields, null where there is none; a cold store is asked once. */
    public abstract List<byte @Nullable []> getAll(List<byte[]> fields);

    /** The length of the field's value, without reading a large one; -1 when there is no such field. */
    public abstract long lengthOf(byte[] field);

    /** Gives all entries, field and value in turn if both are wanted. */
    public abstract void each(HashPart part, Sink sink);

    /** All entries. */
    public abstract List<HashEntry> entries(HashPart part);

    /**
     * The next step of a walk that meets each field that is there from its begin to its end, at least once.
     *
     * @param cursor 0, or what the step before answered
     * @param count about how many fields to look at
     * @param wanted which fields to answer
     */
    public abstract HashPage scan(long cursor, long count, Predicate<byte[]> wanted, HashPart part);

    /**
     * Draws entries one after another, each time among all.
     *
     * @return none when the hash is empty, else {@code times}
     */
    public abstract List<HashEntry> draw(int times, HashPart part);

    /** Draws different entries, as many or, when there are fewer, all. */
    public abstract List<HashEntry> sample(long count, HashPart part);

    /**
     * The header of a hash with the same fields, times, expiry and form that shares no row with this one; for the caller
     * to write.
     *
     * @param slot where the copy's rows lie
     */
    public abstract Header copyTo(int slot);

    /**
     * Sets fields to values; the key's expiry stays, the fields' times go.
     *
     * @param words from {@code from} on fields and values in turn
     * @return how many fields are new
     */
    public abstract long put(byte[][] words, int from);

    /** Changes one field's value after what it is; the field's time stays. */
    public abstract void update(byte[] field, Change change);

    /**
     * Deletes fields, and with the last one the key.
     *
     * @param words from {@code from} on the fields
     * @return how many there were
     */
    public abstract long remove(byte[][] words, int from);

    /** When the fields expire, in milliseconds since 1970: {@link Header#NO_EXPIRY}, {@link #NO_FIELD}, or a time. */
    public abstract long[] expiries(List<byte[]> fields);

    /**
     * Gives fields a time to expire at, each as the ones before have left the hash. A time that has come deletes them, and
     * with the last one the key.
     */
    public abstract List<FieldOutcome> expireAt(List<byte[]> fields, long timeMs, FieldCondition condition);

    /** Takes the fields' times away. */
    public abstract List<FieldOutcome> persist(List<byte[]> fields);

    /**
     * Deletes fields that are expired, the earliest first, and with the last one the key; and finds out anew when the next
     * one expires.
     *
     * @param limit how many at most
     * @return how many
     */
    public abstract int reap(int limit);

    /** As in Redis a field is there in the very millisecond of its time. */
    static boolean isExpired(long timeMs, long nowMs) {
        return timeMs != Header.NO_EXPIRY && timeMs < nowMs;
    }
}
