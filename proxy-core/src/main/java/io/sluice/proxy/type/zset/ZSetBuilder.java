package io.sluice.proxy.type.zset;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ZSetRef;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Collects the members of a sorted set that is made as a whole: stored by a command, restored or copied. */
public final class ZSetBuilder implements MemberVisitor {
    /** @param code of the score: compares, unsigned, as the scores do */
    record Scored(byte[] member, double score, long code) {
        static final Comparator<Scored> ORDER = (a, b) -> {
            int order = Long.compareUnsigned(a.code, b.code);
            return order != 0 ? order : Arrays.compareUnsigned(a.member, b.member);
        };
    }

    private final List<Scored> members = new ArrayList<>();
    private int longest;
    private long bytes;
    private boolean inOrder = true;

    /** Adds a member, in any order, each only once. */
    public void add(byte[] member, double score) {
        Scored scored = new Scored(member, score, OrderedCodec.codeOf(score));
        if (inOrder && !members.isEmpty()) {
            inOrder = Scored.ORDER.compare(members.get(members.size() - 1), scored) < 0;
        }
        members.add(scored);
        longest = Math.max(longest, member.length);
        bytes += PackedEntries.sizeOf(member.length) + PackedEntries.sizeOf(Long.BYTES);
    }

    @Override
    public void accept(byte[] array, int offset, int length, double score) {
        add(Arrays.copyOfRange(array, offset, offset + length), score);
    }

    public int size() {
        return members.size();
    }

    /**
     * Writes the rows below the key's header, if there must be any, and answers the header of a key that does not expire,
     * for the caller to write. The form is that which Redis gives a set of these members.
     */
    public Header build(CommandContext context, Key key) {
        FormLimits limits = context.settings().forms();
        boolean small = members.size() <= limits.zsetEntries() && longest <= limits.zsetValueBytes();
        return build(context, key, small ? Forms.LISTPACK : Forms.TABLE);
    }

    /** As {@link #build(CommandContext, Key)}, in a form that is given. */
    public Header build(CommandContext context, Key key, byte form) {
        if (members.isEmpty()) {
            throw new IllegalStateException("no key holds an empty sorted set");
        }
        if (bytes + 1 + OrderedCodec.varintSize(2L * members.size())
                > context.settings().packedMaxBytes()) {
            ZSetRef ref = SpreadZSet.writeRows(context, key, form, inOrder());
            return new OpenZSet(ref, RankNodes.NONE).header(Header.NO_EXPIRY);
        }
        return Header.of(ValueEncoding.ZSET_PACKED, pack(form));
    }

    /** The payload of a packed set of these members. */
    byte[] pack(byte form) {
        PackedEntries.Builder payload = new PackedEntries.Builder(Math.toIntExact(bytes));
        byte[] score = new byte[Long.BYTES];
        for (Scored scored : inOrder()) {
            OrderedCodec.putLong(score, 0, scored.code);
            payload.add(scored.member).add(score);
        }
        return payload.build(form);
    }

    /** Shows the members in the order of score and name. */
    public void forEach(MemberVisitor visitor) {
        for (Scored scored : inOrder()) {
            visitor.accept(scored.member, 0, scored.member.length, scored.score());
        }
    }

    /** The members in the order of score and name. */
    List<Scored> inOrder() {
        if (!inOrder) {
            members.sort(Scored.ORDER);
            inOrder = true;
        }
        return members;
    }
}
