package io.sluice.proxy.type;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A string in chunk rows: see {@link ChunkedString}. */
final class SpreadString extends StringValue {
    /**
     * From this many chunks on they are read as a range and not by name: a string that SETBIT made long has few rows in a
     * wide range, and asking for thousands that are absent costs more than a seek.
     */
    private static final int RANGE_FROM = 64;

    private final ChunkedString string;

    SpreadString(CommandContext context, Key key, Header header) {
        super(context, key, header);
        this.string = ChunkedString.decode(header.payload());
    }

    @Override
    public long length() {
        return string.length();
    }

    @Override
    public byte[] bytes() {
        return range(0, string.length());
    }

    @Override
    public byte[] range(long from, long to) {
        context.hold(to - from); // there may be few rows of it
        byte[] range = new byte[Math.toIntExact(to - from)];
        for (Part part : parts(from, to)) {
            long start = Math.max(from, part.offset());
            long end = Math.min(to, part.offset() + part.bytes().length);
            if (start < end) {
                int length = (int) (end - start);
                System.arraycopy(part.bytes(), (int) (start - part.offset()), range, (int) (start - from), length);
            }
        }
        return range;
    }

    @Override
    List<Part> parts(long from, long to) {
        long end = Math.min(to, string.length());
        if (from >= end) {
            return List.of();
        }
        int first = string.chunkOf(from);
        int last = string.chunkOf(end - 1);
        return last - first < RANGE_FROM ? partsByName(first, last) : partsByRange(first, last);
    }

    private List<Part> partsByName(int first, int last) {
        List<byte[]> rowKeys = new ArrayList<>(last - first + 1);
        for (int index = first; index <= last; index++) {
            rowKeys.add(RowKeys.stringChunk(string.id(), index));
        }
        List<byte @Nullable []> rows = context.rows(key.slot(), rowKeys);
        List<Part> parts = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            byte[] row = rows.get(i);
            if (row != null) {
                parts.add(new Part(start(first + i), row));
            }
        }
        return parts;
    }

    private List<Part> partsByRange(int first, int last) {
        byte[] from = RowKeys.stringChunk(string.id(), first);
        // The last chunk's own name with a byte more: the smallest key above it.
        byte[] lastKey = RowKeys.stringChunk(string.id(), last);
        byte[] to = Arrays.copyOf(lastKey, lastKey.length + 1);
        List<Part> parts = new ArrayList<>();
        for (Row row : context.range(key.slot(), from, to, false, last - first + 1, false)) {
            parts.add(new Part(start(RowKeys.decodeStringChunk(row.key()).index()), row.value()));
        }
        return parts;
    }

    @Override
    long step() {
        return string.chunkBytes();
    }

    @Override
    public void prefetch(List<long[]> ranges) {
        TreeSet<Integer> chunks = new TreeSet<>();
        for (long[] range : ranges) {
            long end = Math.min(range[1], string.length());
            for (long at = range[0]; at < end; at = start(string.chunkOf(at)) + string.chunkBytes()) {
                chunks.add(string.chunkOf(at));
            }
        }
        if (!chunks.isEmpty()) {
            List<byte[]> rowKeys = new ArrayList<>(chunks.size());
            for (int index : chunks) {
                rowKeys.add(RowKeys.stringChunk(string.id(), index));
            }
            context.rows(key.slot(), rowKeys);
        }
    }

    @Override
    public StringValue write(long offset, byte[] bytes) {
        long end = offset + bytes.length;
        ChunkedString changed = string.withLength(Math.max(string.length(), end));
        if (bytes.length > 0) {
            writeChunks(changed, offset, bytes);
        }
        if (changed.equals(string)) {
            context.modified(key); // no header is written that would say so
        }
        return stored(changed);
    }

    private void writeChunks(ChunkedString changed, long offset, byte[] bytes) {
        long end = offset + bytes.length;
        int first = changed.chunkOf(offset);
        int last = changed.chunkOf(end - 1);
        byte[] firstOld = new byte[0];
        byte[] lastOld = new byte[0];
        List<byte[]> wanted = new ArrayList<>(2);
        boolean keepsOfFirst = keepsOld(first, offset, end);
        boolean keepsOfLast = last != first && keepsOld(last, offset, end);
        if (keepsOfFirst) {
            wanted.add(RowKeys.stringChunk(string.id(), first));
        }
        if (keepsOfLast) {
            wanted.add(RowKeys.stringChunk(string.id(), last));
        }
        if (!wanted.isEmpty()) {
            List<byte @Nullable []> old = context.rows(key.slot(), wanted);
            firstOld = keepsOfFirst ? orNothing(old.get(0)) : firstOld;
            lastOld = keepsOfLast ? orNothing(old.get(old.size() - 1)) : lastOld;
        }
        for (int index = first; index <= last; index++) {
            byte[] old = index == first ? firstOld : index == last ? lastOld : new byte[0];
            long chunkStart = start(index);
            int from = (int) Math.max(0, offset - chunkStart);
            int to = (int) Math.min(string.chunkBytes(), end - chunkStart);
            byte[] chunk = Arrays.copyOf(old, Math.max(old.length, to));
            System.arraycopy(bytes, (int) (chunkStart + from - offset), chunk, from, to - from);
            context.putRow(key.slot(), RowKeys.stringChunk(string.id(), index), chunk);
        }
    }

    /** Whether a byte that the chunk may hold now stays. */
    private boolean keepsOld(int index, long from, long to) {
        long start = start(index);
        long end = Math.min(start + string.chunkBytes(), string.length());
        return start < end && (from > start || to < end);
    }

    private static byte[] orNothing(byte @Nullable [] row) {
        return row == null ? new byte[0] : row;
    }

    @Override
    public StringValue grow(long minLength) {
        return stored(string.withLength(Math.max(string.length(), minLength)));
    }

    @Override
    public void replaceRaw(byte[] bytes) {
        if (bytes.length == string.length()) {
            write(0, bytes);
        } else {
            super.replaceRaw(bytes);
        }
    }

    private SpreadString stored(ChunkedString changed) {
        if (changed.equals(string)) {
            return this;
        }
        Header newHeader = Header.of(ValueEncoding.STRING_CHUNKED, header.expireAtMs(), changed.encode());
        context.put(key, newHeader);
        return new SpreadString(context, key, newHeader);
    }

    private long start(int index) {
        return (long) index * string.chunkBytes();
    }
}
