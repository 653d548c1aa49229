package io.sluice.proxy.check;

import io.sluice.encoding.DeletedRows;
import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Header;

/** A spread set. */
final class SetCheck extends ElementsCheck {
    SetCheck(long id, Header header, Tools tools) {
        super(id, header, tools);
        DeletedRows.decode(reference.rest());
    }

    @Override
    void element(byte[] name, ElementValue value, Subject row) {
        row.violationUnless(!value.isChunked() && value.payload().length == 0, "a set's member has no value");
    }
}
