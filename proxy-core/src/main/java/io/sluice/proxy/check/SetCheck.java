package io.sluice.proxy.check;

import io.sluice.encoding.DeletedRows;
import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.proxy.text.Numbers;

/** A spread set. */
final class SetCheck extends ElementsCheck {
    SetCheck(long id, Header header, Tools tools) {
        super(id, header, tools);
        DeletedRows.decode(reference.rest());
    }

    @Override
    void element(byte[] name, ElementValue value, Subject row) {
        row.violationUnless(!value.isChunked() && value.payload().length == 0, "a set's member has no value");
        row.violationUnless(!value.expires(), "a member does not expire");
        row.violationUnless(
                reference.form() != Forms.INTSET || Numbers.isLong(name),
                "its set's form is that of integers, and it is none");
    }
}
