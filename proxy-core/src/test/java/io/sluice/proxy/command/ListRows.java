package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.ListChunkValue;
import io.sluice.encoding.ListEntries;
import io.sluice.encoding.ListNode;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import java.util.NavigableMap;

/** Walks all rows of a list and checks that they fit together. */
final class ListRows {
    private static final int FEW_ELEMENTS = 8;
    private static final int MANY_ELEMENTS_BYTES = 2048;

    private final NavigableMap<byte[], byte[]> rows;
    private final long id;
    private int rowsSeen;

    private ListRows(FakeContext context, long id) {
        this.rows = context.rows();
        this.id = id;
    }

    static void check(FakeContext context, String key) {
        assertThat(context.orphans()).isEmpty();
        Header header = context.stored(key);
        if (header == null) {
            return;
        }
        if (header.encoding() == ValueEncoding.LIST_PACKED) {
            PackedEntries entries = PackedEntries.decode(header.payload());
            assertThat(entries.size()).isPositive();
            int limit = context.settings.packedMaxBytes();
            assertThat(header.payload().length)
                    .isLessThanOrEqualTo(entries.size() <= FEW_ELEMENTS ? limit : Math.min(limit, MANY_ELEMENTS_BYTES));
            return;
        }
        ListRef ref = ListRef.decode(header.payload());
        ListRows check = new ListRows(context, ref.id());
        ListNode root = ref.root();
        check.children(root, ref.level());
        assertThat(ref.count())
                .isEqualTo(ref.head().count() + root.elements() + ref.tail().count());
        assertThat(ref.level() == 0 || root.size() > 0).isTrue();
        assertThat(check.rowsSeen).as("rows that belong to the list").isEqualTo(check.rowsOfList());
    }

    private int rowsOfList() {
        int count = 0;
        for (byte kind : new byte[] {RowKind.LIST_CHUNK, RowKind.LIST_NODE, RowKind.VALUE_CHUNK}) {
            KeyRange range = RowKeys.rangeOf(kind, id);
            count += rows.subMap(range.from(), range.to()).size();
        }
        return count;
    }

    private void children(ListNode node, int level) {
        for (int i = 0; i < node.size(); i++) {
            if (level > 0) {
                ListNode child = ListNode.decode(row(RowKeys.listNode(id, node.number(i))));
                assertThat(child.size()).isPositive();
                assertThat(child.elements()).isEqualTo(node.elements(i));
                assertThat(child.bytes()).isEqualTo(node.bytes(i));
                children(child, level - 1);
            } else {
                assertThat(elements(row(RowKeys.listChunk(id, node.number(i))))).isEqualTo(node.elements(i));
            }
        }
    }

    private int elements(byte[] chunk) {
        if (!ListChunkValue.isLarge(chunk)) {
            return ListEntries.count(chunk, ListChunkValue.ELEMENTS_AT, chunk.length);
        }
        var large = ListChunkValue.reference(chunk);
        for (int i = 0; i < large.chunkCount(); i++) {
            row(RowKeys.valueChunk(id, large.id(), i));
        }
        return 1;
    }

    private byte[] row(byte[] rowKey) {
        byte[] row = rows.get(rowKey);
        assertThat(row).as("a row that is referred to").isNotNull();
        rowsSeen++;
        return row;
    }
}
