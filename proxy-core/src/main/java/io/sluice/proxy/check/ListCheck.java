package io.sluice.proxy.check;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.ListChunkValue;
import io.sluice.encoding.ListEntries;
import io.sluice.encoding.ListNode;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.proxy.type.list.ListForm;
import java.util.HashMap;
import java.util.Map;

/** A spread list: the tree of its header names each chunk and node once, and counts what is below them. */
final class ListCheck extends SpreadCheck {
    private final ListRef list;
    private final Tools tools;
    private final ChunkedValues large = new ChunkedValues();
    private final Map<Long, Below> chunks = new HashMap<>();
    private final Map<Long, ListNode> nodes = new HashMap<>();

    /** What is below a child of the tree, and whether a child is it. */
    private record Below(long elements, long bytes) {}

    ListCheck(Header header, Tools tools) {
        this.list = ListRef.decode(header.payload());
        this.tools = tools;
        Subject row = tools.header();
        row.violationUnless(list.count() > 0, "an empty collection has no header");
        long ends = ListForm.bytes(list.head()) + ListForm.bytes(list.tail());
        row.violationUnless(ends + list.root().bytes() == list.bytes(), "the size of its elements is not what it says");
    }

    @Override
    void row(byte kind, Subject row) {
        switch (kind) {
            case RowKind.LIST_CHUNK -> chunk(RowKeys.decodeListChunk(row.key()).number(), row);
            case RowKind.LIST_NODE -> node(((RowKey.ListNode) RowKey.decode(row.key())).number(), row);
            case RowKind.VALUE_CHUNK -> large.chunk(row);
            default -> unexpected(kind, row);
        }
    }

    private void chunk(long number, Subject row) {
        row.violationUnless(
                number >= -list.leftUsed() && number < list.rightUsed(), "its list has not given this number");
        byte[] value = row.value();
        if (ListChunkValue.isLarge(value)) {
            ChunkedString reference = ListChunkValue.reference(value);
            large.refer(reference, row);
            chunks.put(number, new Below(1, ListForm.bytesOfLarge(reference.length())));
            return;
        }
        int elements = ListEntries.count(value, ListChunkValue.ELEMENTS_AT, value.length);
        row.violationUnless(elements > 0, "a chunk has at least one element");
        chunks.put(number, new Below(elements, ListForm.bytes(value, ListChunkValue.ELEMENTS_AT, value.length)));
    }

    private void node(long number, Subject row) {
        row.violationUnless(number >= 0 && number < list.rightUsed(), "its list has not given this number");
        ListNode node = ListNode.decode(row.value());
        row.violationUnless(node.size() > 0, "a node has at least one child");
        nodes.put(number, node);
    }

    @Override
    void end() {
        below(list.root(), list.level());
        Subject header = tools.header();
        chunks.keySet().forEach(number -> header.violation("no node of its tree names its chunk " + number));
        nodes.keySet().forEach(number -> header.violation("no node of its tree names its node " + number));
        large.end();
    }

    /** Takes out what the children are. */
    private void below(ListNode node, int level) {
        for (int child = 0; child < node.size(); child++) {
            long number = node.number(child);
            Below found = level == 0 ? chunks.remove(number) : belowNode(nodes.remove(number), level - 1);
            String name = (level == 0 ? "chunk " : "node ") + number;
            if (found == null) {
                tools.header().violation("its tree names " + name + " twice, or there is none");
            } else if (found.elements != node.elements(child) || found.bytes != node.bytes(child)) {
                tools.header()
                        .violation("its tree counts " + node.elements(child) + " elements of " + node.bytes(child)
                                + " bytes below " + name + ", which has " + found.elements + " of " + found.bytes);
            }
        }
    }

    private @org.jspecify.annotations.Nullable Below belowNode(
            @org.jspecify.annotations.Nullable ListNode node, int level) {
        if (node == null) {
            return null;
        }
        below(node, level);
        return new Below(node.elements(), node.bytes());
    }
}
