package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** When slots are looked through: as soon as one may need it, and not otherwise. */
class SlotChoresTest {
    private final SlotChores.Chore chore = new SlotChores().expiry;
    private final AtomicInteger looks = new AtomicInteger();
    private final BooleanSupplier whole = () -> looks.incrementAndGet() > 0;

    @Test
    void nothingIsLookedForBeforeItsTime() {
        chore.whenDue(Long.MAX_VALUE - 1, whole);
        chore.dueFrom(100);
        chore.dueFrom(200);
        chore.whenDue(99, whole);
        assertThat(looks).hasValue(0);
        chore.whenDue(100, whole);
        assertThat(looks).hasValue(1);
        chore.whenDue(300, whole);
        assertThat(looks).as("the look has told of nothing that is left").hasValue(1);
    }

    @Test
    void whatIsToldDuringALookIsLookedForInTheNext() {
        chore.due();
        chore.whenDue(100, () -> {
            chore.dueFrom(150);
            return true;
        });
        chore.whenDue(149, whole);
        assertThat(looks).hasValue(0);
        chore.whenDue(150, whole);
        assertThat(looks).hasValue(1);
    }

    @Test
    void lookThatEndsEarlyIsDoneAgain() {
        chore.dueFrom(100);
        chore.whenDue(100, () -> false);
        chore.whenDue(100, whole);
        assertThat(looks).hasValue(1);
    }

    @Test
    void lookThatFailsIsDoneAgain() {
        chore.dueFrom(100);
        assertThatThrownBy(() -> chore.whenDue(100, () -> {
                    throw new IllegalStateException("the store is away");
                }))
                .hasMessage("the store is away");
        chore.whenDue(100, whole);
        assertThat(looks).hasValue(1);
    }
}
