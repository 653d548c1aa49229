package io.sluice.proxy.type.zset;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ZSetRef;
import io.sluice.proxy.type.collection.OpenReference;

/**
 * A sorted set's reference, with nodes of its rank tree that the next change is likely to ask for.
 *
 * @param nodes not part of the payload
 */
record OpenZSet(ZSetRef ref, RankNodes nodes) implements OpenReference {
    /** What the header of a spread sorted set says. */
    static OpenZSet of(Header header) {
        return header.open() instanceof OpenZSet open
                ? open
                : new OpenZSet(ZSetRef.decode(header.payload()), RankNodes.NONE);
    }

    Header header(long expireAtMs) {
        return Header.of(ValueEncoding.ZSET_SPREAD, expireAtMs, this);
    }
}
