package io.sluice.proxy.type.key;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.type.hash.HashValue;
import io.sluice.proxy.type.list.ListValue;
import io.sluice.proxy.type.set.SetValue;
import io.sluice.proxy.type.zset.ZSetValue;

/** Copies and moves whole values between keys, with their expiry, whatever slots the keys lie in. */
public final class ValueCopy {
    private ValueCopy() {}

    /**
     * The header of an independent copy. A value in one row is its own copy; a spread one gets rows of its own in the
     * target's slot, under a new id. The caller writes the header.
     */
    public static Header copy(CommandContext context, Key from, Header value, Key to) {
        if (!ValueEncoding.isSpread(value.encoding())) {
            return value;
        }
        if (value.encoding() == ValueEncoding.STRING_CHUNKED) {
            ChunkedString string = ChunkedString.decode(value.payload());
            byte[] payload =
                    StringChunks.copy(context, from.slot(), string, to.slot()).encode();
            return Header.of(value.encoding(), value.expireAtMs(), payload);
        }
        if (value.type() == ValueType.HASH) {
            return HashValue.of(context, from, value).copyTo(to.slot());
        }
        if (value.type() == ValueType.LIST) {
            return ListValue.of(context, from, value).copyTo(to);
        }
        if (value.type() == ValueType.SET) {
            return SetValue.of(context, from, value).copyTo(to.slot());
        }
        if (value.type() == ValueType.ZSET) {
            return ZSetValue.of(context, from, value).copyTo(to);
        }
        throw new CommandException("ERR a large " + TypeName.of(value) + " cannot be copied");
    }

    /**
     * Gives the value another name in the selected database; what had that name is dropped. In O(1), unless a spread value
     * goes to another slot: then its rows are copied.
     *
     * @param value what {@code from} holds; the two keys differ
     */
    public static void rename(CommandContext context, Key from, Header value, Key to) {
        if (from.slot() == to.slot() || !ValueEncoding.isSpread(value.encoding())) {
            context.rename(context.db(), from, context.db(), to);
            return;
        }
        Header copy = copy(context, from, value, to);
        context.remove(to);
        context.put(to, copy);
        context.remove(from);
    }
}
