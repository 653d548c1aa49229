package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RepeatedCountTest {
    private static final long MANY = 10 * RepeatedCount.ROWS_PER_SECOND;

    private final List<CompletableFuture<String>> counts = new ArrayList<>();
    private long rows;
    private long nanos;
    private final RepeatedCount<String> count = new RepeatedCount<>(this::begin, () -> rows, () -> nanos);

    private CompletionStage<String> begin() {
        counts.add(new CompletableFuture<>());
        return counts.get(counts.size() - 1);
    }

    private CompletableFuture<String> ask() {
        return count.get().toCompletableFuture();
    }

    @Test
    void whatCostsLittleIsCountedForEachWhoAsks() {
        CompletableFuture<String> first = ask();
        CompletableFuture<String> second = ask();
        rows += RepeatedCount.ROWS_PER_SECOND;
        counts.get(1).complete("b");
        counts.get(0).complete("a");
        assertThat(first).isCompletedWithValue("a");
        assertThat(second).isCompletedWithValue("b");
        ask();
        assertThat(counts).hasSize(3);
    }

    @Test
    void whatCostsMuchIsSharedAndShownAgain() {
        CompletableFuture<String> first = ask();
        rows += MANY;
        CompletableFuture<String> second = ask();
        assertThat(counts).hasSize(1);
        counts.get(0).complete("a");
        assertThat(first).isCompletedWithValue("a");
        assertThat(second).isCompletedWithValue("a");
        nanos += TimeUnit.SECONDS.toNanos(10) - 1;
        assertThat(ask()).isCompletedWithValue("a");
        nanos++;
        assertThat(ask()).isNotDone();
        assertThat(counts).hasSize(2);
    }

    @Test
    void aFailureIsNotShownAgain() {
        CompletableFuture<String> first = ask();
        rows += MANY;
        counts.get(0).completeExceptionally(new IllegalStateException());
        assertThat(first).isCompletedExceptionally();
        assertThat(ask()).isNotDone();
    }
}
