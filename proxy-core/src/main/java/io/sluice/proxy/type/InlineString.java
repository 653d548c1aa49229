package io.sluice.proxy.type;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import java.util.Arrays;
import java.util.List;

/** A string in its header row. */
final class InlineString extends StringValue {
    private final byte[] payload;

    InlineString(CommandContext context, Key key, Header header) {
        super(context, key, header);
        this.payload = header.payload();
    }

    @Override
    public long length() {
        return payload.length;
    }

    @Override
    public byte[] bytes() {
        return payload;
    }

    @Override
    public byte[] range(long from, long to) {
        byte[] range = new byte[Math.toIntExact(to - from)];
        if (from < payload.length) {
            System.arraycopy(payload, (int) from, range, 0, (int) Math.min(range.length, payload.length - from));
        }
        return range;
    }

    @Override
    List<Part> parts(long from, long to) {
        return List.of(new Part(0, payload));
    }

    @Override
    long step() {
        return Math.max(1, payload.length);
    }

    @Override
    public void prefetch(List<long[]> ranges) {
        // All bytes came with the header.
    }

    @Override
    public StringValue write(long offset, byte[] bytes) {
        long newLength = Math.max(payload.length, offset + bytes.length);
        if (newLength > context.settings().stringChunkBytes()) {
            return spread().write(offset, bytes);
        }
        byte[] changed = Arrays.copyOf(payload, (int) newLength);
        System.arraycopy(bytes, 0, changed, (int) offset, bytes.length);
        return stored(changed);
    }

    @Override
    public StringValue grow(long minLength) {
        long newLength = Math.max(payload.length, minLength);
        if (newLength > context.settings().stringChunkBytes()) {
            return spread().grow(newLength);
        }
        boolean nothingToDo = newLength == payload.length && header.encoding() == ValueEncoding.STRING_RAW;
        return nothingToDo ? this : stored(Arrays.copyOf(payload, (int) newLength));
    }

    private StringValue stored(byte[] bytes) {
        Header changed = Header.of(ValueEncoding.STRING_RAW, header.expireAtMs(), bytes);
        context.put(key, changed);
        return new InlineString(context, key, changed);
    }

    /** Moves to chunks as it is, so that what is beyond the end is known to be absent and is not asked for. */
    private SpreadString spread() {
        int chunkBytes = context.settings().stringChunkBytes();
        ChunkedString string = new ChunkedString(context.newId(key.slot()), payload.length, chunkBytes);
        Strings.writeChunks(context, key, string, payload);
        Header changed = Header.of(ValueEncoding.STRING_CHUNKED, header.expireAtMs(), string.encode());
        context.put(key, changed);
        return new SpreadString(context, key, changed);
    }
}
