package io.sluice.proxy.type.key;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;

/** The word for a value's type in TYPE and SCAN. */
public final class TypeName {
    private TypeName() {}

    public static String of(Header header) {
        return switch (header.type()) {
            case ValueType.STRING -> "string";
            case ValueType.LIST -> "list";
            case ValueType.SET -> "set";
            case ValueType.ZSET -> "zset";
            case ValueType.HASH -> "hash";
            case ValueType.STREAM -> "stream";
            default -> throw new IllegalArgumentException("no name for type " + header.type());
        };
    }
}
