package io.sluice.proxy.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringSocketChannel;

/** Options of an accepted socket that transports name differently. */
final class SocketOptions {
    private static final int PROBES = 3;

    private SocketOptions() {}

    /** As Redis: after so many seconds of silence the kernel probes, three times at a third of that; 0 turns it off. */
    static void keepAlive(Channel channel, int seconds) {
        if (seconds <= 0) {
            return;
        }
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        int interval = Math.max(1, seconds / 3);
        if (channel instanceof EpollSocketChannel) {
            channel.config().setOption(EpollChannelOption.TCP_KEEPIDLE, seconds);
            channel.config().setOption(EpollChannelOption.TCP_KEEPINTVL, interval);
            channel.config().setOption(EpollChannelOption.TCP_KEEPCNT, PROBES);
        } else if (channel instanceof IoUringSocketChannel) {
            channel.config().setOption(IoUringChannelOption.TCP_KEEPIDLE, seconds);
            channel.config().setOption(IoUringChannelOption.TCP_KEEPINTVL, interval);
            channel.config().setOption(IoUringChannelOption.TCP_KEEPCNT, PROBES);
        }
    }
}
