package io.sluice.proxy.command;

import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.Row;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.EngineSettings;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.KeyHasher;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The data in maps, for handlers that run directly. Holds handlers to the contract (no put of a key that was not read),
 * deletes the rows of values that are dropped, and counts what was asked for.
 */
final class FakeContext implements CommandContext {
    private record Name(int db, String key) {}

    final KeyHasher hasher = new KeyHasher(7);
    EngineSettings settings;
    long nowMs = 1_700_000_000_000L;
    RandomGenerator random = new SplittableRandom(7);
    int hits;
    int misses;
    int rowsRead;
    int rowsWritten;
    int headersRead;
    private long heldInThisRun;
    long spareBytes = Long.MAX_VALUE;
    /** The keys that {@link #modified} named, in order. */
    final List<String> modified = new ArrayList<>();

    private final Map<Name, Header> headers = new HashMap<>();
    private final NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
    private final Set<Name> readInThisRun = new HashSet<>();
    private long nextId = 1L << 32;
    private int puts;

    FakeContext(int stringChunkBytes) {
        settings = new EngineSettings(16, 512L << 20, 64 << 20, 4096, stringChunkBytes, 3000, FormLimits.DEFAULT);
    }

    /** Forgets what was read and counted, as between two commands. */
    void begin() {
        readInThisRun.clear();
        rowsRead = 0;
        rowsWritten = 0;
        headersRead = 0;
        heldInThisRun = 0;
    }

    Header stored(String key) {
        return headers.get(new Name(0, key));
    }

    /** The rows below headers. */
    NavigableMap<byte[], byte[]> rows() {
        return rows;
    }

    /** Rows that belong to no header's id. */
    List<byte[]> orphans() {
        Set<Long> live = new HashSet<>();
        for (Header header : headers.values()) {
            if (ValueEncoding.isSpread(header.encoding())) {
                live.add(OrderedCodec.getLong(header.payload(), 0));
            }
        }
        return rows.keySet().stream().filter(row -> !live.contains(idOf(row))).toList();
    }

    private static long idOf(byte[] rowKey) {
        if (!RowKind.hasId(rowKey[0])) {
            throw new IllegalStateException("not a row below a header");
        }
        return OrderedCodec.getLong(rowKey, 1);
    }

    private static Name name(int db, Key key) {
        return new Name(db, new String(key.bytes(), StandardCharsets.ISO_8859_1));
    }

    @Override
    public long nowMs() {
        return nowMs;
    }

    @Override
    public int db() {
        return 0;
    }

    @Override
    public Header header(int db, Key key) {
        Name name = name(db, key);
        headersRead++;
        readInThisRun.add(name);
        Header header = headers.get(name);
        if (header != null && header.isExpiredAt(nowMs)) {
            replace(name, null);
            return null;
        }
        return header;
    }

    @Override
    public void prefetch(List<Key> keys) {
        // everything is here
    }

    @Override
    public void prefetchRows(List<SlotKey> wanted) {
        // everything is here
    }

    @Override
    public Key key(byte[] name) {
        return hasher.key(name);
    }

    @Override
    public void put(int db, Key key, Header header) {
        Name name = name(db, key);
        if (!readInThisRun.contains(name)) {
            throw new IllegalStateException("put of a key that was not read: " + key);
        }
        replace(name, header);
    }

    /** Open for some changes in a row, as a header is that waits in memory, and then as it comes from the cache. */
    private Header openOrClosed(Header header) {
        puts++;
        return puts % 5 == 0 ? header.closed() : header;
    }

    @Override
    public void overwrite(Key key, Header header) {
        replace(name(0, key), header);
    }

    @Override
    public boolean remove(int db, Key key) {
        Name name = name(db, key);
        boolean there = header(db, key) != null;
        replace(name, null);
        return there;
    }

    private void replace(Name name, Header header) {
        Header old = header == null ? headers.remove(name) : headers.put(name, openOrClosed(header));
        if (old != null && ValueEncoding.isSpread(old.encoding())) {
            long id = OrderedCodec.getLong(old.payload(), 0);
            boolean kept = header != null
                    && ValueEncoding.isSpread(header.encoding())
                    && OrderedCodec.getLong(header.payload(), 0) == id;
            if (!kept) {
                rows.keySet().removeIf(row -> idOf(row) == id);
            }
        }
    }

    @Override
    public void rename(int fromDb, Key from, int toDb, Key to) {
        Header header = header(fromDb, from);
        headers.remove(name(fromDb, from));
        replace(name(toDb, to), header);
    }

    @Override
    public void modified(int db, Key key) {
        modified.add(new String(key.bytes(), StandardCharsets.ISO_8859_1));
    }

    @Override
    public byte[] row(int slot, byte[] rowKey) {
        rowsRead++;
        return rows.get(rowKey);
    }

    @Override
    public List<byte[]> rows(int slot, List<byte[]> rowKeys) {
        List<byte[]> values = new ArrayList<>();
        for (byte[] rowKey : rowKeys) {
            values.add(row(slot, rowKey));
        }
        return values;
    }

    @Override
    public List<Row> range(int slot, byte[] from, byte[] to, boolean reverse, int limit, boolean keysOnly) {
        NavigableMap<byte[], byte[]> range = rows.subMap(from, true, to, false);
        List<Row> found = new ArrayList<>();
        for (Map.Entry<byte[], byte[]> row : (reverse ? range.descendingMap() : range).entrySet()) {
            if (found.size() < limit) {
                found.add(new Row(row.getKey(), keysOnly ? new byte[0] : row.getValue()));
            }
        }
        rowsRead += found.size();
        return found;
    }

    @Override
    public @Nullable Row rowAt(int slot, byte[] from, byte[] to, int index, boolean keysOnly) {
        List<Row> found = range(slot, from, to, false, index + 1, keysOnly);
        return index < found.size() ? found.get(index) : null;
    }

    @Override
    public void prefetchRanges(int slot, List<KeyRange> ranges) {
        // What is read is counted where it is read.
    }

    @Override
    public void putRow(int slot, byte[] rowKey, byte[] value) {
        rowsWritten++;
        rows.put(rowKey, value);
    }

    @Override
    public void deleteRow(int slot, byte[] rowKey) {
        rows.remove(rowKey);
    }

    @Override
    public long newId(int slot) {
        return nextId++;
    }

    @Override
    public long spareBytes() {
        return spareBytes;
    }

    @Override
    public long spareRows() {
        return Long.MAX_VALUE;
    }

    @Override
    public void hold(long bytes) {
        heldInThisRun += bytes;
        if (heldInThisRun > settings.loadBudgetBytes()) {
            throw new CommandException("OOM");
        }
    }

    @Override
    public EngineSettings settings() {
        return settings;
    }

    @Override
    public int elementHash(byte[] element) {
        return hasher.hash(element);
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public void countLookup(boolean hit) {
        if (hit) {
            hits++;
        } else {
            misses++;
        }
    }

    /** The chunk rows of a key, by index. */
    Map<Integer, byte[]> chunks(String key) {
        long id = OrderedCodec.getLong(stored(key).payload(), 0);
        Map<Integer, byte[]> chunks = new TreeMap<>();
        rows.forEach((row, value) -> {
            if (idOf(row) == id) {
                chunks.put(RowKeys.decodeStringChunk(row).index(), value);
            }
        });
        return chunks;
    }
}
