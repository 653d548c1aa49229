package io.sluice.kv.testing;

import static io.sluice.kv.testing.Stages.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.WriteBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class DelayedKvStoreTest {

    @Test
    void callsOvertakeEachOtherAndAreAnsweredElsewhere() {
        try (DelayedKvStore store = new DelayedKvStore(new MemoryKvStore(), 5, Duration.ofMillis(5))) {
            ConcurrentLinkedQueue<Integer> answered = new ConcurrentLinkedQueue<>();
            ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
            List<CompletionStage<Void>> all = new ArrayList<>();
            List<Integer> called = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int number = i;
                called.add(i);
                all.add(store.commit(new WriteBatch().put(0, new byte[] {(byte) i}, new byte[1]))
                        .thenRun(() -> {
                            answered.add(number);
                            threads.add(Thread.currentThread());
                        }));
            }
            all.forEach(Stages::await);
            assertThat(answered).containsExactlyInAnyOrderElementsOf(called);
            assertThat(List.copyOf(answered)).isNotEqualTo(called);
            assertThat(threads).anyMatch(thread -> thread.getName().equals("delayed-store"));
        }
    }

    @Test
    void overlappingCommitsOfOneRowTakeEffectInAnyOrder() {
        try (DelayedKvStore store = new DelayedKvStore(new MemoryKvStore(), 6, Duration.ofMillis(2))) {
            int firstWon = 0;
            for (int i = 0; i < 100; i++) {
                byte[] key = {(byte) i};
                CompletionStage<Void> first = store.commit(new WriteBatch().put(0, key, new byte[] {1}));
                CompletionStage<Void> second = store.commit(new WriteBatch().put(0, key, new byte[] {2}));
                await(first);
                await(second);
                firstWon += await(store.get(0, key))[0] == 1 ? 1 : 0;
            }
            assertThat(firstWon).isBetween(1, 99);
        }
    }
}
