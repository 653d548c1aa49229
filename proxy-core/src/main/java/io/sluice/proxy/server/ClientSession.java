package io.sluice.proxy.server;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.Session;
import io.sluice.proxy.command.Transaction;
import io.sluice.proxy.engine.Watches;
import io.sluice.proxy.resp.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection's state: written on its event loop only, read by other threads for CLIENT LIST. What others read is
 * volatile; what changes with every command is written {@code opaque}ly, so that it costs no fence.
 */
public final class ClientSession implements Session {
    private static final byte[] NO_NAME = new byte[0];

    private final long id;
    private final ConnectionControl connection;
    private final ClientRegistry registry;
    private final String address;
    private final String localAddress;
    private final boolean local;
    private final long createdNanos = System.nanoTime();
    private final Activity activity = new Activity(createdNanos);

    private volatile int db;
    private volatile int protocol = 2;
    private volatile byte[] name = NO_NAME;
    private volatile String libraryName = "";
    private volatile String libraryVersion = "";
    private volatile boolean authenticated;
    private volatile boolean noEvict;
    private volatile boolean noTouch;
    private volatile boolean closing;
    private volatile boolean waits;
    private volatile boolean postponed;
    private volatile @Nullable Transaction transaction;
    private volatile @Nullable Watches watches;
    private boolean inExec;
    private @Nullable Waiting waiting;
    private long waitingSince;
    private long waitedNanos;
    private boolean answers = true;
    private boolean skipsThis;
    private boolean skipsNext;

    ClientSession(long id, ConnectionControl connection, ClientRegistry registry, boolean authenticated) {
        this.id = id;
        this.connection = connection;
        this.registry = registry;
        this.authenticated = authenticated;
        this.address = text(connection.remoteAddress());
        this.localAddress = text(connection.localAddress());
        this.local = isLoopback(connection.remoteAddress());
    }

    private static String text(@Nullable SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return address == null ? "?:0" : address.toString();
        }
        InetAddress host = inet.getAddress();
        // As inet_ntop writes it: the longest run of zeros left out, and no scope.
        String shown = host == null ? inet.getHostString() : NetUtil.toAddressString(host);
        return (shown.indexOf(':') >= 0 ? "[" + shown + "]" : shown) + ":" + inet.getPort();
    }

    private static boolean isLoopback(@Nullable SocketAddress address) {
        return !(address instanceof InetSocketAddress inet)
                || (inet.getAddress() != null && inet.getAddress().isLoopbackAddress());
    }

    // ---- what the connection tells ----

    /** Begins a command. Called for every one in the order they take effect, refused ones included. */
    public void beginCommand(@Nullable CommandSpec spec) {
        beginCommand(spec, System.nanoTime());
    }

    /** The same for who has looked at the clock. */
    void beginCommand(@Nullable CommandSpec spec, long nowNanos) {
        activity.command(spec, nowNanos);
        waitedNanos = 0;
        skipsThis = skipsNext;
        skipsNext = false;
    }

    /** Whether the reply of the command that began last is written. Asked when it has run: it may itself change that. */
    public boolean isAnswered() {
        return answers && !skipsThis;
    }

    /** How long the command that began last waited for something that may never come: not work. Event loop only. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** The socket was read: so much waits to be parsed, and so much more fits into the buffer. */
    public void inputBuffer(int used, int free) {
        activity.input(used, free);
    }

    /** Something was read from the client or written to it. Event loop only; asks no clock, as it is called so often. */
    void interacted() {
        activity.interaction(registry.recentNanos());
    }

    /** The same for who has looked at the clock. */
    void interacted(long nowNanos) {
        activity.interaction(nowNanos);
    }

    /**
     * When the client last sent or was sent something, or a command of it began or ended, on the clock of
     * {@link System#nanoTime}. Thread-safe.
     */
    public long lastInteractionNanos() {
        return activity.lastNanos();
    }

    /** Whether it waits for something that may never come. Thread-safe. */
    public boolean isWaiting() {
        return waits || postponed;
    }

    /** Says whether its next command is held back by CLIENT PAUSE: a wait, but not one that CLIENT UNBLOCK ends. */
    void postponed(boolean now) {
        postponed = now;
    }

    /**
     * Closes the connection if nothing was read or written for longer than that, and nothing is under way that the client
     * waits for: a command that waits or is held back, a reply that is not durable or that the client is taking. As in
     * Redis a client that takes nothing of its replies is idle all the same. Thread-safe; may close it later.
     */
    void closeIfIdle(long nowNanos, long idleNanos) {
        if (!isSilent(nowNanos, idleNanos)) {
            return;
        }
        connection.executor().execute(() -> {
            if (!isSilent(nowNanos, idleNanos) || connection.isAtWork()) {
                return;
            }
            if (connection.takesOutput()) {
                interacted();
            } else {
                close();
            }
        });
    }

    private boolean isSilent(long nowNanos, long idleNanos) {
        return !waits && nowNanos - lastInteractionNanos() > idleNanos;
    }

    /** The connection is closed: ends what it waits for, and leaves the registry. Event loop only. */
    public void closed() {
        Waiting was = waiting;
        if (was != null) {
            was.end(false);
        }
        unwatch();
        registry.remove(this);
    }

    // ---- transactions, as the connection runs them ----

    /** A request was refused: a transaction cannot be executed any more. Answers what the client is told. */
    Reply refused(@Nullable CommandSpec spec, Reply why) {
        Transaction open = transaction;
        if (open != null) {
            open.refuse();
        }
        if (spec == null || spec.handler() != Handler.OfConnection.EXEC || !(why instanceof Reply.Err error)) {
            return why;
        }
        endTransaction();
        String message = error.message();
        return Reply.error("EXECABORT Transaction discarded because of: "
                + (message.startsWith("ERR ") ? message.substring(4) : message));
    }

    /** Queues a command; false when the transaction then holds more than so many bytes. */
    boolean queue(CommandSpec spec, Args args, long mostBytes) {
        Transaction open = transaction;
        Watches watched = watches;
        if (open == null || (watched != null && watched.isChanged())) {
            return true;
        }
        open.queue(spec, args);
        return open.heldBytes() <= mostBytes;
    }

    void endTransaction() {
        transaction = null;
        unwatch();
    }

    /** Takes the transaction for its execution. */
    TransactionRun beginExec(CommandMeter meter) {
        Transaction open = transaction;
        if (open == null) {
            throw new IllegalStateException("there is no transaction");
        }
        TransactionRun run = new TransactionRun(this, meter, open, watches);
        transaction = null;
        watches = null;
        inExec = true;
        return run;
    }

    void inExec(boolean now) {
        inExec = now;
    }

    /** The watched keys, to be added to. */
    Watches openWatches() {
        Watches open = watches;
        if (open == null) {
            open = new Watches();
            watches = open;
        }
        return open;
    }

    /** Runs an action on the event loop and waits for it. */
    <T> T onLoop(Supplier<T> action) {
        Executor loop = connection.executor();
        if (loop instanceof EventExecutor here && here.inEventLoop()) {
            return action.get();
        }
        return CompletableFuture.supplyAsync(action, loop).join();
    }

    // ---- Session ----

    @Override
    public int db() {
        return db;
    }

    @Override
    public void select(int number) {
        db = number;
    }

    @Override
    public @Nullable Transaction transaction() {
        return transaction;
    }

    @Override
    public void transaction(@Nullable Transaction now) {
        transaction = now;
    }

    @Override
    public boolean isInExec() {
        return inExec;
    }

    @Override
    public void unwatch() {
        Watches all = watches;
        if (all != null) {
            all.close();
            watches = null;
        }
    }

    @Override
    public int protocol() {
        return protocol;
    }

    @Override
    public void protocol(int version) {
        protocol = version;
    }

    @Override
    public void replies(Replies mode) {
        switch (mode) {
            case ON -> {
                answers = true;
                skipsThis = false;
            }
            case OFF -> answers = false;
            case SKIP -> skipsNext = answers;
        }
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public String localAddress() {
        return localAddress;
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public Type type() {
        return Type.NORMAL;
    }

    @Override
    public byte[] name() {
        return name;
    }

    @Override
    public void name(byte[] given) {
        name = given;
    }

    @Override
    public void library(@Nullable String libName, @Nullable String libVersion) {
        if (libName != null) {
            libraryName = libName;
        }
        if (libVersion != null) {
            libraryVersion = libVersion;
        }
    }

    @Override
    public boolean isAuthenticated() {
        return authenticated;
    }

    @Override
    public void authenticated(boolean now) {
        authenticated = now;
    }

    @Override
    public void noEvict(boolean on) {
        noEvict = on;
    }

    @Override
    public void noTouch(boolean on) {
        noTouch = on;
    }

    @Override
    public void reset() {
        endTransaction();
        db = 0;
        protocol = 2;
        name = NO_NAME;
        authenticated = !registry.passwordRequired();
        noEvict = false;
        noTouch = false;
        answers = true;
        skipsNext = false; // a reply that is skipped already, RESET's own, stays so
    }

    @Override
    public ScheduledExecutorService executor() {
        return connection.executor();
    }

    @Override
    public void waiting(@Nullable Waiting now) {
        if (now != null) {
            waitingSince = System.nanoTime();
        } else if (waiting != null) {
            waitedNanos += System.nanoTime() - waitingSince;
        }
        waiting = now;
        waits = now != null;
    }

    @Override
    public boolean unblock(boolean asError) {
        if (!waits) {
            return false;
        }
        connection.executor().execute(() -> {
            Waiting still = waiting;
            if (still != null) {
                still.end(asError);
            }
        });
        return true;
    }

    @Override
    public void close() {
        closing = true;
        registry.remove(this); // nobody shall see it any more, though its event loop may close it later
        connection.close();
    }

    @Override
    public void closeAfterReplies() {
        closing = true;
        connection.closeAfterReplies();
    }

    /** Runs no more commands, and closes the connection when the replies so far are read, or could have been. Event loop only. */
    void endAfterReplies(long unreadMillis) {
        closing = true;
        connection.endAfterReplies(unreadMillis);
    }

    @Override
    public String describe() {
        Transaction open = transaction;
        Watches watched = watches;
        long now = System.nanoTime();
        long output = connection.pendingOutputBytes();
        return "id=" + id
                + " addr=" + address
                + " laddr=" + localAddress
                + " fd=" + connection.fileDescriptor()
                + " name=" + new String(name, StandardCharsets.ISO_8859_1)
                + " age=" + TimeUnit.NANOSECONDS.toSeconds(now - createdNanos)
                + " idle=" + TimeUnit.NANOSECONDS.toSeconds(Math.max(0, now - lastInteractionNanos()))
                + " flags=" + flags()
                + " db=" + db
                + " sub=0 psub=0 ssub=0"
                + " multi=" + (open == null ? -1 : open.count())
                + " qbuf=" + activity.inputUsed()
                + " qbuf-free=" + activity.inputFree()
                + " argv-mem=0"
                + " multi-mem=" + (open == null ? 0 : open.argumentBytes())
                + " rbs=0 rbp=0 obl=0 oll=0"
                + " omem=" + output
                + " tot-mem=" + (output + activity.inputUsed() + activity.inputFree())
                + " events=" + (output > 0 ? "rw" : "r")
                + " cmd=" + command()
                + " user=default redir=-1"
                + " resp=" + protocol
                + " lib-name=" + libraryName
                + " lib-ver=" + libraryVersion
                + " watch=" + (watched == null ? 0 : watched.size());
    }

    private String command() {
        CommandSpec last = activity.lastCommand();
        return last == null ? "NULL" : last.name().toLowerCase(Locale.ROOT);
    }

    private String flags() {
        StringBuilder flags = new StringBuilder();
        if (transaction != null) {
            flags.append('x');
        }
        if (isWaiting()) {
            flags.append('b');
        }
        Watches watched = watches;
        if (watched != null && watched.isChanged()) {
            flags.append('d');
        }
        if (closing) {
            flags.append('A');
        }
        if (noEvict) {
            flags.append('e');
        }
        if (noTouch) {
            flags.append('T');
        }
        return flags.length() == 0 ? "N" : flags.toString();
    }
}
