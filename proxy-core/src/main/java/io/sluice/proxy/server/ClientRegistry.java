package io.sluice.proxy.server;

import io.sluice.proxy.command.Clients;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Transaction;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.stats.ServerStats;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** All connections. Thread-safe. */
public final class ClientRegistry implements Clients {
    private final Settings settings;
    private final ServerStats stats;
    private final ClientPause pause;
    private final AtomicLong nextId = new AtomicLong(1);
    private final AtomicInteger count = new AtomicInteger();
    private volatile long recentNanos = System.nanoTime();
    private final ConcurrentSkipListMap<Long, ClientSession> sessions = new ConcurrentSkipListMap<>();

    /** @param timer ends a pause whose time is up */
    public ClientRegistry(Settings settings, ServerStats stats, ScheduledExecutorService timer) {
        this.settings = settings;
        this.stats = stats;
        this.pause = new ClientPause(timer);
    }

    /** Makes the session of a new connection, or null when there are {@code maxclients} already; counts either. */
    public @Nullable ClientSession open(ConnectionControl connection) {
        stats.connectionReceived();
        long limit = settings.number(NetworkSettings.MAXCLIENTS);
        if (count.incrementAndGet() > limit) {
            count.decrementAndGet();
            stats.connectionRejected();
            return null;
        }
        ClientSession session = new ClientSession(nextId.getAndIncrement(), connection, this, !passwordRequired());
        sessions.put(session.id(), session);
        return session;
    }

    /** Tells the time, some ten times a second. */
    void clock(long nowNanos) {
        recentNanos = nowNanos;
    }

    /** The time on the clock of {@link System#nanoTime}, up to a tenth of a second late: for who must not ask for it. */
    long recentNanos() {
        return recentNanos;
    }

    /** Counts a connection that is refused before it has a session. */
    void refused() {
        stats.connectionReceived();
        stats.connectionRejected();
    }

    void remove(ClientSession session) {
        if (sessions.remove(session.id(), session)) {
            count.decrementAndGet();
        }
    }

    boolean passwordRequired() {
        return !settings.text(SecuritySettings.REQUIREPASS).isEmpty();
    }

    /**
     * Null when the command may run now; else what completes when it may be asked again.
     *
     * @param transaction what is queued before it, or null
     */
    public @Nullable CompletionStage<Void> paused(CommandSpec spec, @Nullable Transaction transaction) {
        return pause.holds(spec, transaction);
    }

    @Override
    public List<ClientSession> all() {
        return List.copyOf(sessions.values());
    }

    @Override
    public @Nullable ClientSession byId(long id) {
        return sessions.get(id);
    }

    @Override
    public int count() {
        return count.get();
    }

    @Override
    public int waiting() {
        int waiting = 0;
        for (ClientSession session : sessions.values()) {
            if (session.isWaiting()) {
                waiting++;
            }
        }
        return waiting;
    }

    @Override
    public void pause(long millis, boolean writesOnly) {
        pause.begin(millis, writesOnly);
    }

    @Override
    public void resume() {
        pause.end();
    }
}
