package io.sluice.proxy.check;

import io.sluice.encoding.Header;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.KeyHasher;

/** A value that is spread over rows of its id: is told of them one by one, in the order of the store, and of their end. */
abstract class SpreadCheck {

    /**
     * What a check works with.
     *
     * @param header the value's header row
     */
    record Tools(Subject header, Lookups lookups, KeyHasher hasher) {}

    static SpreadCheck of(long id, Header header, Tools tools) {
        return switch (header.encoding()) {
            case ValueEncoding.STRING_CHUNKED -> new StringCheck(header);
            case ValueEncoding.HASH_SPREAD, ValueEncoding.HASH_SPREAD_EXPIRING -> new HashCheck(id, header, tools);
            case ValueEncoding.SET_SPREAD -> new SetCheck(id, header, tools);
            case ValueEncoding.ZSET_SPREAD -> new ZSetCheck(id, header, tools);
            case ValueEncoding.LIST_SPREAD -> new ListCheck(header, tools);
            default -> new DroppedCheck();
        };
    }

    abstract void row(byte kind, Subject row);

    abstract void end();

    static void unexpected(byte kind, Subject row) {
        row.violation("its value is of a type that has no rows of kind " + RowKind.nameOf(kind));
    }
}
