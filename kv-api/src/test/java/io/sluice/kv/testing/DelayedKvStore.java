package io.sluice.kv.testing;

import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A store that answers as one across a network does: on threads of its own, after a random delay, calls overtaking each
 * other. A call takes effect at a random moment between being made and being answered.
 *
 * <p>The delays are drawn from the seed in the order of the calls; which call meets which moment still depends on the
 * threads, so a seed makes a run likely to repeat, not certain.
 */
public final class DelayedKvStore extends ForwardingKvStore {

    private static final int THREADS = 2;

    private final OpenCalls calls = new OpenCalls();
    private final ScheduledThreadPoolExecutor clock;
    private final SplittableRandom random;
    private final long maxDelayNanos;
    private final double inlineShare;

    /** Answers every call later; before its effect and after it lie 0 to half of the delay each. */
    public DelayedKvStore(KvStore delegate, long seed, Duration maxDelay) {
        this(delegate, seed, maxDelay, 0);
    }

    /**
     * Like a store with a cache of its own.
     *
     * @param inlineShare how many of the calls go straight to the store behind, from 0 (none) to 1 (all)
     */
    public DelayedKvStore(KvStore delegate, long seed, Duration maxDelay, double inlineShare) {
        super(delegate);
        this.random = new SplittableRandom(seed);
        this.maxDelayNanos = maxDelay.toNanos();
        this.inlineShare = inlineShare;
        this.clock = new ScheduledThreadPoolExecutor(THREADS, task -> {
            Thread thread = new Thread(task, "delayed-store");
            thread.setDaemon(true);
            return thread;
        });
        clock.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private record Delays(boolean inline, long before, long after) {}

    private synchronized Delays draw() {
        boolean inline = random.nextDouble() < inlineShare;
        return new Delays(inline, random.nextLong(maxDelayNanos / 2 + 1), random.nextLong(maxDelayNanos / 2 + 1));
    }

    private <T> CompletionStage<T> later(Supplier<CompletionStage<T>> call) {
        Delays delays = draw();
        if (delays.inline) {
            return call.get();
        }
        CompletableFuture<T> stage = calls.start();
        after(delays.before, stage, () -> {
            // A call whose stage a close has failed must not be made any more.
            if (!stage.isDone()) {
                CompletionStage<T> result = call.get();
                result.whenComplete(
                        (value, failure) -> after(delays.after, stage, () -> OpenCalls.finish(stage, result)));
            }
        });
        return stage;
    }

    private void after(long nanos, CompletableFuture<?> stage, Runnable step) {
        try {
            clock.schedule(
                    () -> {
                        try {
                            step.run();
                        } catch (RuntimeException | Error defect) {
                            stage.completeExceptionally(defect);
                        }
                    },
                    nanos,
                    TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closing) {
            // The close has failed the stage already, or is about to: nothing is left to do for it here.
            if (!calls.isClosed()) {
                throw closing;
            }
        }
    }

    @Override
    public CompletionStage<byte[]> get(int slot, byte[] key) {
        SlotKey.checkSlot(slot);
        return later(() -> delegate.get(slot, key));
    }

    @Override
    public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
        return later(() -> delegate.multiGet(keys));
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        return later(() -> delegate.scan(request));
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        return later(() -> delegate.commit(batch));
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        SlotKey.checkSlot(slot);
        return later(() -> delegate.deleteRange(slot, from, to));
    }

    @Override
    public void close() {
        calls.close();
        clock.shutdown();
        delegate.close();
    }
}
