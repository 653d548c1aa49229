package io.sluice.encoding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A change that is larger than a batch, as the values of its redo parts: its rows one after the other, cut where a part is
 * full. A part is made when it is asked for, so that never more than one is held.
 */
public final class RedoParts implements Iterator<byte[]> {
    static final byte DELETE = 0;
    static final byte PUT = 1;

    /** A row of the change, by its key without the slot; null deletes it. */
    public record RedoRow(byte[] key, byte @Nullable [] value) {}

    private final Iterator<RedoRow> rows;
    private final int partBytes;
    /** Encoded rows that are not in a part yet, in pieces, from {@link #at} of the first one on. */
    private final List<byte[]> pieces = new ArrayList<>();

    private int at;
    private long ahead;

    /** @param partBytes the length of every part but the last */
    public RedoParts(Iterator<RedoRow> rows, int partBytes) {
        if (partBytes < 1) {
            throw new IllegalArgumentException("parts of " + partBytes + " bytes");
        }
        this.rows = rows;
        this.partBytes = partBytes;
    }

    @Override
    public boolean hasNext() {
        return ahead > 0 || rows.hasNext();
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        while (ahead < partBytes && rows.hasNext()) {
            add(rows.next());
        }
        byte[] part = new byte[(int) Math.min(ahead, partBytes)];
        int filled = 0;
        int used = 0;
        while (filled < part.length) {
            byte[] piece = pieces.get(used);
            int length = Math.min(piece.length - at, part.length - filled);
            System.arraycopy(piece, at, part, filled, length);
            filled += length;
            at += length;
            if (at == piece.length) {
                used++;
                at = 0;
            }
        }
        pieces.subList(0, used).clear();
        ahead -= part.length;
        return part;
    }

    private void add(RedoRow row) {
        byte[] key = row.key();
        byte[] value = row.value();
        int length = 1 + OrderedCodec.varintSize(key.length) + key.length;
        byte[] head = new byte[value == null ? length : length + OrderedCodec.varintSize(value.length)];
        head[0] = value == null ? DELETE : PUT;
        int end = OrderedCodec.putVarint(head, 1, key.length);
        System.arraycopy(key, 0, head, end, key.length);
        if (value != null) {
            OrderedCodec.putVarint(head, length, value.length);
        }
        addPiece(head);
        if (value != null && value.length > 0) {
            addPiece(value);
        }
    }

    private void addPiece(byte[] piece) {
        pieces.add(piece);
        ahead += piece.length;
    }

    /** Puts the rows together again, from the parts in their order. */
    public static final class Reader {
        private byte[] rest = {};
        private int at;

        /**
         * The rows that end in this part.
         *
         * @throws EncodingException if these are no redo parts
         */
        public List<RedoRow> add(byte[] part) {
            byte[] all = Arrays.copyOf(rest, rest.length + part.length);
            System.arraycopy(part, 0, all, rest.length, part.length);
            rest = all;
            List<RedoRow> rows = new ArrayList<>();
            int done = 0;
            for (RedoRow row = read(); row != null; row = read()) {
                rows.add(row);
                done = at;
            }
            rest = Arrays.copyOfRange(rest, done, rest.length);
            at = 0;
            return rows;
        }

        /** @throws EncodingException if a row has begun and not ended */
        public void finish() {
            if (rest.length > 0) {
                throw new EncodingException("redo parts end in the middle of a row");
            }
        }

        /** The row that begins here; null when not all of it is there. */
        private @Nullable RedoRow read() {
            if (at >= rest.length) {
                return null;
            }
            byte kind = rest[at++];
            if (kind != PUT && kind != DELETE) {
                throw new EncodingException("a redo part has a row of kind " + (kind & 0xFF));
            }
            byte[] key = readBytes();
            if (key == null) {
                return null;
            }
            if (kind == DELETE) {
                return new RedoRow(key, null);
            }
            byte[] value = readBytes();
            return value == null ? null : new RedoRow(key, value);
        }

        private byte @Nullable [] readBytes() {
            long length = 0;
            for (int shift = 0; ; shift += 7) {
                if (at >= rest.length) {
                    return null;
                }
                byte next = rest[at++];
                length |= (long) (next & 0x7F) << shift;
                if (length > Integer.MAX_VALUE || (next == 0 && shift > 0) || shift > 28) {
                    throw new EncodingException("a malformed length in a redo part");
                }
                if (next >= 0) {
                    break;
                }
            }
            if (rest.length - at < length) {
                return null;
            }
            at += (int) length;
            return Arrays.copyOfRange(rest, at - (int) length, at);
        }
    }
}
