package io.sluice.proxy.type.key;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;

/** What OBJECT ENCODING says of a value: Redis's word for the form that comes nearest to how it is stored here. */
public final class EncodingName {
    private EncodingName() {}

    public static String of(Header header) {
        return switch (header.encoding()) {
            case ValueEncoding.STRING_INT -> "int";
            case ValueEncoding.STRING_EMBSTR -> "embstr";
            case ValueEncoding.STRING_RAW, ValueEncoding.STRING_CHUNKED -> "raw";
            case ValueEncoding.LIST_PACKED,
                    ValueEncoding.SET_PACKED,
                    ValueEncoding.ZSET_PACKED,
                    ValueEncoding.HASH_PACKED -> "listpack";
            case ValueEncoding.LIST_SPREAD -> "quicklist";
            case ValueEncoding.SET_SPREAD, ValueEncoding.HASH_SPREAD -> "hashtable";
            case ValueEncoding.ZSET_SPREAD -> "skiplist";
            default -> throw new IllegalArgumentException("no name for encoding " + header.encoding());
        };
    }
}
