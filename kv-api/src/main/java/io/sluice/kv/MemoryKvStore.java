package io.sluice.kv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The reference {@link KvStore}: sorted maps in memory, one per slot, under one lock. It is what the contract means, in
 * as few lines as possible, and what other backends are compared with; the data ends with the process.
 *
 * <p>Every call completes inline. The lock is held for as long as an answer takes to put together, so each answer is of
 * one moment (more than the contract asks for), and readers do not wait for each other.
 *
 * <p>{@link #share} opens the same data again, as another process would open a shared table: each opening is closed for
 * itself, and the data lives as long as one of them is referenced. So a test runs several engines on one table, or
 * "restarts" one.
 */
public final class MemoryKvStore implements KvStore {

    private static final byte[] NO_VALUE = new byte[0];

    /** Wide enough never to be in the way; a test that is about limits declares its own. */
    private static final int WIDE_KEY_BYTES = 1 << 16;

    private static final int WIDE_VALUE_BYTES = 1 << 30;
    private static final long WIDE_BATCH_BYTES = 1L << 31;

    private final Capabilities capabilities;
    private final Table table;
    private volatile boolean closed;

    /** An empty store, atomic as a whole, with wide limits. */
    public MemoryKvStore() {
        this(Atomicity.STORE);
    }

    /** An empty store with wide limits. */
    public MemoryKvStore(Atomicity atomicity) {
        this(new Capabilities(atomicity, true, false, WIDE_KEY_BYTES, WIDE_VALUE_BYTES, WIDE_BATCH_BYTES));
    }

    /** An empty store that honours the capabilities as they are given. */
    public MemoryKvStore(Capabilities capabilities) {
        this(capabilities, new Table());
    }

    private MemoryKvStore(Capabilities capabilities, Table table) {
        this.capabilities = capabilities;
        this.table = table;
    }

    /** Another opening of the same data with the same capabilities, open even when this one is closed. */
    public MemoryKvStore share() {
        return new MemoryKvStore(capabilities, table);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<byte @Nullable []> get(int slot, byte[] key) {
        SlotKey.checkSlot(slot);
        return answer(table.lock.readLock(), () -> table.slot(slot).get(key));
    }

    @Override
    public CompletionStage<List<byte @Nullable []>> multiGet(List<SlotKey> keys) {
        return answer(table.lock.readLock(), () -> {
            List<byte @Nullable []> values = new ArrayList<>(keys.size());
            for (SlotKey key : keys) {
                values.add(table.slot(key.slot()).get(key.key()));
            }
            return values;
        });
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        return answer(table.lock.readLock(), () -> page(request));
    }

    private ScanPage page(ScanRequest request) {
        NavigableMap<byte[], byte[]> range = table.range(request.slot(), request.from(), request.to());
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<byte[], byte[]> entry : (request.reverse() ? range.descendingMap() : range).entrySet()) {
            if (rows.size() == request.limit()) {
                return new ScanPage(rows, true);
            }
            rows.add(new Row(entry.getKey(), request.keysOnly() ? NO_VALUE : entry.getValue()));
        }
        return new ScanPage(rows, false);
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        return answer(table.lock.writeLock(), () -> {
            List<WriteBatch.Op> ops = batch.ops();
            check(batch, ops);
            table.checkGuards(ops);
            table.checkWhatWasAbsent(ops);
            table.apply(ops);
            return null;
        });
    }

    private void check(WriteBatch batch, List<WriteBatch.Op> ops) {
        if (batch.bytes() > capabilities.maxBatchBytes()) {
            throw tooLarge("batch", batch.bytes(), capabilities.maxBatchBytes());
        }
        if (batch.rows() > capabilities.maxBatchRows()) {
            throw new StoreException.Fatal(
                    "a batch of " + batch.rows() + " rows is over the limit of " + capabilities.maxBatchRows(), null);
        }
        for (WriteBatch.Op op : ops) {
            if (op.key().length > capabilities.maxKeyBytes()) {
                throw tooLarge("key", op.key().length, capabilities.maxKeyBytes());
            }
            byte[] value = op.value();
            if (value != null && value.length > capabilities.maxValueBytes()) {
                throw tooLarge("value", value.length, capabilities.maxValueBytes());
            }
            int slot = ops.get(0).slot();
            if (capabilities.atomicity() == Atomicity.SLOT && op.slot() != slot) {
                throw new StoreException.Fatal(
                        "a batch holds the slots " + slot + " and " + op.slot()
                                + ", but the store is atomic within one",
                        null);
            }
        }
    }

    private static StoreException tooLarge(String what, long bytes, long limit) {
        return new StoreException.Fatal("a " + what + " of " + bytes + " bytes is over the limit of " + limit, null);
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        SlotKey.checkSlot(slot);
        return answer(table.lock.writeLock(), () -> {
            table.range(slot, from, to).clear();
            return null;
        });
    }

    @Override
    public Map<String, String> statistics() {
        table.lock.readLock().lock();
        try {
            return Map.of("rows", Long.toString(table.rows()));
        } finally {
            table.lock.readLock().unlock();
        }
    }

    /** Closes this opening; the data stays for the others. */
    @Override
    public void close() {
        closed = true;
    }

    private <T extends @Nullable Object> CompletionStage<T> answer(Lock lock, Supplier<T> call) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreException.Fatal("the store is closed", null);
            }
            return CompletableFuture.completedFuture(call.get());
        } catch (StoreException failure) {
            return CompletableFuture.failedFuture(failure);
        } finally {
            lock.unlock();
        }
    }

    /** The data, guarded by its lock. */
    private static final class Table {
        private static final NavigableMap<byte[], byte[]> NOTHING =
                Collections.unmodifiableNavigableMap(new TreeMap<>(Arrays::compareUnsigned));

        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<Integer, NavigableMap<byte[], byte[]>> slots = new HashMap<>();

        NavigableMap<byte[], byte[]> slot(int slot) {
            return slots.getOrDefault(slot, NOTHING);
        }

        /** A view: what is removed from it is removed from the table. */
        NavigableMap<byte[], byte[]> range(int slot, byte[] from, byte @Nullable [] to) {
            NavigableMap<byte[], byte[]> rows = slots.get(slot);
            if (rows == null || (to != null && Arrays.compareUnsigned(from, to) >= 0)) {
                return new TreeMap<>(Arrays::compareUnsigned);
            }
            return to == null ? rows.tailMap(from, true) : rows.subMap(from, true, to, false);
        }

        void checkGuards(List<WriteBatch.Op> ops) {
            for (WriteBatch.Op op : ops) {
                if (op.kind() == WriteBatch.Kind.REQUIRE_ABSENT
                        && slot(op.slot()).containsKey(op.key())) {
                    throw new StoreException.GuardFailed(
                            "a row of slot " + op.slot() + " that had to be absent is there");
                }
            }
        }

        /** Here it makes no difference; a store to which it does would keep a row that is deleted. */
        void checkWhatWasAbsent(List<WriteBatch.Op> ops) {
            for (WriteBatch.Op op : ops) {
                if (op.wasAbsent() && slot(op.slot()).containsKey(op.key())) {
                    throw new StoreException.Fatal(
                            "a row of slot " + op.slot() + " that was said to be absent is there", null);
                }
            }
        }

        /** After the checks, so that a batch that is refused has changed nothing. */
        void apply(List<WriteBatch.Op> ops) {
            for (WriteBatch.Op op : ops) {
                byte[] value = op.value();
                if (value != null) {
                    slots.computeIfAbsent(op.slot(), slot -> new TreeMap<>(Arrays::compareUnsigned))
                            .put(op.key(), value);
                } else if (op.kind() == WriteBatch.Kind.DELETE && slots.containsKey(op.slot())) {
                    slot(op.slot()).remove(op.key());
                }
            }
        }

        long rows() {
            return slots.values().stream().mapToLong(Map::size).sum();
        }
    }
}
