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
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.proxy.config.BindAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ways to the kernel's sockets. {@code auto} takes the first that works here. io_uring costs a fifth less than epoll where
 * requests come one at a time (docs/optimisations.md); many containers forbid it, and older kernels have it not, or without what Netty
 * needs, which is found out by asking the kernel. Its sockets cannot be kept to one family of addresses ({@link #partsFamilies}),
 * so where all addresses of a family are bound, {@code auto} leaves it out: nobody is to be reached over IPv6 who has bound IPv4.
 */
enum Transport {
    IO_URING(IoUring::isAvailable, IoUringIoHandler::newFactory, family -> new IoUringServerSocketChannel()),
    EPOLL(Epoll::isAvailable, EpollIoHandler::newFactory, Transport::epollListener),
    KQUEUE(KQueue::isAvailable, KQueueIoHandler::newFactory, family -> new KQueueServerSocketChannel()),
    NIO(() -> true, NioIoHandler::newFactory, Transport::nioListener);

    /** IPV6_V6ONLY of Linux, which Netty has no name for: such a socket leaves the port of IPv4 alone. */
    private static final IntegerUnixChannelOption IPV6_ONLY = new IntegerUnixChannelOption("IPV6_V6ONLY", 41, 26);

    private static final Pattern KERNEL = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})");

    private final BooleanSupplier available;
    private final Supplier<IoHandlerFactory> handler;
    private final Function<SocketProtocolFamily, ServerChannel> listener;

    Transport(
            BooleanSupplier available,
            Supplier<IoHandlerFactory> handler,
            Function<SocketProtocolFamily, ServerChannel> listener) {
        this.available = available;
        this.handler = handler;
        this.listener = listener;
    }

    private static ServerChannel epollListener(SocketProtocolFamily family) {
        EpollServerSocketChannel channel = new EpollServerSocketChannel(family);
        if (family == SocketProtocolFamily.INET6) {
            channel.config().setOption(IPV6_ONLY, 1);
        }
        return channel;
    }

    /** Java lets sockets of IPv6 serve both families and does not let that be changed. */
    private static ServerChannel nioListener(SocketProtocolFamily family) {
        return new NioServerSocketChannel(SelectorProvider.provider(), family);
    }

    /** @param addresses what it is to listen on */
    static Transport choose(String wanted, List<BindAddress> addresses) throws StartException {
        if (wanted.equals("auto")) {
            boolean wide = addresses.stream().anyMatch(each -> each.isAllOfIpv4() || each.isAllOfIpv6());
            boolean mayBeRings = !wide && hasRingsWithoutLimit(System.getProperty("os.version"));
            return Arrays.stream(values())
                    .filter(each -> each != IO_URING || mayBeRings)
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

    /**
     * Whether it is Linux 5.12 or later: before, a ring's memory counts for RLIMIT_MEMLOCK, which is 64 KiB by default, so that a
     * machine of many cores would not start (io_uring_setup(2), ENOMEM).
     */
    static boolean hasRingsWithoutLimit(String kernel) {
        Matcher version = KERNEL.matcher(kernel);
        if (!version.lookingAt()) {
            return false;
        }
        int major = Integer.parseInt(version.group(1));
        return major > 5 || major == 5 && Integer.parseInt(version.group(2)) >= 12;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    EventLoopGroup newGroup(int threads, String name) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name), handler.get());
    }

    /** A socket to listen on addresses of the family, and on others too where this transport does not part them. */
    ServerChannel newListener(SocketProtocolFamily family) {
        return listener.apply(family);
    }

    /** Whether a socket of IPv6 and one of IPv4 can have all addresses of their families on the same port. */
    boolean partsFamilies() {
        return this == EPOLL;
    }
}
