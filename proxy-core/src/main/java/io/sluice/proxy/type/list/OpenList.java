package io.sluice.proxy.type.list;

import io.sluice.encoding.Header;
import io.sluice.encoding.ListNode;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.type.collection.OpenReference;
import java.util.Map;

/**
 * A list's reference, with nodes of its tree that the next change is likely to ask for, by number, as the last change has left
 * them: whoever changes a row of a node gives the list a new header, so they are never older than the rows.
 *
 * @param nodes not part of the payload; not to be changed
 */
record OpenList(ListRef ref, Map<Long, ListNode> nodes) implements OpenReference {
    /** What the header of a spread list says. */
    static OpenList of(Header header) {
        return header.open() instanceof OpenList open ? open : new OpenList(ListRef.over(header.payload()), Map.of());
    }

    Header header(long expireAtMs) {
        return Header.of(ValueEncoding.LIST_SPREAD, expireAtMs, this);
    }
}
