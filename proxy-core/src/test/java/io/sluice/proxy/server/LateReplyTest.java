package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.sluice.kv.Atomicity;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replies of commands that had to wait, and so are written from a task of the loop. */
@Timeout(120)
class LateReplyTest {

    /** Has no memory for one buffer, once it is told so. */
    private static final class Exhausted extends AbstractByteBufAllocator {
        private final AtomicBoolean armed = new AtomicBoolean(true);

        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            if (armed.compareAndSet(true, false)) {
                throw new IllegalStateException("injected: no memory for a reply");
            }
            return UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }

    /** The client would take the next reply for the one that is missing. */
    @Test
    void aReplyThatCannotBeWrittenClosesItsConnection() throws Exception {
        FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
        try (LiveServer server = new LiveServer(store)) {
            WireClient client = server.client();
            server.awaitAllSlots();
            store.next(Calls.READS, Fault.HOLD_CALL);
            client.sendAll("GET cold", "ECHO behind");
            Await.until("a read is held", () -> store.held() > 0);
            server.server().connections().forEach(channel -> channel.config().setAllocator(new Exhausted()));
            store.release();
            assertThat(client.read()).isEqualTo(WireClient.CLOSED);
            server.awaitConnections(0);
        }
    }
}
