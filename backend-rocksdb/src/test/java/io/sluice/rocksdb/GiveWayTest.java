package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GiveWayTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final GiveWay others = new GiveWay(() -> asked.incrementAndGet() > 0);

    @Test
    void asksEverySoManyRows() {
        for (int i = 0; i < 1024; i++) {
            others.after(1);
        }
        assertThat(asked).hasValue(4);
        others.after(100_000);
        assertThat(asked).hasValue(5);
        others.after(255);
        assertThat(asked).hasValue(5);
    }

    @Test
    void beginsToCountBehindAPiece() {
        others.after(255);
        others.afterPiece();
        assertThat(asked).hasValue(1);
        others.after(255);
        assertThat(asked).hasValue(1);
        others.after(1);
        assertThat(asked).hasValue(2);
    }
}
