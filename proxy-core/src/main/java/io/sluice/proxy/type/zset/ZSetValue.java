package io.sluice.proxy.type.zset;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
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
 * The sorted set that a key holds, or is about to hold, wherever its members are: in the header row or spread over rows.
 *
 * <p>Members are in the order of score, then of their bytes. Changes are made in place and reach the key with {@link
 * #save}, once for all changes of a command. A value belongs to one run of a handler.
 */
public abstract sealed class ZSetValue permits PackedZSet, SpreadZSet {
    /** What {@link #score} answers for a member that is not there: no member has it for its score. */
    public static final double ABSENT = Double.NaN;

    final CommandContext context;
    final Key key;
    final Header header;
    byte form;

    ZSetValue(CommandContext context, Key key, Header header, byte form) {
        this.context = context;
        this.key = key;
        this.header = header;
        this.form = form;
    }

    /**
     * The value as a reading command finds it; counted as a hit or a miss.
     *
     * @throws CommandException WRONGTYPE if the key holds no sorted set
     */
    public static @Nullable ZSetValue find(CommandContext context, Key key) {
        Header header = context.header(key);
        context.countLookup(header != null);
        return header == null ? null : of(context, key, header);
    }

    /**
     * The value as a writing command finds it; not counted, as in Redis.
     *
     * @throws CommandException WRONGTYPE if the key holds no sorted set
     */
    public static @Nullable ZSetValue findToChange(CommandContext context, Key key) {
        Header header = context.header(key);
        return header == null ? null : of(context, key, header);
    }

    /**
     * The value that a header, just read, stands for.
     *
     * @throws CommandException WRONGTYPE if that is no sorted set
     */
    public static ZSetValue of(CommandContext context, Key key, Header header) {
        if (header.type() != ValueType.ZSET) {
            throw new CommandException(Errors.WRONGTYPE);
        }
        return header.encoding() == ValueEncoding.ZSET_SPREAD
                ? new SpreadZSet(context, key, header)
                : new PackedZSet(context, key, header);
    }

    /** An empty sorted set that is not stored before a member is put and {@link #save} is called. */
    public static ZSetValue create(CommandContext context, Key key) {
        return new PackedZSet(context, key, PackedZSet.EMPTY);
    }

    public Key key() {
        return key;
    }

    /** Redis's form, one of {@link Forms}. */
    public byte form() {
        return form;
    }

    /** Takes members with their scores by the batch. */
    @FunctionalInterface
    public interface Batches {
        /** False to be given no more. */
        boolean accept(List<byte[]> members, double[] scores);
    }

    /** The number of members. */
    public abstract long size();

    // ---- reading ----

    /** The member's score, or {@link #ABSENT}. */
    public abstract double score(byte[] member);

    /** The scores of these members, at least one, {@link #ABSENT} where there is none; a cold store is asked once. */
    public abstract double[] scores(List<byte[]> members);

    /** The member's place in the order, or -1. */
    public abstract long rank(byte[] member);

    /** How many members are meant. */
    public abstract long count(ZRange range);

    /**
     * Shows the members that are meant, in order.
     *
     * @param reverse whether from the highest to the lowest; ranks count from the highest then
     * @param offset how many are passed over first
     * @param limit how many are shown at most
     */
    public abstract void forEach(ZRange range, boolean reverse, long offset, long limit, MemberVisitor visitor);

    /** Declares that these members will be looked for and changed: a cold store is asked once. */
    public abstract void prefetch(List<byte[]> members);

    /** Declares that all members of these ranges will be shown, forward: a cold store is asked once. */
    public abstract void prefetchAll(List<ZRange.ByScore> ranges);

    // ---- without order ----

    /**
     * Gives all members in batches; no more than a batch is in memory.
     *
     * @return false when the sink has stopped it
     */
    public abstract boolean each(Batches sink);

    /**
     * Shows the next members of a walk that meets each member that is there from its begin to its end, at least once. What
     * Redis keeps small is shown as a whole.
     *
     * @param cursor 0, or what the step before answered
     * @param count about how many members to look at
     * @return where the next step goes on; 0 when the walk is through
     */
    public abstract long scan(long cursor, long count, MemberVisitor visitor);

    /** Shows so many members, each drawn from all. The set is not empty. */
    public abstract void drawn(int count, MemberVisitor visitor);

    /** Shows so many different members, each choice of them with the same chance. The set has more. */
    public abstract void drawnDistinct(long count, MemberVisitor visitor);

    // ---- changing ----

    /**
     * A member with a new score.
     *
     * @param old its score until now, {@link #ABSENT} if it is new
     */
    public record Change(byte[] member, double score, double old) {
        boolean isNew() {
            return Double.isNaN(old);
        }
    }

    /** Adds members, or gives them other scores; each member only once. */
    public abstract void put(List<Change> changes);

    /** Takes the member away; false when it is not there. */
    public abstract boolean remove(byte[] member);

    /** Takes away the members that are meant, and answers how many they were. */
    public abstract long removeAll(ZRange range);

    /** Takes the lowest or the highest members away, one end first, and shows them. */
    public abstract void pop(boolean highest, long count, MemberVisitor visitor);

    /** Writes what has changed; deletes the key when nothing is left. */
    public abstract void save();

    /** The header of an independent copy under another name; the caller writes it. */
    public final Header copyTo(Key to) {
        ZSetBuilder members = new ZSetBuilder();
        forEach(ZRange.ALL, false, 0, Long.MAX_VALUE, members);
        return members.build(context, to, form).withExpireAt(header.expireAtMs());
    }

    // ---- Redis's forms ----

    /** A command that names this many members makes a large form of it at once, as in Redis 7.2. */
    public void expect(long members) {
        if (members > limits().zsetEntries()) {
            form = Forms.TABLE;
        }
    }

    /** Takes note of members that were added: too many, or too long a one, and the form is the large one for good. */
    final void noteForm(List<Change> changes) {
        boolean small = size() <= limits().zsetEntries();
        boolean added = false;
        for (Change change : changes) {
            added |= change.isNew();
            small &= !change.isNew() || change.member.length <= limits().zsetValueBytes();
        }
        if (added && !small) {
            form = Forms.TABLE;
        }
    }

    final FormLimits limits() {
        return context.settings().forms();
    }
}
