package io.sluice.proxy.check;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Header;

/** A spread hash. */
final class HashCheck extends ElementsCheck {
    HashCheck(long id, Header header, Tools tools) {
        super(id, header, tools);
    }

    @Override
    void element(byte[] name, ElementValue value, Subject row) {
        // any bytes are a field's value
    }
}
