package io.sluice.proxy.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.sluice.encoding.EncodingException;
import io.sluice.kv.KvStore;
import io.sluice.kv.StoreException;
import io.sluice.proxy.command.CommandResolver;
import io.sluice.proxy.command.Commands;
import io.sluice.proxy.command.Lifecycle;
import io.sluice.proxy.command.Server;
import io.sluice.proxy.command.ServerFacts;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.StorageSettings;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.Gates;
import io.sluice.proxy.engine.SlotFunction;
import io.sluice.proxy.resp.Limits;
import io.sluice.proxy.stats.LatencyEvents;
import io.sluice.proxy.stats.ServerStats;
import io.sluice.proxy.stats.SlowLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Sluice: listens, serves, and stops in an order that loses nothing: no new connections, no new commands, the
 * running ones answered, and when nothing can be acknowledged any more, what is pending made durable. All of that within
 * {@code shutdown-timeout}, whatever hangs. The store is the caller's, who closes it afterwards.
 */
public final class SluiceServer implements AutoCloseable, Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(SluiceServer.class);
    /** How long what only has to be told to end may take to do so, and a client to read its last answers. */
    private static final long MOMENT_MS = 2_000;

    private final Settings settings;
    private final EventLoopGroup acceptors;
    private final EventLoopGroup loops;
    private final ThreadPoolExecutor workers;
    private final Listeners listeners;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final Map<EventLoop, LoopHome> homes = new ConcurrentHashMap<>();
    private final Engine engine;
    private final ClientRegistry clients;
    private final ServerCore core;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<Stopping> stopping = new AtomicReference<>();

    /**
     * What the server tells of itself.
     *
     * @param version Sluice's
     * @param home the directory it was installed in, when it was
     */
    public record Identity(String version, Optional<Path> home) {}

    /** An end that has begun, and until when it may take. */
    private record Stopping(CompletableFuture<Void> done, Deadline deadline) {}

    /**
     * Opens the engine on the store and listens.
     *
     * @throws StartException with one line for the operator: the port is taken, the store refuses, the machine or its
     *     limits do not allow what the settings ask for
     */
    public static SluiceServer start(Settings settings, KvStore store, Identity identity) throws StartException {
        return start(settings, store, identity, SlotFunction.OF_CLUSTER);
    }

    /** As {@link #start(Settings, KvStore, Identity)}, with keys in the slots that the function gives them. */
    public static SluiceServer start(Settings settings, KvStore store, Identity identity, SlotFunction slots)
            throws StartException {
        HeapPlan.check(settings, Runtime.getRuntime().maxMemory());
        OpenFiles.fit(settings, OpenFiles.limit());
        Transport transport = Transport.choose(settings.text(NetworkSettings.TRANSPORT), settings.bind());
        ServerStats stats = new ServerStats();
        EngineSettingsSource engineSettings = new EngineSettingsSource(settings);
        Engine engine;
        try {
            engine = new Engine(store, engineSettings.options(slots), new EngineStatsBridge(stats), engineSettings);
        } catch (StoreException | EncodingException refused) {
            throw new StartException("the store cannot be used: " + refused.getMessage(), refused);
        }
        SluiceServer server = null;
        try {
            server = new SluiceServer(settings, identity, transport, stats, engine);
            return server;
        } finally {
            if (server == null) {
                engine.close();
            }
        }
    }

    private SluiceServer(Settings settings, Identity identity, Transport transport, ServerStats stats, Engine engine)
            throws StartException {
        this.settings = settings;
        this.engine = engine;
        this.acceptors = transport.newGroup(1, "sluice-accept");
        this.loops = transport.newGroup(loopCount(settings), "sluice-loop");
        this.workers = newWorkers(settings);
        this.clients = new ClientRegistry(settings, stats, acceptors);
        SlowLog slowLog = new SlowLog();
        LatencyEvents latencyEvents = new LatencyEvents();
        Limits limits = ProtocolLimits.of(settings);
        AtomicReference<ServerCore> wired = new AtomicReference<>();
        try {
            this.listeners = Listeners.bind(
                    bootstrap(settings, wired), transport, settings.bind(), settings.integer(NetworkSettings.PORT));
        } catch (StartException | RuntimeException e) {
            stopThreads();
            throw e;
        }
        ServerFacts facts = new ServerFacts(
                identity.version(),
                randomId(),
                new AtomicReference<>(randomId()),
                System.currentTimeMillis(),
                port(),
                transport.word(),
                settings.text(StorageSettings.BACKEND),
                identity.home());
        Server about = new Server(
                facts,
                settings,
                clients,
                stats,
                slowLog,
                latencyEvents,
                new EngineStoreControl(engine, workers, settings.integer(StorageSettings.DATABASES)),
                this);
        this.core = new ServerCore(
                engine,
                new CommandResolver(Commands.table(about)),
                settings,
                clients,
                new CommandMeter(settings, stats, slowLog, latencyEvents),
                limits,
                ackPolicy(settings, engine),
                workers,
                new ConnectionLimits(settings));
        engine.start();
        wired.set(core);
        listeners.channels().forEach(channel -> channel.config().setAutoRead(true));
        scheduleTimers(settings, stats);
    }

    private static int loopCount(Settings settings) {
        int configured = settings.integer(NetworkSettings.IO_THREADS);
        return configured > 0 ? configured : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    private static ThreadPoolExecutor newWorkers(Settings settings) {
        int configured = settings.integer(NetworkSettings.WORKER_THREADS);
        int threads =
                configured > 0 ? configured : Math.max(2, Runtime.getRuntime().availableProcessors());
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "sluice-worker");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static AckPolicy ackPolicy(Settings settings, Engine engine) {
        return settings.text(StorageSettings.WRITE_ACK).equals("buffered")
                ? AckPolicy.buffered(
                        engine,
                        settings.number(StorageSettings.WRITE_BUFFER_BYTES),
                        TimeUnit.MILLISECONDS.toNanos(settings.number(StorageSettings.WRITE_BUFFER_LAG_MS)))
                : AckPolicy.committed(engine);
    }

    private static String randomId() {
        byte[] bytes = new byte[20];
        ThreadLocalRandom.current().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** What accepts connections, once the server is wired and the sockets are read. */
    private ServerBootstrap bootstrap(Settings settings, AtomicReference<ServerCore> wired) {
        return new ServerBootstrap()
                .group(acceptors, loops)
                .option(ChannelOption.SO_BACKLOG, settings.integer(NetworkSettings.TCP_BACKLOG))
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        ServerCore shared = Objects.requireNonNull(wired.get(), "accepted before it was wired");
                        LoopHome home = homes.computeIfAbsent(channel.eventLoop(), LoopHome::new);
                        SocketOptions.keepAlive(channel, settings.integer(NetworkSettings.TCP_KEEPALIVE));
                        connections.add(channel);
                        channel.pipeline().addLast(new Connection(shared, home));
                    }
                });
    }

    private void scheduleTimers(Settings settings, ServerStats stats) {
        acceptors.scheduleAtFixedRate(
                () -> {
                    long now = System.nanoTime();
                    clients.clock(now);
                    stats.sample(now);
                },
                ServerStats.SAMPLE_INTERVAL_MS,
                ServerStats.SAMPLE_INTERVAL_MS,
                TimeUnit.MILLISECONDS);
        acceptors.scheduleAtFixedRate(() -> closeIdle(System.nanoTime()), 1, 1, TimeUnit.SECONDS);
    }

    /** Closes the connections that are idle for longer than {@code timeout} at that time. */
    void closeIdle(long nowNanos) {
        long seconds = settings.number(NetworkSettings.TIMEOUT);
        if (seconds == 0) {
            return;
        }
        for (ClientSession session : clients.all()) {
            session.closeIfIdle(nowNanos, TimeUnit.SECONDS.toNanos(seconds));
        }
    }

    /** The port it listens on. */
    public int port() {
        return listeners.port();
    }

    Engine engine() {
        return engine;
    }

    ClientRegistry clients() {
        return clients;
    }

    ChannelGroup connections() {
        return connections;
    }

    /** Blocks until the server is closed. */
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    // ---- the end ----

    @Override
    public CompletionStage<Void> shutdown(boolean force) {
        Stopping mine = new Stopping(new CompletableFuture<>(), Deadline.in(shutdownTimeout()));
        Stopping earlier = stopping.compareAndExchange(null, mine);
        if (earlier != null) {
            return earlier.done();
        }
        Thread thread = new Thread(() -> stop(mine), "sluice-shutdown");
        thread.start();
        return mine.done();
    }

    private Duration shutdownTimeout() {
        return Duration.ofSeconds(settings.number(StorageSettings.SHUTDOWN_TIMEOUT));
    }

    /** What {@code shutdown-timeout} leaves to who closes the store: all of it before the end begins. Thread-safe. */
    public Duration shutdownTimeLeft() {
        Stopping begun = stopping.get();
        return begun == null ? shutdownTimeout() : begun.deadline().left();
    }

    @Override
    public boolean abortShutdown() {
        return false;
    }

    /** Stops as SHUTDOWN does, and waits until it is done. Idempotent. */
    @Override
    public void close() {
        shutdown(true);
        try {
            closed.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop(Stopping end) {
        Deadline deadline = end.deadline();
        try {
            for (Channel channel : listeners.channels()) {
                channel.close().awaitUninterruptibly(deadline.upTo(MOMENT_MS));
            }
            ChannelGroupFuture drained = connections.newCloseFuture();
            for (ClientSession session : clients.all()) {
                session.executor().execute(() -> session.endAfterReplies(MOMENT_MS));
            }
            // A command that takes long must leave time for what is pending.
            drained.awaitUninterruptibly(deadline.upTo(Long.MAX_VALUE));
            if (!connections.close().awaitUninterruptibly(deadline.upTo(MOMENT_MS))) {
                LOG.warn("Connections whose event loop is stuck are given up");
            }
            workers.shutdown();
            if (!workers.awaitTermination(deadline.upTo(MOMENT_MS), TimeUnit.MILLISECONDS)) {
                LOG.warn("Commands that take long are given up");
            }
            if (closeEngine(deadline).failed()) {
                throw new IllegalStateException("the store did not take what was written last");
            }
            end(null, end.done());
        } catch (InterruptedException | RuntimeException | Error failed) {
            LOG.error("The shutdown did not go through", failed);
            end(failed, end.done());
        }
    }

    /**
     * Waits no longer than it may: a store that is gone must not keep the process, which the caller ends.
     *
     * @return what was pending before it
     */
    private Gates closeEngine(Deadline deadline) throws InterruptedException {
        FutureTask<Gates> closing = new FutureTask<>(() -> {
            // Nothing runs any more that could be acknowledged behind this.
            Gates pending = engine.pendingNow();
            engine.close();
            return pending;
        });
        Thread thread = new Thread(closing, "sluice-engine-close");
        thread.setDaemon(true);
        thread.start();
        try {
            return closing.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new IllegalStateException("the store did not take what is pending within shutdown-timeout, "
                    + shutdownTimeout().toSeconds() + " seconds: what was not acknowledged may be missing");
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the engine did not end: " + failed.getCause(), failed.getCause());
        }
    }

    private void end(@Nullable Throwable failure, CompletableFuture<Void> done) {
        stopThreads();
        if (failure == null) {
            done.complete(null);
        } else {
            done.completeExceptionally(failure);
        }
        closed.countDown();
    }

    /** A thread that hangs in the store is left to the end of the process. */
    private void stopThreads() {
        workers.shutdownNow();
        Future<?> noLoops = loops.shutdownGracefully(0, MOMENT_MS, TimeUnit.MILLISECONDS);
        Future<?> noAcceptors = acceptors.shutdownGracefully(0, MOMENT_MS, TimeUnit.MILLISECONDS);
        noLoops.awaitUninterruptibly(MOMENT_MS);
        noAcceptors.awaitUninterruptibly(MOMENT_MS);
    }
}
