package io.sluice.proxy.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import org.jspecify.annotations.Nullable;

/** What was handed to a connection's socket and has not left yet, because the client does not take it. */
final class UnsentOutput {
    private long leftAtLook;

    /** How much it is. Any thread. */
    static long bytes(@Nullable Channel channel) {
        ChannelOutboundBuffer unsent = channel == null ? null : channel.unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    /** Whether it is not as much as when this was asked last: the client takes it. Event loop only. */
    boolean moves(@Nullable Channel channel) {
        ChannelOutboundBuffer unsent = channel == null ? null : channel.unsafe().outboundBuffer();
        // A buffer counts as a whole until all of it has left, and one reply may be a single buffer.
        long left = unsent == null ? 0 : unsent.totalPendingWriteBytes() - unsent.currentProgress();
        boolean moves = left != leftAtLook;
        leftAtLook = left;
        return moves;
    }
}
