package io.sluice.proxy.check;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Header;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.SpreadRef;

/** What hashes, sets and sorted sets have in common: a row for each element, as many as the header says. */
abstract class ElementsCheck extends SpreadCheck {
    final long id;
    final SpreadRef reference;
    final Tools tools;
    private long elements;
    private final ChunkedValues chunked = new ChunkedValues();

    ElementsCheck(long id, Header header, Tools tools) {
        this.id = id;
        this.reference = SpreadRef.decode(header.payload());
        this.tools = tools;
        tools.header().violationUnless(reference.count() > 0, "an empty collection has no header");
    }

    @Override
    void row(byte kind, Subject row) {
        switch (kind) {
            case RowKind.ELEMENT -> element(RowKeys.decodeElement(row.key()), row);
            case RowKind.VALUE_CHUNK -> chunked.chunk(row);
            default -> more(kind, row);
        }
    }

    private void element(RowKey.Element key, Subject row) {
        elements++;
        byte[] name = ElementValue.elementOf(row.key(), row.value());
        row.violationUnless(tools.hasher().hash(name) == key.hash(), "its hash is not that of its element");
        ElementValue value = ElementValue.decode(row.value());
        if (value.isChunked()) {
            chunked.refer(value.chunks(), row);
        }
        element(name, value, row);
    }

    /** Looks at what the type says of an element. */
    abstract void element(byte[] name, ElementValue value, Subject row);

    /** A row of a kind that only this type has. */
    void more(byte kind, Subject row) {
        unexpected(kind, row);
    }

    @Override
    void end() {
        tools.header()
                .violationUnless(
                        elements == reference.count(),
                        "it counts " + reference.count() + " elements, and has " + elements);
        chunked.end();
    }
}
