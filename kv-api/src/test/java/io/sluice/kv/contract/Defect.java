package io.sluice.kv.contract;

import static io.sluice.kv.testing.Stages.await;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.ForwardingKvStore;
import io.sluice.kv.testing.HeldBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Stores that break the contract in one way each, as real adapters do. */
enum Defect {
    SIGNED_BYTE_ORDER(() -> new Pages() {
        @Override
        ScanPage page(ScanRequest request) {
            List<Row> all =
                    new ArrayList<>(await(delegate.scan(everything(request))).rows());
            all.sort((left, right) -> (request.reverse() ? -1 : 1) * Arrays.compare(left.key(), right.key()));
            boolean more = all.size() > request.limit();
            return new ScanPage(more ? all.subList(0, request.limit()) : all, more);
        }

        private ScanRequest everything(ScanRequest request) {
            return new ScanRequest(
                    request.slot(), request.from(), request.to(), false, Integer.MAX_VALUE, request.keysOnly());
        }
    }),
    END_INCLUSIVE(() -> new Pages() {
        @Override
        ScanPage page(ScanRequest request) {
            byte[] to = request.to() == null ? null : Arrays.copyOf(request.to(), request.to().length + 1);
            return await(delegate.scan(bounds(request, request.from(), to)));
        }
    }),
    START_EXCLUSIVE(() -> new Pages() {
        @Override
        ScanPage page(ScanRequest request) {
            byte[] from = Arrays.copyOf(request.from(), request.from().length + 1);
            return await(delegate.scan(bounds(request, from, request.to())));
        }
    }),
    REVERSE_IGNORES_THE_START(() -> new Pages() {
        @Override
        ScanPage page(ScanRequest request) {
            byte[] from = request.reverse() ? new byte[0] : request.from();
            return await(delegate.scan(bounds(request, from, request.to())));
        }
    }),
    A_FULL_PAGE_SEEMS_THE_LAST(() -> new Pages() {
        @Override
        ScanPage page(ScanRequest request) {
            return new ScanPage(await(delegate.scan(request)).rows(), false);
        }
    }),
    PAGES_OVER_THE_LIMIT(() -> new Pages() {
        @Override
        ScanPage page(ScanRequest request) {
            return await(delegate.scan(new ScanRequest(
                    request.slot(),
                    request.from(),
                    request.to(),
                    request.reverse(),
                    request.limit() + 1,
                    request.keysOnly())));
        }
    }),
    KEYS_ONLY_IGNORED(() -> new Pages() {
        @Override
        ScanPage page(ScanRequest request) {
            return await(delegate.scan(new ScanRequest(
                    request.slot(), request.from(), request.to(), request.reverse(), request.limit(), false)));
        }
    }),
    EMPTY_VALUES_SEEM_ABSENT(() -> new Broken() {
        @Override
        public CompletionStage<byte[]> get(int slot, byte[] key) {
            return delegate.get(slot, key).thenApply(value -> value != null && value.length == 0 ? null : value);
        }
    }),
    ABSENT_ROWS_SEEM_EMPTY_TO_MULTI_GET(() -> new Broken() {
        @Override
        public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
            return delegate.multiGet(keys).thenApply(values -> values.stream()
                    .map(value -> value == null ? new byte[0] : value)
                    .toList());
        }
    }),
    REPEATED_KEYS_ANSWERED_ONCE(() -> new Broken() {
        @Override
        public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
            return delegate.multiGet(keys).thenApply(values -> new ArrayList<>(new LinkedHashSet<>(values)));
        }
    }),
    SLOTS_OF_FIFTEEN_BITS(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            return delegate.commit(copy(batch.ops(), 0x7fff));
        }

        @Override
        public CompletionStage<byte[]> get(int slot, byte[] key) {
            return delegate.get(SlotKey.checkSlot(slot) & 0x7fff, key);
        }
    }),
    DELETES_AFTER_PUTS(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            List<WriteBatch.Op> ops = new ArrayList<>(batch.ops());
            Collections.sort(ops, (left, right) -> left.kind().compareTo(right.kind()));
            return delegate.commit(copy(ops, -1));
        }
    }),
    GUARDS_IGNORED(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            return delegate.commit(without(batch, WriteBatch.Kind.REQUIRE_ABSENT));
        }
    }),
    GUARDS_CHECKED_BEFORE_THE_COMMIT(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            WriteBatch guards = new WriteBatch();
            batch.ops().stream()
                    .filter(op -> op.kind() == WriteBatch.Kind.REQUIRE_ABSENT)
                    .forEach(op -> guards.requireAbsent(op.slot(), op.key()));
            WriteBatch changes = without(batch, WriteBatch.Kind.REQUIRE_ABSENT);
            return delegate.commit(guards).thenCompose(held -> {
                // Long enough for another commit to come between on any machine.
                LockSupport.parkNanos(100_000);
                return delegate.commit(changes);
            });
        }
    }),
    ROWS_COMMITTED_ONE_BY_ONE(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            CompletionStage<Void> done = CompletableFuture.completedFuture(null);
            for (WriteBatch.Op op : batch.ops()) {
                done = done.thenCompose(before -> delegate.commit(copy(List.of(op), -1)));
            }
            return done;
        }
    }),
    ANSWERED_BEFORE_IT_IS_APPLIED(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            CompletableFuture.runAsync(() -> delegate.commit(batch));
            return CompletableFuture.completedFuture(null);
        }
    }),
    RANGE_DELETE_TAKES_THE_END_TOO(() -> new Broken() {
        @Override
        public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
            return delegate.deleteRange(slot, from, Arrays.copyOf(to, to.length + 1));
        }
    }),
    RANGE_DELETE_DOES_NOTHING(() -> new Broken() {
        @Override
        public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
            SlotKey.checkSlot(slot);
            return CompletableFuture.completedFuture(null);
        }
    }),
    LIMITS_NOT_CHECKED(() -> new Broken() {
        @Override
        public Capabilities capabilities() {
            return new Capabilities(Atomicity.STORE, true, false, 1000, 10_000, 100_000);
        }
    }),
    ROWS_NOT_COUNTED(() -> new Broken() {
        @Override
        public Capabilities capabilities() {
            return new Capabilities(Atomicity.STORE, true, false, 8 << 10, 1 << 20, 4 << 20, 1000);
        }
    }),
    SEVERAL_SLOTS_TAKEN_IN_SPITE_OF_SLOT_ATOMICITY(() -> new Broken() {
        @Override
        public Capabilities capabilities() {
            return new Capabilities(Atomicity.SLOT, true, false, 8 << 10, 1 << 20, 4 << 20);
        }
    }),
    VALUES_CHANGED_IN_PLACE(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            WriteBatch mine = new WriteBatch();
            for (WriteBatch.Op op : batch.ops()) {
                mine = op.kind() == WriteBatch.Kind.PUT
                        ? mine.put(op.slot(), op.key(), op.value().clone())
                        : HeldBatch.add(mine, op, op.slot());
            }
            CompletionStage<Void> done = delegate.commit(mine);
            batch.ops().stream()
                    .filter(op -> op.kind() == WriteBatch.Kind.PUT)
                    .forEach(op -> Arrays.fill(op.value(), (byte) 0));
            return done;
        }
    }),
    THROWS_WHERE_A_STAGE_SHOULD_FAIL(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            CompletableFuture<Void> stage = delegate.commit(batch).toCompletableFuture();
            if (stage.isCompletedExceptionally()) {
                try {
                    stage.join();
                } catch (CompletionException failure) {
                    throw (RuntimeException) failure.getCause();
                }
            }
            return stage;
        }
    }),
    FAILS_WITH_AN_ERROR_OF_ITS_OWN(() -> new Broken() {
        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            return delegate.commit(batch).exceptionally(failure -> {
                throw new IllegalStateException("status 13", failure);
            });
        }
    }),
    OPEN_AFTER_ITS_CLOSE(() -> new Broken() {
        @Override
        public void close() {}
    }),
    THROWS_AFTER_ITS_CLOSE(() -> new Broken() {
        private volatile boolean closed;

        @Override
        public CompletionStage<byte[]> get(int slot, byte[] key) {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            return delegate.get(slot, key);
        }

        @Override
        public void close() {
            closed = true;
            delegate.close();
        }
    }),
    DATA_LOST_BY_A_CLOSE(() -> new Broken() {
        @Override
        KvStore reopen() {
            return new MemoryKvStore();
        }
    });

    private final Supplier<Broken> open;

    Defect(Supplier<Broken> open) {
        this.open = open;
    }

    Broken open() {
        return open.get();
    }

    /** A good store behind, to be spoilt. */
    static class Broken extends ForwardingKvStore {

        static final Capabilities LIMITED = new Capabilities(Atomicity.STORE, true, false, 8 << 10, 1 << 20, 4 << 20);

        Broken() {
            super(new MemoryKvStore(LIMITED));
        }

        KvStore reopen() {
            return ((MemoryKvStore) delegate).share();
        }

        static WriteBatch copy(List<WriteBatch.Op> ops, int slotMask) {
            WriteBatch batch = new WriteBatch();
            ops.forEach(op -> HeldBatch.add(batch, op, op.slot() & slotMask));
            return batch;
        }

        static WriteBatch without(WriteBatch batch, WriteBatch.Kind kind) {
            return copy(batch.ops().stream().filter(op -> op.kind() != kind).toList(), -1);
        }
    }

    /** Spoilt in its scans. */
    abstract static class Pages extends Broken {

        abstract ScanPage page(ScanRequest request);

        @Override
        public CompletionStage<ScanPage> scan(ScanRequest request) {
            return CompletableFuture.completedFuture(page(request));
        }

        static ScanRequest bounds(ScanRequest request, byte[] from, byte[] to) {
            return new ScanRequest(request.slot(), from, to, request.reverse(), request.limit(), request.keysOnly());
        }
    }
}
