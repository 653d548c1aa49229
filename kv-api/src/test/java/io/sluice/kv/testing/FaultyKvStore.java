package io.sluice.kv.testing;

import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A store that fails in every way the contract allows: before a commit, after it, and in between, where the batch lands
 * later than its failure was told unless a guard forbids it.
 *
 * <p>What happens to a call is told by a script first ({@link #next}), and where that is empty drawn from the seed by the
 * policy. In the thread of the call, and with no threads or clock of its own: whatever is held or late waits for the test,
 * or for chance at a later commit.
 *
 * <p>Thread-safe. The calls to the store behind, and the answers, are made outside the lock.
 */
public final class FaultyKvStore extends ForwardingKvStore {

    /** Which calls a script is about. */
    public enum Calls {
        READS,
        COMMITS,
        RANGE_DELETES
    }

    /** How likely a late batch lands when a commit under a policy is made. */
    private static final double LANDING_SHARE = 0.3;

    private final OpenCalls open = new OpenCalls();
    private final SplittableRandom random;
    private FaultPolicy policy;
    private final Map<Calls, Deque<Fault>> scripts = new EnumMap<>(Calls.class);
    private final Map<Fault, Long> injected = new EnumMap<>(Fault.class);
    private final List<WriteBatch> late = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();
    private final List<CompletionStage<Boolean>> landings = new ArrayList<>();

    /** Faults by script alone. */
    public FaultyKvStore(KvStore delegate) {
        this(delegate, 0, FaultPolicy.NONE);
    }

    public FaultyKvStore(KvStore delegate, long seed, FaultPolicy policy) {
        super(delegate);
        this.random = new SplittableRandom(seed);
        this.policy = policy;
        for (Calls calls : Calls.values()) {
            scripts.put(calls, new ArrayDeque<>());
        }
    }

    /** The policy for calls from now on. */
    public synchronized void policy(FaultPolicy policy) {
        this.policy = policy;
    }

    /** The next calls of the kind, after those already scripted, meet these faults. */
    public synchronized void next(Calls calls, Fault... faults) {
        for (Fault fault : faults) {
            if (fault.forCommitsAlone && calls != Calls.COMMITS) {
                throw new IllegalArgumentException(fault + " is for commits");
            }
            scripts.get(calls).add(fault);
        }
    }

    /** The next {@code count} commits meet the fault. */
    public void nextCommits(Fault fault, int count) {
        repeat(Calls.COMMITS, fault, count);
    }

    /** The next {@code count} reads meet the fault. */
    public void nextReads(Fault fault, int count) {
        repeat(Calls.READS, fault, count);
    }

    private void repeat(Calls calls, Fault fault, int count) {
        for (int i = 0; i < count; i++) {
            next(calls, fault);
        }
    }

    /** No faults from now on. What is held stays held, and what is late may still be landed. */
    public synchronized void heal() {
        policy = FaultPolicy.NONE;
        scripts.values().forEach(Deque::clear);
    }

    /** How often each fault was met. */
    public synchronized Map<Fault, Long> injected() {
        return new EnumMap<>(injected);
    }

    /** How many calls are held. */
    public synchronized int held() {
        return held.size();
    }

    /** Lets go of all calls held now, in the order they were made. */
    public void release() {
        List<Runnable> released;
        synchronized (this) {
            released = List.copyOf(held);
            held.clear();
        }
        released.forEach(Runnable::run);
    }

    /** How many batches may still land. */
    public synchronized int lateBatches() {
        return late.size();
    }

    /**
     * Lands all batches that are late, in the order they were first sent.
     *
     * @return completes when these, and those that chance landed earlier, have come to their end, with how many of all
     *     of them were applied; the others were refused
     */
    public CompletionStage<Integer> landLate() {
        List<WriteBatch> landing;
        synchronized (this) {
            landing = List.copyOf(late);
            late.clear();
        }
        landing.forEach(this::land);
        CompletionStage<Integer> applied = CompletableFuture.completedFuture(0);
        synchronized (this) {
            for (CompletionStage<Boolean> one : landings) {
                applied = applied.thenCombine(one, (sum, done) -> done ? sum + 1 : sum);
            }
        }
        return applied;
    }

    /** Nobody is told how a late batch fares: its caller has long been answered. */
    private void land(WriteBatch batch) {
        CompletionStage<Boolean> landing = delegate.commit(batch).handle((done, failure) -> failure == null);
        synchronized (this) {
            landings.add(landing);
        }
    }

    private synchronized Fault draw(Calls calls) {
        Fault scripted = scripts.get(calls).poll();
        double dice = random.nextDouble();
        Fault fault =
                scripted != null ? scripted : calls == Calls.COMMITS ? policy.forCommit(dice) : policy.forOther(dice);
        injected.merge(fault, 1L, Long::sum);
        return fault;
    }

    private <T> CompletionStage<T> call(Calls calls, Supplier<CompletionStage<T>> call) {
        return open.isClosed() ? call.get() : call(draw(calls), call);
    }

    private <T> CompletionStage<T> call(Fault fault, Supplier<CompletionStage<T>> call) {
        return switch (fault) {
            case NONE -> call.get();
            case REFUSE ->
                CompletableFuture.failedFuture(new StoreException.Retryable("injected: refused, not applied", null));
            case BREAK -> CompletableFuture.failedFuture(new StoreException.Fatal("injected: broken", null));
            case LATE, LOSE -> unknown();
            case APPLY_UNKNOWN -> call.get().handle((done, failure) -> fault).thenCompose(done -> unknown());
            case HOLD_CALL -> {
                CompletableFuture<T> stage = open.start();
                hold(() -> OpenCalls.finish(stage, call.get()));
                yield stage;
            }
            case HOLD_ANSWER -> {
                CompletableFuture<T> stage = open.start();
                CompletionStage<T> result = call.get();
                hold(() -> OpenCalls.finish(stage, result));
                yield stage;
            }
        };
    }

    private static <T> CompletionStage<T> unknown() {
        return CompletableFuture.failedFuture(
                new StoreException.Indeterminate("injected: the answer of a commit got lost", null));
    }

    private synchronized void hold(Runnable call) {
        held.add(call);
    }

    @Override
    public CompletionStage<byte[]> get(int slot, byte[] key) {
        SlotKey.checkSlot(slot);
        return call(Calls.READS, () -> delegate.get(slot, key));
    }

    @Override
    public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
        return call(Calls.READS, () -> delegate.multiGet(keys));
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        return call(Calls.READS, () -> delegate.scan(request));
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        if (open.isClosed()) {
            return delegate.commit(batch);
        }
        Fault fault = draw(Calls.COMMITS);
        List<WriteBatch> landing = new ArrayList<>();
        synchronized (this) {
            if (policy.unknownLate() > 0) {
                late.removeIf(one -> random.nextDouble() < LANDING_SHARE && landing.add(one));
            }
            if (fault == Fault.LATE) {
                late.add(HeldBatch.of(batch));
            }
        }
        landing.forEach(this::land);
        return call(fault, () -> delegate.commit(batch));
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        SlotKey.checkSlot(slot);
        return call(Calls.RANGE_DELETES, () -> delegate.deleteRange(slot, from, to));
    }

    /** What is held fails as Indeterminate, and what is late never lands. */
    @Override
    public void close() {
        synchronized (this) {
            held.clear();
            late.clear();
        }
        open.close();
        delegate.close();
    }
}
