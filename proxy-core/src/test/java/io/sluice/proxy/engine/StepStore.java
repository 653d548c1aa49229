package io.sluice.proxy.engine;

import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.ForwardingKvStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A store whose calls move when the test says so: each first takes effect, and later is answered, in any order among the
 * calls under way. For tests of one thread.
 */
final class StepStore extends ForwardingKvStore {
    private final List<Runnable> steps = new ArrayList<>();
    private boolean stepping;

    StepStore(KvStore delegate) {
        super(delegate);
    }

    /** From now on calls wait for {@link #step}; before, they are answered inline. */
    void stepping(boolean on) {
        stepping = on;
    }

    /** How many steps could be made. */
    int steps() {
        return steps.size();
    }

    /** Makes one of the steps. */
    void step(int index) {
        steps.remove(index).run();
    }

    private <T> CompletionStage<T> stepwise(Supplier<CompletionStage<T>> call) {
        if (!stepping) {
            return call.get();
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        steps.add(() -> {
            CompletionStage<T> result = call.get();
            steps.add(() -> result.whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
            }));
        });
        return answer;
    }

    @Override
    public CompletionStage<byte[]> get(int slot, byte[] key) {
        return stepwise(() -> delegate.get(slot, key));
    }

    @Override
    public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
        return stepwise(() -> delegate.multiGet(keys));
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        return stepwise(() -> delegate.scan(request));
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        return stepwise(() -> delegate.commit(batch));
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        return stepwise(() -> delegate.deleteRange(slot, from, to));
    }
}
