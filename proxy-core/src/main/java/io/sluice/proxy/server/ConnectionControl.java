package io.sluice.proxy.server;

import java.net.SocketAddress;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** What a session needs of its socket. Thread-safe, but for what says that it belongs to the event loop. */
public interface ConnectionControl {

    /** Closes the socket at once; replies that are not written yet are lost. */
    void close();

    /** Reads no more commands, and closes the socket when the replies so far are written. Event loop only. */
    void closeAfterReplies();

    /**
     * As {@link #closeAfterReplies}, for a connection that others wait for: once its replies only have to be read, its
     * client has this long for it. Event loop only.
     */
    void endAfterReplies(long unreadMillis);

    /** The event loop of the connection. */
    ScheduledExecutorService executor();

    @Nullable
    SocketAddress remoteAddress();

    @Nullable
    SocketAddress localAddress();

    /** The number of the file that the socket is, -1 where the transport does not tell. */
    int fileDescriptor();

    /** Bytes of replies that the client has not taken yet. */
    long pendingOutputBytes();

    /** Whether a command runs, is held back or waits, or a reply waits for what it depends on. Event loop only. */
    boolean isAtWork();

    /** Whether the client has taken some of what was sent to it since this was asked last. Event loop only. */
    boolean takesOutput();
}
