package io.sluice.proxy.type.set;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.Errors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The set that a key holds, or is about to hold, wherever its members are: in the header row or spread over rows.
 *
 * <p>A change is written through the context at once, and this object still shows the set as it was: ask for it anew to
 * see what it has become. Values belong to one run of a handler. The arrays that they give are not to be changed.
 */
public abstract sealed class SetValue permits PackedSet, SpreadSet {
    final CommandContext context;
    final Key key;
    /** When the key expires, in milliseconds since 1970, or {@link Header#NO_EXPIRY}. */
    final long expireAtMs;

    SetValue(CommandContext context, Key key, long expireAtMs) {
        this.context = context;
        this.key = key;
        this.expireAtMs = expireAtMs;
    }

    /** Takes members by the batch. */
    @FunctionalInterface
    public interface Batches {
        /** False to be given no more. */
        boolean accept(List<byte[]> members);
    }

    /**
     * The set as a reading command finds it; counted as a hit or a miss.
     *
     * @throws CommandException WRONGTYPE if the key holds no set
     */
    public static @Nullable SetValue find(CommandContext context, Key key) {
        Header header = context.header(key);
        context.countLookup(header != null);
        return header == null ? null : of(context, key, header);
    }

    /**
     * The set as a writing command finds it; not counted, as in Redis.
     *
     * @throws CommandException WRONGTYPE if the key holds no set
     */
    public static @Nullable SetValue findToChange(CommandContext context, Key key) {
        Header header = context.header(key);
        return header == null ? null : of(context, key, header);
    }

    /** As {@link #findToChange}, with an empty set, not yet stored, where there is none. */
    public static SetValue findOrEmpty(CommandContext context, Key key) {
        SetValue found = findToChange(context, key);
        return found != null ? found : empty(context, key);
    }

    /** A set without members, not yet stored, for a key that holds nothing, or whose value was read and may be replaced. */
    public static SetValue empty(CommandContext context, Key key) {
        return new PackedSet(context, key, Header.NO_EXPIRY, PackedEntries.empty(Forms.INTSET));
    }

    /**
     * The set that a header, just read, stands for.
     *
     * @throws CommandException WRONGTYPE if that is no set
     */
    public static SetValue of(CommandContext context, Key key, Header header) {
        if (header.type() != ValueType.SET) {
            throw new CommandException(Errors.WRONGTYPE);
        }
        return header.encoding() == ValueEncoding.SET_SPREAD
                ? new SpreadSet(context, key, header)
                : new PackedSet(context, key, header.expireAtMs(), PackedEntries.over(header.payload()));
    }

    /**
     * The header of a set that comes whole, as RESTORE brings it; for the caller to write. Its rows, if it needs any, are
     * written here.
     *
     * @param members at least one, each once
     * @param writtenAs one of {@link Forms}; of what is written as a table Redis makes the smallest form that it can, of the
     *     others it looks only at the number of members
     */
    public static Header restored(CommandContext context, int slot, List<byte[]> members, byte writtenAs) {
        FormLimits limits = context.settings().forms();
        SetContent content = new SetContent(context, SetForm.restored(writtenAs, members.size(), limits));
        if (writtenAs == Forms.TABLE) {
            members.forEach(content::add);
        } else {
            content.retain(members);
        }
        return content.write(slot, Header.NO_EXPIRY);
    }

    public Key key() {
        return key;
    }

    /** The number of members. */
    public abstract long size();

    /** One of {@link Forms}. */
    public abstract byte form();

    public abstract boolean contains(byte[] member);

    /** Whether the set has them, in their order; a cold store is asked once. */
    public abstract boolean[] contains(List<byte[]> members);

    /** All members: of an intset in ascending order, of a small set in the header row in the order they were added. */
    public abstract List<byte[]> members();

    /**
     * Gives all members in batches, in the order of {@link #members}; no more than a batch is in memory.
     *
     * @return false when the sink has stopped it
     */
    public abstract boolean each(Batches sink);

    /**
     * The next step of a walk that meets each member that is there from its begin to its end, at least once. What Redis
     * keeps small it answers as a whole.
     *
     * @param cursor 0, or what the step before answered
     * @param count about how many members to look at
     */
    public abstract SetPage scan(long cursor, long count);

    /** A member, each with the same chance. The set is not empty. */
    public abstract byte[] random();

    /** So many members, each drawn from all. The set is not empty. */
    public abstract List<byte[]> randomWithRepetition(int count);

    /** So many different members, each choice of them with the same chance. The set has more. */
    public abstract List<byte[]> randomDistinct(long count);

    /**
     * Adds members; the key's expiry stays.
     *
     * @param words from {@code from} on the members
     * @return how many are new
     */
    public abstract long add(byte[][] words, int from);

    /**
     * Takes members away, and with the last one the key.
     *
     * @param words from {@code from} on the members
     * @return how many there were
     */
    public abstract long remove(byte[][] words, int from);

    /** Takes a random member away, and with the last one the key. The set is not empty. */
    public abstract byte[] pop();

    /** Takes so many random members away. The set has more. */
    public abstract List<byte[]> pop(long count);

    /** The header of an independent copy, with rows of its own in a slot; the caller writes it. */
    public abstract Header copyTo(int slot);

    final FormLimits limits() {
        return context.settings().forms();
    }
}
