package io.sluice.encoding;

/** A row key taken apart: one record for each kind of row. {@link RowKeys} builds the bytes. */
public sealed interface RowKey {

    record Header(int generation, int hash, KeyTail key) implements RowKey {}

    record Element(long id, int hash, KeyTail element) implements RowKey {}

    record Score(long id, double score, KeyTail member) implements RowKey {}

    record ListChunk(long id, long number) implements RowKey {}

    record ListNode(long id, long number) implements RowKey {}

    /** Cuts of a sorted set's rank tree. */
    record RankNode(long id, int node) implements RowKey {}

    /** Counts of a sorted set's rank tree. */
    record RankCounts(long id, int node) implements RowKey {}

    record StringChunk(long id, int index) implements RowKey {}

    record ValueChunk(long id, long valueId, int index) implements RowKey {}

    record RedoPart(long epoch, long seq, int index) implements RowKey {}

    record Store() implements RowKey {}

    record Fence() implements RowKey {}

    record Seal(long epoch) implements RowKey {}

    record RedoHead(long epoch, long seq) implements RowKey {}

    record Databases() implements RowKey {}

    record ReclaimId(long id) implements RowKey {}

    record ReclaimGeneration(int generation) implements RowKey {}

    record Registry(int hash, long id) implements RowKey {}

    record Expiry(int generation, long expireAtMs, int hash, KeyTail key) implements RowKey {}

    record FieldExpiry(long id, long expireAtMs, int hash, KeyTail field) implements RowKey {}

    record FieldsDue(int generation, long dueAtMs, int hash, KeyTail key) implements RowKey {}

    /**
     * Takes a row key apart.
     *
     * @throws EncodingException if it is not a row key of this version, or of a kind that is only reserved
     */
    static RowKey decode(byte[] rowKey) {
        ByteReader in = new ByteReader(rowKey, "row key");
        byte kind = in.readByte();
        RowKey key =
                switch (kind) {
                    case RowKind.HEADER -> new Header(in.readInt(), in.readInt(), KeyTail.read(in));
                    case RowKind.ELEMENT -> new Element(in.readLong(), in.readInt(), KeyTail.read(in));
                    case RowKind.SCORE ->
                        new Score(in.readLong(), OrderedCodec.doubleOf(in.readLong()), KeyTail.read(in));
                    case RowKind.RANK_COUNT -> RowKeys.readRank(in);
                    case RowKind.LIST_CHUNK -> new ListChunk(in.readLong(), in.readLong() ^ Long.MIN_VALUE);
                    case RowKind.LIST_NODE -> new ListNode(in.readLong(), in.readLong());
                    case RowKind.STRING_CHUNK -> new StringChunk(in.readLong(), in.readIndex());
                    case RowKind.VALUE_CHUNK -> new ValueChunk(in.readLong(), in.readLong(), in.readIndex());
                    case RowKind.REDO_PART -> new RedoPart(in.readLong(), in.readLong(), in.readIndex());
                    case RowKind.STORE -> new Store();
                    case RowKind.FENCE -> new Fence();
                    case RowKind.SEAL -> new Seal(in.readLong());
                    case RowKind.REDO_HEAD -> new RedoHead(in.readLong(), in.readLong());
                    case RowKind.DATABASES -> new Databases();
                    case RowKind.RECLAIM -> RowKeys.readReclaim(in);
                    case RowKind.REGISTRY -> new Registry(in.readInt(), in.readLong());
                    case RowKind.EXPIRY -> new Expiry(in.readInt(), in.readTime(), in.readInt(), KeyTail.read(in));
                    case RowKind.FIELD_EXPIRY ->
                        new FieldExpiry(in.readLong(), in.readTime(), in.readInt(), KeyTail.read(in));
                    case RowKind.FIELDS_DUE ->
                        new FieldsDue(in.readInt(), in.readTime(), in.readInt(), KeyTail.read(in));
                    default -> throw in.error("kind " + RowKind.nameOf(kind) + " is not known");
                };
        in.finish();
        return key;
    }
}
