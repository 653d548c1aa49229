package io.sluice.proxy.server;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.ScheduledExecutorService;

/** A connection without a socket. */
final class FakeConnection implements ConnectionControl {
    SocketAddress remote = new InetSocketAddress("127.0.0.1", 33562);
    long pending;
    boolean closed;
    private final ScheduledExecutorService loop;

    FakeConnection(ScheduledExecutorService loop) {
        this.loop = loop;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void closeAfterReplies() {
        closed = true;
    }

    @Override
    public void endAfterReplies(long unreadMillis) {
        closed = true;
    }

    @Override
    public ScheduledExecutorService executor() {
        return loop;
    }

    @Override
    public SocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public SocketAddress localAddress() {
        return new InetSocketAddress("127.0.0.1", 6379);
    }

    @Override
    public int fileDescriptor() {
        return 7;
    }

    @Override
    public long pendingOutputBytes() {
        return pending;
    }

    @Override
    public boolean isAtWork() {
        return false;
    }

    @Override
    public boolean takesOutput() {
        return false;
    }
}
