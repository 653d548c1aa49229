package io.sluice.proxy.type.key;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.rdb.DumpPayload;
import io.sluice.proxy.rdb.Quicklist;
import io.sluice.proxy.rdb.RdbException;
import io.sluice.proxy.rdb.RdbValue;
import io.sluice.proxy.rdb.RdbValue.SetShape;
import io.sluice.proxy.rdb.RdbValues;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.Strings;
import io.sluice.proxy.type.hash.HashEntry;
import io.sluice.proxy.type.hash.HashPart;
import io.sluice.proxy.type.hash.HashValue;
import io.sluice.proxy.type.list.ListBuilder;
import io.sluice.proxy.type.list.ListValue;
import io.sluice.proxy.type.set.SetValue;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetBuilder;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values as DUMP gives and RESTORE takes them. A payload of a type that is not known here answers as one that cannot be
 * read.
 */
public final class SerializedValue {
    private SerializedValue() {}

    /** A value read from a payload, and not yet written anywhere. */
    @FunctionalInterface
    public interface RestoredValue {
        /** Writes the rows below the key's header, if the value needs any, and answers the header, for the caller to write. */
        Header writeBelow(CommandContext context, Key key);
    }

    /**
     * DUMP's payload of the value; null of a hash whose fields have all expired.
     *
     * @throws CommandException if the payload would be too large
     */
    public static byte @Nullable [] dump(CommandContext context, Key key, Header header) {
        try {
            return dumped(context, key, header);
        } catch (RdbException tooLarge) {
            throw new CommandException(tooLarge.reply());
        }
    }

    private static byte @Nullable [] dumped(CommandContext context, Key key, Header header) {
        return switch (header.type()) {
            case ValueType.STRING ->
                DumpPayload.ofString(StringValue.of(context, key, header).bytes());
            case ValueType.LIST -> RdbValues.dump(dumped(context, ListValue.of(context, key, header)));
            case ValueType.ZSET -> RdbValues.dump(dumped(ZSetValue.of(context, key, header)));
            case ValueType.HASH -> dumped(HashValue.of(context, key, header));
            case ValueType.SET -> RdbValues.dump(dumped(SetValue.of(context, key, header)));
            default -> throw new CommandException("ERR a " + TypeName.of(header) + " cannot be dumped");
        };
    }

    /** The bytes of the value alone in that payload. */
    public static int dumpedLength(CommandContext context, Key key, Header header) {
        byte[] payload = dump(context, key, header);
        return payload == null ? 0 : DumpPayload.valueBytes(payload);
    }

    /**
     * Reads a payload of DUMP.
     *
     * @param mostBytes how much memory the value may take, about
     * @throws CommandException if the payload is damaged, of a type that is not known, or too large
     */
    public static RestoredValue read(byte[] payload, long mostBytes) {
        try {
            return restored(RdbValues.restore(payload, mostBytes));
        } catch (RdbException unreadable) {
            throw new CommandException(unreadable.reply());
        }
    }

    private static RestoredValue restored(RdbValue value) {
        if (value instanceof RdbValue.StringValue string) {
            return (context, key) -> {
                Strings.checkLength(context, 0, string.bytes().length);
                return Strings.header(context, key, string.bytes(), Header.NO_EXPIRY);
            };
        }
        if (value instanceof RdbValue.ListValue list) {
            return (context, key) -> restored(context, key, list);
        }
        if (value instanceof RdbValue.HashValue hash) {
            List<HashEntry> entries = new ArrayList<>(hash.entries().size());
            hash.entries()
                    .forEach(entry -> entries.add(new HashEntry(entry.field(), entry.value(), entry.expireAtMs())));
            return (context, key) -> HashValue.restored(context, key, entries, hash.packed());
        }
        if (value instanceof RdbValue.SetValue set) {
            byte form =
                    switch (set.shape()) {
                        case INTSET -> Forms.INTSET;
                        case LISTPACK -> Forms.LISTPACK;
                        case MEMBERS -> Forms.TABLE;
                    };
            return (context, key) -> SetValue.restored(context, key.slot(), set.members(), form);
        }
        if (value instanceof RdbValue.SortedSetValue sortedSet) {
            return (context, key) -> restored(context, key, sortedSet);
        }
        throw RdbException.format("unknown type");
    }

    private static RdbValue dumped(CommandContext context, ListValue list) {
        int limit = context.settings().forms().listSize();
        return new RdbValue.ListValue(Quicklist.divide(list.elements(0, list.size()), limit));
    }

    private static Header restored(CommandContext context, Key key, RdbValue.ListValue list) {
        ListBuilder builder = new ListBuilder(context, key, Header.NO_EXPIRY);
        list.nodes().forEach(node -> node.forEach(builder::add));
        return list.nodes().size() == 1 ? builder.header() : builder.headerOfNodes();
    }

    private static RdbValue dumped(SetValue set) {
        return new RdbValue.SetValue(set.members(), set.form() == Forms.INTSET ? SetShape.INTSET : SetShape.MEMBERS);
    }

    private static Header restored(CommandContext context, Key key, RdbValue.SortedSetValue value) {
        ZSetBuilder members = new ZSetBuilder();
        value.members().forEach(scored -> members.add(scored.member(), scored.score()));
        boolean small = members.size() <= context.settings().forms().zsetEntries();
        return value.packed() && small ? members.build(context, key, Forms.LISTPACK) : members.build(context, key);
    }

    private static RdbValue dumped(ZSetValue value) {
        List<RdbValue.Scored> members = new ArrayList<>();
        value.forEach(
                ZRange.ALL,
                false,
                0,
                Long.MAX_VALUE,
                (array, offset, length, score) ->
                        members.add(new RdbValue.Scored(Arrays.copyOfRange(array, offset, offset + length), score)));
        return new RdbValue.SortedSetValue(members, value.form() == Forms.LISTPACK);
    }

    private static byte @Nullable [] dumped(HashValue hash) {
        List<RdbValue.Entry> entries = new ArrayList<>();
        for (HashEntry entry : hash.entries(HashPart.BOTH)) {
            entries.add(new RdbValue.Entry(entry.field(), entry.knownValue(), entry.expireAtMs()));
        }
        return entries.isEmpty() ? null : RdbValues.dump(new RdbValue.HashValue(entries, hash.isSmall()));
    }
}
