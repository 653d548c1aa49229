package io.sluice.encoding;

import java.util.ArrayList;
import java.util.List;

/**
 * A row of the reclaim queue: what was dropped, and which rows of it are still to be deleted.
 *
 * @param target the id or the generation that was dropped
 * @param kinds the kinds of rows to delete, in this order
 * @param rows about how many there are, so that the store's range delete is used where it pays; 0 if not known
 */
public record ReclaimEntry(Target target, List<Byte> kinds, long rows) {
    private static final byte FORMAT = 1;
    private static final int MAX_KINDS = 16;

    /** What was dropped. */
    public sealed interface Target {
        /** The row key of its entry. */
        byte[] rowKey();

        /** All its rows of a kind. */
        KeyRange rangeOf(byte kind);
    }

    /** A collection or a chunked string. */
    public record Id(long id) implements Target {
        @Override
        public byte[] rowKey() {
            return RowKeys.reclaimId(id);
        }

        @Override
        public KeyRange rangeOf(byte kind) {
            return RowKeys.rangeOf(kind, id);
        }
    }

    /** A database that was flushed. */
    public record Generation(int generation) implements Target {
        @Override
        public byte[] rowKey() {
            return RowKeys.reclaimGeneration(generation);
        }

        @Override
        public KeyRange rangeOf(byte kind) {
            return RowKeys.rangeOfGeneration(kind, generation);
        }
    }

    /** @throws IllegalArgumentException if there is no kind, or one that the target has no rows of */
    public ReclaimEntry {
        kinds = List.copyOf(kinds);
        if (kinds.isEmpty() || kinds.size() > MAX_KINDS || rows < 0) {
            throw new IllegalArgumentException("no reclaim entry has kinds " + kinds + " and rows " + rows);
        }
        for (byte kind : kinds) {
            target.rangeOf(kind);
        }
    }

    /** The entry of a dropped chunked string. */
    public static ReclaimEntry ofString(long id, long rows) {
        return new ReclaimEntry(new Id(id), List.of(RowKind.STRING_CHUNK), rows);
    }

    /** The entry of something dropped that has an id. */
    public static ReclaimEntry ofId(long id, List<Byte> kinds, long rows) {
        return new ReclaimEntry(new Id(id), kinds, rows);
    }

    /**
     * The entry of a flushed database. Its headers and the rows of its times go with it; before that, its large values are found
     * in the headers, and their rows deleted.
     */
    public static ReclaimEntry ofGeneration(int generation) {
        return new ReclaimEntry(
                new Generation(generation), List.of(RowKind.HEADER, RowKind.EXPIRY, RowKind.FIELDS_DUE), 0);
    }

    /** The row's key. */
    public byte[] rowKey() {
        return target.rowKey();
    }

    /** What to delete, in order. */
    public List<KeyRange> ranges() {
        return kinds.stream().map(target::rangeOf).toList();
    }

    /** The row's value: format, rows (varint), number of kinds, the kinds. */
    public byte[] encode() {
        byte[] value = new byte[1 + OrderedCodec.varintSize(rows) + 1 + kinds.size()];
        value[0] = FORMAT;
        int at = OrderedCodec.putVarint(value, 1, rows);
        value[at++] = (byte) kinds.size();
        for (byte kind : kinds) {
            value[at++] = kind;
        }
        return value;
    }

    /** @throws EncodingException if these are not the key and value of a reclaim row of this version */
    public static ReclaimEntry decode(byte[] rowKey, byte[] rowValue) {
        Target target = targetOf(rowKey);
        ByteReader in = new ByteReader(rowValue, "reclaim entry");
        in.readFormat(FORMAT);
        long rows = in.readVarint();
        int count = in.readByte();
        if (rows < 0 || count < 1 || count > MAX_KINDS) {
            throw in.error(count + " kinds, " + Long.toUnsignedString(rows) + " rows");
        }
        List<Byte> kinds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte kind = in.readByte();
            boolean fits = target instanceof Id ? RowKind.hasId(kind) : RowKind.hasGeneration(kind);
            if (!fits) {
                throw in.error("kind " + RowKind.nameOf(kind) + " does not belong to " + target);
            }
            kinds.add(kind);
        }
        in.finish();
        return new ReclaimEntry(target, kinds, rows);
    }

    private static Target targetOf(byte[] rowKey) {
        RowKey key = RowKey.decode(rowKey);
        if (key instanceof RowKey.ReclaimId row) {
            return new Id(row.id());
        }
        if (key instanceof RowKey.ReclaimGeneration row) {
            return new Generation(row.generation());
        }
        throw new EncodingException("a row key of kind RECLAIM was expected, met " + RowKind.nameOf(rowKey[0]));
    }
}
