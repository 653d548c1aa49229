package io.sluice.proxy.check;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.EncodingException;
import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Header;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;

/** A spread hash: the times of its fields are in their rows, and in rows of their own. */
final class HashCheck extends ElementsCheck {
    private final boolean expiring;
    private final long nextMs;

    HashCheck(long id, Header header, Tools tools) {
        super(id, header, tools);
        this.expiring = header.encoding() == ValueEncoding.HASH_SPREAD_EXPIRING;
        this.nextMs = FieldTimes.nextOf(header);
        tools.header()
                .violationUnless(
                        expiring || reference.rest().length == 0, "its reference ends with what its type does not add");
    }

    @Override
    void element(byte[] name, ElementValue value, Subject row) {
        if (!value.expires()) {
            return;
        }
        row.violationUnless(
                expiring && nextMs != Header.NO_EXPIRY && nextMs <= value.expireAtMs(),
                "its hash says that no field expires as early");
        byte[] timed =
                RowKeys.fieldExpiry(id, value.expireAtMs(), tools.hasher().hash(name), name);
        tools.lookups().expect(timed, found -> true, row, "it expires, and there is no row that says when");
    }

    @Override
    void more(byte kind, Subject row) {
        if (kind != RowKind.FIELD_EXPIRY) {
            super.more(kind, row);
            return;
        }
        RowKey.FieldExpiry key = RowKeys.decodeFieldExpiry(row.key());
        byte[] field = key.field().nameOr(row.value());
        row.violationUnless(tools.hasher().hash(field) == key.hash(), "its hash is not that of its field");
        row.violationUnless(
                !key.field().isWhole() || row.value().length == 0,
                "its field stands in the row key, and it has a value");
        tools.lookups()
                .expect(
                        RowKeys.element(id, key.hash(), field),
                        value -> expiresAt(value, key.expireAtMs()),
                        row,
                        "there is no field that expires then");
    }

    private static boolean expiresAt(byte[] element, long timeMs) {
        try {
            return ElementValue.decode(element).expireAtMs() == timeMs;
        } catch (EncodingException e) {
            return true; // reported as the element's own violation
        }
    }
}
