package io.sluice.proxy.type.key;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.rdb.DumpPayload;
import io.sluice.proxy.rdb.RdbReader;
import io.sluice.proxy.rdb.RdbTypes;
import io.sluice.proxy.rdb.ValueReaders;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.Strings;

/**
 * Values as DUMP gives and RESTORE takes them. Of the types that Redis serialises, strings are known; a payload of another
 * type answers as one that cannot be read.
 */
public final class SerializedValue {
    private static final ValueReaders<RestoredValue> READERS = ValueReaders.<RestoredValue>builder()
            .add(RdbTypes.STRING, SerializedValue::readString)
            .build();

    private SerializedValue() {}

    /** A value read from a payload, and not yet written anywhere. */
    @FunctionalInterface
    public interface RestoredValue {
        /** Writes the rows below the key's header, if the value needs any, and answers the header, for the caller to write. */
        Header writeBelow(CommandContext context, Key key);
    }

    /** DUMP's payload of the value. */
    public static byte[] dump(CommandContext context, Key key, Header header) {
        if (header.type() == ValueType.STRING) {
            return DumpPayload.ofString(StringValue.of(context, key, header).bytes());
        }
        throw new CommandException("ERR a " + TypeName.of(header) + " cannot be dumped");
    }

    /** The bytes of the value alone in that payload. */
    public static int dumpedLength(CommandContext context, Key key, Header header) {
        return DumpPayload.valueBytes(dump(context, key, header));
    }

    /** @throws io.sluice.proxy.rdb.RdbException if the payload is damaged, or of a type that is not known */
    public static RestoredValue read(byte[] payload) {
        return READERS.restore(payload);
    }

    private static RestoredValue readString(RdbReader in) {
        byte[] string = in.readString();
        return (context, key) -> {
            Strings.checkLength(context, 0, string.length);
            return Strings.header(context, key, string, Header.NO_EXPIRY);
        };
    }
}
