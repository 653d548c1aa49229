package io.sluice.proxy.command;

import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The connection as commands see it. Its methods are called on the connection's event loop only, but for those that say
 * that they are thread-safe: those are for commands that look at other connections.
 */
public interface Session {

    /** What is done with the replies to commands, as CLIENT REPLY sets it. */
    enum Replies {
        ON,
        OFF,
        /** This command and the next are not answered. */
        SKIP
    }

    /** What CLIENT LIST TYPE and CLIENT KILL TYPE tell apart. */
    enum Type {
        NORMAL,
        MASTER,
        REPLICA,
        PUBSUB
    }

    // ---- the data it works on ----

    /** The selected database. */
    int db();

    void select(int db);

    // ---- transactions ----

    /** What was queued since MULTI; null outside of a transaction. */
    @Nullable
    Transaction transaction();

    void transaction(@Nullable Transaction transaction);

    /** Whether the running command is one of a transaction: then it must not wait for others. */
    boolean isInExec();

    /** Forgets the watched keys. */
    void unwatch();

    // ---- how it speaks ----

    /** The version of the protocol replies are written in: 2 or 3. */
    int protocol();

    /** Takes effect with the reply of the command that is running. */
    void protocol(int version);

    void replies(Replies mode);

    // ---- who it is ----

    /** Unique for as long as the server runs, and growing. Thread-safe. */
    long id();

    /** The client's address and port. Thread-safe. */
    String address();

    /** The address and port that the client connected to. Thread-safe. */
    String localAddress();

    /** Whether the client runs on this machine. */
    boolean isLocal();

    /** Thread-safe. */
    Type type();

    /** The name that the client gave itself, empty when none. */
    byte[] name();

    void name(byte[] name);

    /** What the client's library says about itself; empty says nothing. */
    void library(@Nullable String name, @Nullable String version);

    /** Whether it has authenticated, or came at a time when nobody had to. */
    boolean isAuthenticated();

    void authenticated(boolean authenticated);

    void noEvict(boolean noEvict);

    void noTouch(boolean noTouch);

    /** RESET: everything but the connection itself is as if it had just been accepted. */
    void reset();

    /** The connection's line in CLIENT LIST, without a line end. Thread-safe; the figures are of moments close together. */
    String describe();

    // ---- waiting ----

    /** The connection's event loop: for timers, and for what must run on it. Thread-safe. */
    ScheduledExecutorService executor();

    /**
     * Says that the running command waits and can be ended by CLIENT UNBLOCK or by the connection's end; null says that it
     * no longer does.
     */
    void waiting(@Nullable Waiting waiting);

    /** Ends what this connection waits for, if it waits. Thread-safe; runs on the connection's event loop. */
    boolean unblock(boolean asError);

    /** A command that waits for something that may never come. Called on the connection's event loop. */
    interface Waiting {
        /**
         * Ends the wait as if its time was up, or with an error. Must say that the session no longer waits, and complete
         * the command's reply.
         */
        void end(boolean asError);
    }

    // ---- its end ----

    /** Closes it at once. Thread-safe. */
    void close();

    /** Closes it once the replies so far are written, that of the running command included. */
    void closeAfterReplies();
}
