package io.sluice.proxy.server;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.kqueue.KQueueServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The ways to the kernel's sockets. {@code auto} takes the first that works here. epoll stands before io_uring: it is as
 * fast on the kernels measured so far (docs/benchmarks.md), and containers often forbid io_uring.
 */
enum Transport {
    EPOLL(Epoll::isAvailable, EpollIoHandler::newFactory, () -> EpollServerSocketChannel.class),
    IO_URING(IoUring::isAvailable, IoUringIoHandler::newFactory, () -> IoUringServerSocketChannel.class),
    KQUEUE(KQueue::isAvailable, KQueueIoHandler::newFactory, () -> KQueueServerSocketChannel.class),
    NIO(() -> true, NioIoHandler::newFactory, () -> NioServerSocketChannel.class);

    private final BooleanSupplier available;
    private final Supplier<IoHandlerFactory> handler;
    private final Supplier<Class<? extends ServerChannel>> channel;

    Transport(
            BooleanSupplier available,
            Supplier<IoHandlerFactory> handler,
            Supplier<Class<? extends ServerChannel>> channel) {
        this.available = available;
        this.handler = handler;
        this.channel = channel;
    }

    static Transport choose(String wanted) throws StartException {
        if (wanted.equals("auto")) {
            return List.of(values()).stream()
                    .filter(each -> each.available.getAsBoolean())
                    .findFirst()
                    .orElse(NIO);
        }
        Transport named = valueOf(wanted.toUpperCase(Locale.ROOT));
        if (!named.available.getAsBoolean()) {
            throw new StartException(
                    "transport " + wanted + " does not work on this machine; 'auto' finds one that does", null);
        }
        return named;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    EventLoopGroup newGroup(int threads, String name) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name), handler.get());
    }

    Class<? extends ServerChannel> serverChannel() {
        return channel.get();
    }
}
