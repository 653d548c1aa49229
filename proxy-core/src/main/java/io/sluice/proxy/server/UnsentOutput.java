package io.sluice.proxy.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What was handed to a connection's socket and has not left yet, because the client does not take it. */
final class UnsentOutput {
    private long leftAtLook;

    /** How much it is. Any thread. */
    static long bytes(@Nullable Channel channel) {
        ChannelOutboundBuffer unsent = of(channel);
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    /** Whether it is not as much as when this was asked last: the client takes it. Event loop only. */
    boolean moves(@Nullable Channel channel) {
        ChannelOutboundBuffer unsent = of(channel);
        // A buffer counts as a whole until all of it has left, and one reply may be a single buffer.
        long left = unsent == null ? 0 : unsent.totalPendingWriteBytes() - unsent.currentProgress();
        boolean moves = left != leftAtLook;
        leftAtLook = left;
        return moves;
    }

    /** Closes the channel once the client has taken everything, or after so many milliseconds; 0 waits as long as it likes. */
    static void closeBehind(Channel channel, long unreadMillis) {
        ChannelFuture taken = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> channel.close());
        if (unreadMillis > 0 && !taken.isDone()) {
            channel.eventLoop().schedule(() -> channel.close(), unreadMillis, TimeUnit.MILLISECONDS);
        }
    }

    private static @Nullable ChannelOutboundBuffer of(@Nullable Channel channel) {
        return channel == null ? null : channel.unsafe().outboundBuffer();
    }
}
