package io.sluice.encoding;

/**
 * The payload of a {@link ValueEncoding#ZSET_SPREAD} header: a {@link SpreadRef} whose rest is the {@link ScoreOrder}.
 *
 * @param id what its rows are named by
 * @param form one of {@link Forms}
 * @param count the number of members, exact
 * @param order the ends of the order and the top of the rank tree
 */
public record ZSetRef(long id, byte form, long count, ScoreOrder order) implements OpenPayload {
    private static final int COUNT_AT = 9;

    /** @throws IllegalArgumentException if the form is unknown or the count is negative */
    public ZSetRef {
        SpreadRef.check(form, count);
    }

    /** @throws EncodingException if this is not such a payload */
    public static ZSetRef decode(byte[] payload) {
        ByteReader in = new ByteReader(payload, "spread sorted set");
        SpreadRef front = SpreadRef.read(in);
        return new ZSetRef(front.id(), front.form(), front.count(), ScoreOrder.decode(payload, in.position()));
    }

    @Override
    public int length() {
        return COUNT_AT + OrderedCodec.varintSize(count) + order.length();
    }

    @Override
    public void put(byte[] target, int offset) {
        order.put(target, SpreadRef.putFront(target, offset, id, form, count));
    }
}
