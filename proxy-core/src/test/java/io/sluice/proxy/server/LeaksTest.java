package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;

/** A leak is seen, so that tests that find none mean something. */
class LeaksTest {

    @Test
    void aBufferThatIsDroppedIsFound() {
        Leaks.watch();
        leak();
        Await.until("the leak is found", () -> !Leaks.found().isEmpty());
        assertThat(Leaks.found().get(0)).startsWith("ByteBuf");
        Leaks.watch();
        Leaks.assertNone();
    }

    private static void leak() {
        ByteBufAllocator.DEFAULT.directBuffer(16).writeByte(1);
    }
}
