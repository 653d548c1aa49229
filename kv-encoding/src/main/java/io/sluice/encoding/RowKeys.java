package io.sluice.encoding;

import java.util.Arrays;

/**
 * Builds row keys and ranges of them, without the slot. One method for each row of docs/encoding.md; {@link RowKey}
 * takes them apart again. No key is longer than {@value #MAX_LENGTH} bytes.
 *
 * <p>Generations, hashes and ids are compared unsigned. Hashes are made by the caller: see docs/encoding.md.
 */
public final class RowKeys {
    /** The longest row key, in bytes and without the slot: a field expiry row of a long name. */
    public static final int MAX_LENGTH = 1 + 8 + 8 + 4 + KeyTail.MAX_LENGTH;

    /** Where a place in the order of scores stands in a score row's key: behind kind and id. */
    public static final int SCORE_PLACE = 1 + 8;

    private static final int GENERATION_AND_HASH = 1 + 4 + 4;
    private static final int ID_AND_HASH = 1 + 8 + 4;
    private static final int ID_AND_SCORE = 1 + 8 + 8;
    private static final int EXPIRY_PREFIX = 1 + 4 + 8 + 4;
    private static final int FIELD_EXPIRY_PREFIX = 1 + 8 + 8 + 4;

    private static final byte RANK_NODE = 0x00;
    private static final byte RANK_COUNTS = 0x01;

    private static final byte RECLAIM_ID = 0x01;
    private static final byte RECLAIM_GENERATION = 0x02;

    private RowKeys() {}

    // Headers: kind, generation, hash of the key, key.

    /** The header row of a key. */
    public static byte[] header(int generation, int hash, byte[] key) {
        byte[] row = new byte[headerLength(key)];
        putHeader(row, 0, generation, hash, key);
        return row;
    }

    /** How long the key of the header row of a key is. */
    public static int headerLength(byte[] key) {
        return GENERATION_AND_HASH + KeyTail.lengthOf(key);
    }

    /** Writes what {@link #header} makes into an array, from an offset on. */
    public static void putHeader(byte[] target, int offset, int generation, int hash, byte[] key) {
        putHash(target, offset, RowKind.HEADER, generation, hash);
        KeyTail.put(target, offset + GENERATION_AND_HASH, key);
    }

    /** Where the headers of a generation begin. */
    public static byte[] headerRangeStart(int generation) {
        return prefix(RowKind.HEADER, generation);
    }

    /** Where the headers of a generation end: exclusive. */
    public static byte[] headerRangeEnd(int generation) {
        return KeyRange.after(headerRangeStart(generation));
    }

    /** Where the headers whose hash is, unsigned, at least this one begin. */
    public static byte[] headerHashStart(int generation, int hash) {
        byte[] row = new byte[GENERATION_AND_HASH];
        putHash(row, 0, RowKind.HEADER, generation, hash);
        return row;
    }

    /** Where the headers with this hash end: exclusive. */
    public static byte[] headerHashEnd(int generation, int hash) {
        return KeyRange.after(headerHashStart(generation, hash));
    }

    // Elements: kind, id, hash of the element, element.

    /** The row of a hash field, a set member or a sorted set member. */
    public static byte[] element(long id, int hash, byte[] element) {
        byte[] row = new byte[ID_AND_HASH + KeyTail.lengthOf(element)];
        putElementHash(row, id, hash);
        KeyTail.put(row, ID_AND_HASH, element);
        return row;
    }

    /** Where the elements whose hash is, unsigned, at least this one begin. */
    public static byte[] elementHashStart(long id, int hash) {
        byte[] row = new byte[ID_AND_HASH];
        putElementHash(row, id, hash);
        return row;
    }

    /** Where the elements with this hash end: exclusive. */
    public static byte[] elementHashEnd(long id, int hash) {
        return KeyRange.after(elementHashStart(id, hash));
    }

    // Scores: kind, id, ordered score, member.

    /**
     * The row of a sorted set member in order of score, then of the member's bytes.
     *
     * @throws IllegalArgumentException if the score is NaN
     */
    public static byte[] score(long id, double score, byte[] member) {
        byte[] row = new byte[ID_AND_SCORE + KeyTail.lengthOf(member)];
        putScore(row, id, score);
        KeyTail.put(row, ID_AND_SCORE, member);
        return row;
    }

    /** Where the members with at least this score begin. */
    public static byte[] scoreStart(long id, double score) {
        byte[] row = new byte[ID_AND_SCORE];
        putScore(row, id, score);
        return row;
    }

    /** Where the members with this score end: exclusive. */
    public static byte[] scoreEnd(long id, double score) {
        return KeyRange.after(scoreStart(id, score));
    }

    /** The place of a score row: what stands behind the id in its key. */
    public static byte[] placeOf(byte[] scoreRowKey) {
        return Arrays.copyOfRange(scoreRowKey, SCORE_PLACE, scoreRowKey.length);
    }

    /** The key of the score row at a place; also a bound, for a place where there is none. */
    public static byte[] scoreAt(long id, byte[] place) {
        byte[] row = new byte[SCORE_PLACE + place.length];
        putId(row, RowKind.SCORE, id);
        System.arraycopy(place, 0, row, SCORE_PLACE, place.length);
        return row;
    }

    // The rank tree of a sorted set: kind, id, number of the node, part.

    /** The row that says where the children of a rank tree's node begin. */
    public static byte[] rankNode(long id, int node) {
        return rank(id, node, RANK_NODE);
    }

    /** The row that says how many members the children of a rank tree's node have. */
    public static byte[] rankCounts(long id, int node) {
        return rank(id, node, RANK_COUNTS);
    }

    private static byte[] rank(long id, int node, byte part) {
        byte[] row = new byte[1 + 8 + 4 + 1];
        putId(row, RowKind.RANK_COUNT, id);
        OrderedCodec.putInt(row, 9, node);
        row[13] = part;
        return row;
    }

    static RowKey readRank(ByteReader in) {
        long id = in.readLong();
        int node = in.readInt();
        byte part = in.readByte();
        return switch (part) {
            case RANK_NODE -> new RowKey.RankNode(id, node);
            case RANK_COUNTS -> new RowKey.RankCounts(id, node);
            default -> throw in.error("part " + (part & 0xFF) + " of a rank tree's node");
        };
    }

    // Chunks.

    /** A list's chunk; numbers are signed, so that a list grows at either end. */
    public static byte[] listChunk(long id, long number) {
        byte[] row = new byte[1 + 8 + 8];
        putId(row, RowKind.LIST_CHUNK, id);
        OrderedCodec.putSigned(row, 9, number);
        return row;
    }

    /** A node of the tree over a list's chunks. */
    public static byte[] listNode(long id, long number) {
        byte[] row = new byte[1 + 8 + 8];
        putId(row, RowKind.LIST_NODE, id);
        OrderedCodec.putLong(row, 9, number);
        return row;
    }

    /** A string's chunk, counted from 0. */
    public static byte[] stringChunk(long id, int index) {
        byte[] row = new byte[1 + 8 + 4];
        putId(row, RowKind.STRING_CHUNK, id);
        OrderedCodec.putInt(row, 9, notNegative(index, "index"));
        return row;
    }

    /** A chunk of one value of a collection; {@code valueId} is drawn as ids are and names the value in it. */
    public static byte[] valueChunk(long id, long valueId, int index) {
        byte[] row = new byte[1 + 8 + 8 + 4];
        putId(row, RowKind.VALUE_CHUNK, id);
        OrderedCodec.putLong(row, 9, valueId);
        OrderedCodec.putInt(row, 17, notNegative(index, "index"));
        return row;
    }

    /** All chunks of one value of a collection. */
    public static KeyRange valueChunkRange(long id, long valueId) {
        byte[] prefix = new byte[1 + 8 + 8];
        putId(prefix, RowKind.VALUE_CHUNK, id);
        OrderedCodec.putLong(prefix, 9, valueId);
        return KeyRange.ofPrefix(prefix);
    }

    // Expiry: kind, generation, time, hash of the key, key.

    /**
     * The row that says when a key expires, in milliseconds since 1970.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public static byte[] expiry(int generation, long expireAtMs, int hash, byte[] key) {
        return timed(RowKind.EXPIRY, generation, expireAtMs, hash, key);
    }

    /**
     * The row that says when the next field of a hash expires, in milliseconds since 1970: not later than it does.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public static byte[] fieldsDue(int generation, long dueAtMs, int hash, byte[] key) {
        return timed(RowKind.FIELDS_DUE, generation, dueAtMs, hash, key);
    }

    private static byte[] timed(byte kind, int generation, long timeMs, int hash, byte[] key) {
        byte[] row = new byte[EXPIRY_PREFIX + KeyTail.lengthOf(key)];
        putTime(row, kind, generation, timeMs);
        OrderedCodec.putInt(row, 13, hash);
        KeyTail.put(row, EXPIRY_PREFIX, key);
        return row;
    }

    /** The keys of a generation that expire before a time: exclusive. */
    public static KeyRange expiryBefore(int generation, long timeMs) {
        return expiryBetween(generation, 0, timeMs);
    }

    /** The keys of a generation that expire at {@code fromMs} or later, and before {@code toMs}. */
    public static KeyRange expiryBetween(int generation, long fromMs, long toMs) {
        return timesBetween(RowKind.EXPIRY, generation, fromMs, toMs);
    }

    /** The hashes of a generation whose next field expires before a time: exclusive. */
    public static KeyRange fieldsDueBefore(int generation, long timeMs) {
        return timesBetween(RowKind.FIELDS_DUE, generation, 0, timeMs);
    }

    private static KeyRange timesBetween(byte kind, int generation, long fromMs, long toMs) {
        byte[] from = new byte[13];
        putTime(from, kind, generation, fromMs);
        byte[] to = new byte[13];
        putTime(to, kind, generation, toMs);
        return new KeyRange(from, to);
    }

    // Field expiry: kind, id, time, hash of the field, field.

    /**
     * The row of a hash field in order of the time at which it expires, in milliseconds since 1970.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public static byte[] fieldExpiry(long id, long expireAtMs, int hash, byte[] field) {
        byte[] row = new byte[FIELD_EXPIRY_PREFIX + KeyTail.lengthOf(field)];
        putId(row, RowKind.FIELD_EXPIRY, id);
        OrderedCodec.putLong(row, 9, notBefore1970(expireAtMs));
        OrderedCodec.putInt(row, 17, hash);
        KeyTail.put(row, FIELD_EXPIRY_PREFIX, field);
        return row;
    }

    // Metadata.

    /** The reclaim row of a collection or string that was dropped. */
    public static byte[] reclaimId(long id) {
        byte[] row = new byte[1 + 1 + 8];
        row[0] = RowKind.RECLAIM;
        row[1] = RECLAIM_ID;
        OrderedCodec.putLong(row, 2, id);
        return row;
    }

    /** The reclaim row of a database that was flushed. */
    public static byte[] reclaimGeneration(int generation) {
        byte[] row = new byte[1 + 1 + 4];
        row[0] = RowKind.RECLAIM;
        row[1] = RECLAIM_GENERATION;
        OrderedCodec.putInt(row, 2, generation);
        return row;
    }

    /** The registry row of a large collection or string: the hash of its key, and its id. */
    public static byte[] registry(int hash, long id) {
        byte[] row = new byte[1 + 4 + 8];
        row[0] = RowKind.REGISTRY;
        OrderedCodec.putInt(row, 1, hash);
        OrderedCodec.putLong(row, 5, id);
        return row;
    }

    /** The slot's fence row. */
    public static byte[] fence() {
        return new byte[] {RowKind.FENCE};
    }

    /** The row whose presence ends an epoch. */
    public static byte[] seal(long epoch) {
        byte[] row = new byte[1 + 8];
        putId(row, RowKind.SEAL, epoch);
        return row;
    }

    /** The row that makes a change's redo parts effective. */
    public static byte[] redoHead(long epoch, long seq) {
        byte[] row = new byte[1 + 8 + 8];
        putId(row, RowKind.REDO_HEAD, epoch);
        OrderedCodec.putLong(row, 9, seq);
        return row;
    }

    /** One part of a change that is larger than a batch, counted from 0. */
    public static byte[] redoPart(long epoch, long seq, int index) {
        byte[] row = new byte[1 + 8 + 8 + 4];
        putId(row, RowKind.REDO_PART, epoch);
        OrderedCodec.putLong(row, 9, seq);
        OrderedCodec.putInt(row, 17, notNegative(index, "index"));
        return row;
    }

    /** All parts of one change. */
    public static KeyRange redoPartRange(long epoch, long seq) {
        byte[] prefix = new byte[1 + 8 + 8];
        putId(prefix, RowKind.REDO_PART, epoch);
        OrderedCodec.putLong(prefix, 9, seq);
        return KeyRange.ofPrefix(prefix);
    }

    /** The slot's map of databases. */
    public static byte[] databases() {
        return new byte[] {RowKind.DATABASES};
    }

    /** The store's own row; in slot 0 only. */
    public static byte[] store() {
        return new byte[] {RowKind.STORE};
    }

    // Ranges.

    /** All rows of a kind. */
    public static KeyRange rangeOf(byte kind) {
        return KeyRange.ofPrefix(new byte[] {known(kind)});
    }

    /**
     * All rows of a kind that belong to an id.
     *
     * @throws IllegalArgumentException if rows of this kind do not {@linkplain RowKind#hasId(byte) carry an id}
     */
    public static KeyRange rangeOf(byte kind, long id) {
        if (!RowKind.hasId(kind)) {
            throw new IllegalArgumentException("rows of kind " + RowKind.nameOf(kind) + " carry no id");
        }
        byte[] prefix = new byte[1 + 8];
        putId(prefix, kind, id);
        return KeyRange.ofPrefix(prefix);
    }

    /**
     * All rows of a kind that belong to a generation.
     *
     * @throws IllegalArgumentException if rows of this kind do not {@linkplain RowKind#hasGeneration(byte) carry one}
     */
    public static KeyRange rangeOfGeneration(byte kind, int generation) {
        if (!RowKind.hasGeneration(kind)) {
            throw new IllegalArgumentException("rows of kind " + RowKind.nameOf(kind) + " carry no generation");
        }
        return KeyRange.ofPrefix(prefix(kind, generation));
    }

    /** All of a slot's small metadata: fence, seals, redo heads, databases, reclaim queue, registry. */
    public static KeyRange metadataRange() {
        return new KeyRange(new byte[] {RowKind.FENCE}, KeyRange.after(new byte[] {RowKind.REGISTRY}));
    }

    // Decoders for one kind; RowKey.decode takes any.

    /** @throws EncodingException if this is not a header's row key */
    public static RowKey.Header decodeHeader(byte[] rowKey) {
        return expect(RowKey.Header.class, RowKind.HEADER, rowKey);
    }

    /** @throws EncodingException if this is not an element's row key */
    public static RowKey.Element decodeElement(byte[] rowKey) {
        return expect(RowKey.Element.class, RowKind.ELEMENT, rowKey);
    }

    /** @throws EncodingException if this is not a score's row key */
    public static RowKey.Score decodeScore(byte[] rowKey) {
        return expect(RowKey.Score.class, RowKind.SCORE, rowKey);
    }

    /** @throws EncodingException if this is not a list chunk's row key */
    public static RowKey.ListChunk decodeListChunk(byte[] rowKey) {
        return expect(RowKey.ListChunk.class, RowKind.LIST_CHUNK, rowKey);
    }

    /** @throws EncodingException if this is not a string chunk's row key */
    public static RowKey.StringChunk decodeStringChunk(byte[] rowKey) {
        return expect(RowKey.StringChunk.class, RowKind.STRING_CHUNK, rowKey);
    }

    /** @throws EncodingException if this is not a value chunk's row key */
    public static RowKey.ValueChunk decodeValueChunk(byte[] rowKey) {
        return expect(RowKey.ValueChunk.class, RowKind.VALUE_CHUNK, rowKey);
    }

    /** @throws EncodingException if this is not an expiry row key */
    public static RowKey.Expiry decodeExpiry(byte[] rowKey) {
        return expect(RowKey.Expiry.class, RowKind.EXPIRY, rowKey);
    }

    /** @throws EncodingException if this is not a field expiry row key */
    public static RowKey.FieldExpiry decodeFieldExpiry(byte[] rowKey) {
        return expect(RowKey.FieldExpiry.class, RowKind.FIELD_EXPIRY, rowKey);
    }

    /** @throws EncodingException if this is not a row key of a hash whose fields are due */
    public static RowKey.FieldsDue decodeFieldsDue(byte[] rowKey) {
        return expect(RowKey.FieldsDue.class, RowKind.FIELDS_DUE, rowKey);
    }

    /** @throws EncodingException if this is not a registry row key */
    public static RowKey.Registry decodeRegistry(byte[] rowKey) {
        return expect(RowKey.Registry.class, RowKind.REGISTRY, rowKey);
    }

    /** @throws EncodingException if this is not a seal's row key */
    public static RowKey.Seal decodeSeal(byte[] rowKey) {
        return expect(RowKey.Seal.class, RowKind.SEAL, rowKey);
    }

    /** @throws EncodingException if this is not a redo head's row key */
    public static RowKey.RedoHead decodeRedoHead(byte[] rowKey) {
        return expect(RowKey.RedoHead.class, RowKind.REDO_HEAD, rowKey);
    }

    /** @throws EncodingException if this is not a redo part's row key */
    public static RowKey.RedoPart decodeRedoPart(byte[] rowKey) {
        return expect(RowKey.RedoPart.class, RowKind.REDO_PART, rowKey);
    }

    static RowKey readReclaim(ByteReader in) {
        byte form = in.readByte();
        return switch (form) {
            case RECLAIM_ID -> new RowKey.ReclaimId(in.readLong());
            case RECLAIM_GENERATION -> new RowKey.ReclaimGeneration(in.readInt());
            default -> throw in.error("reclaim form " + (form & 0xFF));
        };
    }

    private static <T extends RowKey> T expect(Class<T> type, byte kind, byte[] rowKey) {
        if (rowKey.length == 0 || rowKey[0] != kind) {
            String met = rowKey.length == 0 ? "no bytes" : "kind " + RowKind.nameOf(rowKey[0]);
            throw new EncodingException("a row key of kind " + RowKind.nameOf(kind) + " was expected, met " + met);
        }
        return type.cast(RowKey.decode(rowKey));
    }

    private static byte[] prefix(byte kind, int generation) {
        byte[] row = new byte[1 + 4];
        row[0] = kind;
        OrderedCodec.putInt(row, 1, generation);
        return row;
    }

    private static void putHash(byte[] row, int offset, byte kind, int generation, int hash) {
        row[offset] = kind;
        OrderedCodec.putInt(row, offset + 1, generation);
        OrderedCodec.putInt(row, offset + 5, hash);
    }

    private static void putId(byte[] row, byte kind, long id) {
        row[0] = kind;
        OrderedCodec.putLong(row, 1, id);
    }

    private static void putElementHash(byte[] row, long id, int hash) {
        putId(row, RowKind.ELEMENT, id);
        OrderedCodec.putInt(row, 9, hash);
    }

    private static void putScore(byte[] row, long id, double score) {
        putId(row, RowKind.SCORE, id);
        OrderedCodec.putDouble(row, 9, score);
    }

    private static void putTime(byte[] row, byte kind, int generation, long timeMs) {
        row[0] = kind;
        OrderedCodec.putInt(row, 1, generation);
        OrderedCodec.putLong(row, 5, notBefore1970(timeMs));
    }

    private static long notBefore1970(long timeMs) {
        if (timeMs < 0) {
            throw new IllegalArgumentException("a time before 1970: " + timeMs);
        }
        return timeMs;
    }

    private static int notNegative(int number, String name) {
        if (number < 0) {
            throw new IllegalArgumentException("negative " + name + ": " + number);
        }
        return number;
    }

    private static byte known(byte kind) {
        if (!RowKind.isKnown(kind)) {
            throw new IllegalArgumentException("no such kind of row: " + RowKind.nameOf(kind));
        }
        return kind;
    }
}
