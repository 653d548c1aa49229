package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopHomeTest {
    private static final int LARGE = 64 << 10;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final LoopHome home = new LoopHome(channel.eventLoop());
    private final List<String> written = new ArrayList<>();

    @AfterEach
    void close() {
        channel.close();
    }

    private void serve(String name, int bytes) {
        home.encoded(bytes);
        home.replied(() -> written.add(name));
        home.served();
    }

    @Test
    void smallRepliesAreWrittenTogetherOnceAllSocketsWereServed() {
        for (int i = 0; i < 15; i++) {
            serve("small", 10);
        }
        assertThat(written).isEmpty();
        channel.runPendingTasks();
        assertThat(written).hasSize(15);
    }

    @Test
    void whatHasGatheredIsAnsweredBySixteenConnections() {
        for (int i = 1; i <= 40; i++) {
            serve("small", 10);
            assertThat(written).hasSize(i / 16 * 16);
        }
        channel.runPendingTasks();
        assertThat(written).hasSize(40);
    }

    @Test
    void aTurnWithMuchToSendEndsBeforeAllSocketsWereServed() {
        serve("first", LARGE);
        assertThat(written).isEmpty();
        serve("second", LARGE);
        assertThat(written).containsExactly("first", "second");
        serve("third", LARGE);
        assertThat(written).containsExactly("first", "second");
        channel.runPendingTasks();
        assertThat(written).containsExactly("first", "second", "third");
    }

    @Test
    void whatIsAnsweredAtTheEndOfATurnIsWrittenInTheNext() {
        home.replied(() -> {
            written.add("one");
            home.replied(() -> written.add("two"));
        });
        serve("large", 2 * LARGE);
        assertThat(written).containsExactly("one", "large");
        channel.runPendingTasks();
        assertThat(written).containsExactly("one", "large", "two");
    }
}
