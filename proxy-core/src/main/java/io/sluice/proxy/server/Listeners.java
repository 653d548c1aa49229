package io.sluice.proxy.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketProtocolFamily;
import io.sluice.proxy.config.BindAddress;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * The sockets that a server listens on. As in Redis there is one for each address, for its family alone: {@code 0.0.0.0}
 * is not reachable over IPv6, and {@code ::} not over IPv4. Where a transport cannot part them, and all addresses of both
 * are asked for, one socket serves both.
 */
final class Listeners {
    private final List<Channel> channels = new ArrayList<>();
    private final ServerBootstrap bootstrap;
    private final Transport transport;
    private int port;

    private Listeners(ServerBootstrap bootstrap, Transport transport, int port) {
        this.bootstrap = bootstrap;
        this.transport = transport;
        this.port = port;
    }

    /**
     * Binds all addresses.
     *
     * @param bootstrap all but the kind of channel
     * @param port 0 for any that is free on the first address, which is then that of all
     * @throws StartException if an address that is not optional cannot be had, or the port is taken
     */
    static Listeners bind(ServerBootstrap bootstrap, Transport transport, List<BindAddress> addresses, int port)
            throws StartException {
        Listeners listeners = new Listeners(bootstrap, transport, port);
        boolean isShared = !transport.partsFamilies()
                && addresses.stream().anyMatch(BindAddress::isAllOfIpv6)
                && addresses.stream().anyMatch(BindAddress::isAllOfIpv4)
                && listeners.bindBoth();
        for (BindAddress address : addresses) {
            if (!isShared || !(address.isAllOfIpv4() || address.isAllOfIpv6())) {
                listeners.bind(address);
            }
        }
        if (listeners.channels.isEmpty()) {
            throw new StartException("none of the addresses of 'bind' is there to listen on", null);
        }
        return listeners;
    }

    /** One socket for all addresses of both families; false where there is no IPv6, or it may not be had. */
    private boolean bindBoth() throws StartException {
        int before = channels.size();
        bind(new BindAddress("::", true));
        return channels.size() > before;
    }

    private void bind(BindAddress address) throws StartException {
        InetAddress host;
        try {
            host = InetAddress.getByName(address.host());
        } catch (UnknownHostException unknown) {
            if (address.optional()) {
                return;
            }
            throw new StartException(cannot(address) + "there is no such host", unknown);
        }
        SocketProtocolFamily family =
                host instanceof Inet4Address ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6;
        ChannelFuture bound = bootstrap
                .clone()
                .channelFactory(() -> transport.newListener(family))
                .bind(new InetSocketAddress(host, port))
                .awaitUninterruptibly();
        if (bound.isSuccess()) {
            channels.add(bound.channel());
            port = ((InetSocketAddress) bound.channel().localAddress()).getPort();
        } else if (!address.optional() || isTaken(bound.cause())) {
            throw new StartException(cannot(address) + reason(bound.cause()), bound.cause());
        }
    }

    private String cannot(BindAddress address) {
        return "cannot listen on " + address.host() + " port " + port + ": ";
    }

    private static boolean isTaken(Throwable cause) {
        return String.valueOf(cause.getMessage()).contains("in use");
    }

    private static String reason(Throwable cause) {
        if (isTaken(cause)) {
            return "the address is already in use";
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }

    /** The sockets; connections are accepted once they are read. */
    List<Channel> channels() {
        return channels;
    }

    int port() {
        return port;
    }
}
