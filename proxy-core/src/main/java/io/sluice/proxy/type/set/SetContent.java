package io.sluice.proxy.type.set;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * What a set is to hold, collected in memory and then stored whole: with the form that Redis would give it after the same
 * additions in the same order.
 */
final class SetContent {
    private final CommandContext context;
    private final FormLimits limits;
    private DistinctMembers members;
    private byte form;
    /** The length of the longest member while all are integers. */
    private int longest;

    /**
     * @param form of the set while it has only these entries
     * @param expected how many members are about to be added
     */
    SetContent(CommandContext context, byte form, PackedEntries entries, int expected) {
        this.context = context;
        this.limits = context.settings().forms();
        this.members = new DistinctMembers(context, entries.size() + expected);
        this.form = form;
        for (int at = entries.first(); at < entries.end(); at = entries.next(at)) {
            members.add(entries.get(at));
            longest = Math.max(longest, entries.length(at));
        }
    }

    /** An empty set. */
    SetContent(CommandContext context, byte form) {
        this(context, form, PackedEntries.empty(form), 0);
    }

    long size() {
        return members.size();
    }

    byte form() {
        return form;
    }

    void add(byte[] member) {
        int before = members.size();
        if (!members.add(member)) {
            return;
        }
        byte grown = SetForm.adding(form, before, member, longest, limits);
        if (form == Forms.INTSET && grown != Forms.INTSET) {
            // An intset stands in order when it becomes something else.
            members = inOrder(before, member);
        }
        form = grown;
        longest = Math.max(longest, member.length);
    }

    private DistinctMembers inOrder(int integers, byte[] last) {
        List<byte[]> sorted = new ArrayList<>(members.asList().subList(0, integers));
        sorted.sort(IntegerOrder.ASCENDING);
        DistinctMembers ordered = new DistinctMembers(context, integers + 1);
        sorted.forEach(ordered::add);
        ordered.add(last);
        return ordered;
    }

    /** Leaves only these, in this order; the form stays. */
    void retain(List<byte[]> kept) {
        members = new DistinctMembers(context, kept.size());
        kept.forEach(members::add);
    }

    /** Makes it an intset, if all members are integers and few enough. */
    void becomeIntset() {
        boolean may = form != Forms.INTSET && SetForm.mayBeIntset(members.size(), limits);
        if (may && members.asList().stream().allMatch(Numbers::isLong)) {
            form = Forms.INTSET;
        }
    }

    /** Makes it what it would be if it had once had more members. */
    void becomeTable() {
        form = Forms.TABLE;
    }

    /** The members in the order in which Redis would answer them. Not copied. */
    List<byte[]> members() {
        return form == Forms.INTSET ? members.sorted(IntegerOrder.ASCENDING) : members.asList();
    }

    /** Writes the rows of the set, which has members, if it needs any, and answers its header, for the caller to write. */
    Header write(int slot, long expireAtMs) {
        return write(context, slot, expireAtMs, form, members());
    }

    /** As {@link #write(int, long)}, of members that are each there once. */
    static Header write(CommandContext context, int slot, long expireAtMs, byte form, List<byte[]> members) {
        int maxBytes = context.settings().packedMaxBytes();
        PackedEntries.Builder packed = new PackedEntries.Builder(0);
        for (int i = 0; i < members.size() && packed.bytes() <= maxBytes; i++) {
            packed.add(members.get(i));
        }
        return packed.bytes() <= maxBytes
                ? Header.of(ValueEncoding.SET_PACKED, expireAtMs, packed.build(form))
                : SpreadSet.write(context, slot, expireAtMs, form, members);
    }
}
