package io.sluice.proxy.type.key;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.SpreadRef;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ValueType;

/** What OBJECT ENCODING says of a value: Redis's word for the form that comes nearest to how it is stored here. */
public final class EncodingName {
    private EncodingName() {}

    public static String of(Header header) {
        return switch (header.encoding()) {
            case ValueEncoding.STRING_INT -> "int";
            case ValueEncoding.STRING_EMBSTR -> "embstr";
            case ValueEncoding.STRING_RAW, ValueEncoding.STRING_CHUNKED -> "raw";
            default ->
                switch (formOf(header)) {
                    case Forms.INTSET -> "intset";
                    case Forms.LISTPACK -> isExpiring(header.encoding()) ? "listpackex" : "listpack";
                    default -> tableOf(header.type());
                };
        };
    }

    private static boolean isExpiring(byte encoding) {
        return encoding == ValueEncoding.HASH_PACKED_EXPIRING || encoding == ValueEncoding.HASH_SPREAD_EXPIRING;
    }

    private static byte formOf(Header header) {
        return ValueEncoding.isSpread(header.encoding())
                ? SpreadRef.decode(header.payload()).form()
                : PackedEntries.over(header.payload()).form();
    }

    private static String tableOf(byte type) {
        return switch (type) {
            case ValueType.LIST -> "quicklist";
            case ValueType.SET, ValueType.HASH -> "hashtable";
            case ValueType.ZSET -> "skiplist";
            default -> throw new IllegalArgumentException("no form of type " + type);
        };
    }
}
