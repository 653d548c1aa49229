package io.sluice.proxy.check;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Header;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.SpreadRef;
import java.util.HashMap;
import java.util.Map;

/** What hashes, sets and sorted sets have in common: a row for each element, as many as the header says. */
abstract class ElementsCheck extends SpreadCheck {
    final long id;
    final SpreadRef reference;
    final Tools tools;
    private long elements;
    /** Values in chunks, by their own ids, and how many chunks of each were met. */
    private final Map<Long, ChunkedValue> chunked = new HashMap<>();

    private record ChunkedValue(ChunkedString string, Subject element, int[] met) {}

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
            case RowKind.VALUE_CHUNK -> chunk(RowKeys.decodeValueChunk(row.key()), row);
            default -> more(kind, row);
        }
    }

    private void element(RowKey.Element key, Subject row) {
        elements++;
        byte[] name = ElementValue.elementOf(row.key(), row.value());
        row.violationUnless(tools.hasher().hash(name) == key.hash(), "its hash is not that of its element");
        ElementValue value = ElementValue.decode(row.value());
        if (value.isChunked()) {
            ChunkedString string = value.chunks();
            row.violationUnless(
                    chunked.put(string.id(), new ChunkedValue(string, row, new int[1])) == null,
                    "another element has the same chunks");
        }
        element(name, value, row);
    }

    private void chunk(RowKey.ValueChunk key, Subject row) {
        ChunkedValue value = chunked.get(key.valueId());
        if (value == null) {
            row.violation("no element refers to it");
            return;
        }
        value.met[0]++;
        ChunkCheck.check(value.string, key.index(), row);
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
        for (ChunkedValue value : chunked.values()) {
            value.element.violationUnless(
                    value.met[0] == value.string.chunkCount(),
                    "its value has " + value.string.chunkCount() + " chunks, of which " + value.met[0] + " are there");
        }
    }
}
