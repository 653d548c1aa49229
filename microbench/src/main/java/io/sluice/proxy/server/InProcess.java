package io.sluice.proxy.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.config.Setting;
import io.sluice.proxy.command.CommandResolver;
import io.sluice.proxy.command.Commands;
import io.sluice.proxy.command.Lifecycle;
import io.sluice.proxy.command.Server;
import io.sluice.proxy.command.ServerFacts;
import io.sluice.proxy.config.ConfigException;
import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.StorageSettings;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.KeyHasher;
import io.sluice.proxy.engine.SlotFunction;
import io.sluice.proxy.resp.Limits;
import io.sluice.proxy.stats.LatencyEvents;
import io.sluice.proxy.stats.ServerStats;
import io.sluice.proxy.stats.SlowLog;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a server without sockets, over the store in memory, which answers inline: all that a request costs
 * between the bytes that come and the bytes that go, on the thread of the caller.
 */
final class InProcess implements AutoCloseable {
    private final ScheduledExecutorService others = Executors.newSingleThreadScheduledExecutor();
    private final Engine engine;
    private final EmbeddedChannel channel;
    private final ServerCore core;

    InProcess() throws ConfigException {
        Settings settings = Settings.of(Map.<Setting, String>of(SecuritySettings.PROTECTED_MODE, "no"));
        ServerStats stats = new ServerStats();
        EngineSettingsSource source = new EngineSettingsSource(settings);
        engine = new Engine(
                new MemoryKvStore(), source.options(SlotFunction.OF_CLUSTER), new EngineStatsBridge(stats), source);
        channel = new EmbeddedChannel();
        core = core(settings, stats);
        channel.pipeline().addLast(new Connection(core, new LoopHome(channel.eventLoop())));
        channel.pipeline().fireChannelActive();
    }

    private ServerCore core(Settings settings, ServerStats stats) {
        ClientRegistry clients = new ClientRegistry(settings, stats, others);
        SlowLog slowLog = new SlowLog();
        LatencyEvents latencyEvents = new LatencyEvents();
        Server about = new Server(
                new ServerFacts("0", "", new AtomicReference<>(""), 0, 0, "none", "memory", Optional.empty()),
                settings,
                clients,
                stats,
                slowLog,
                latencyEvents,
                new EngineStoreControl(engine, others, settings.integer(StorageSettings.DATABASES)),
                new Unending());
        return new ServerCore(
                engine,
                new CommandResolver(Commands.table(about)),
                settings,
                clients,
                new CommandMeter(settings, stats, slowLog, latencyEvents),
                new Limits(),
                AckPolicy.committed(engine),
                others,
                new ConnectionLimits(settings));
    }

    /** SHUTDOWN is not asked for. */
    private static final class Unending implements Lifecycle {
        @Override
        public CompletionStage<Void> shutdown(boolean force) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public boolean abortShutdown() {
            return false;
        }
    }

    CommandResolver resolver() {
        return core.resolver();
    }

    KeyHasher hasher() {
        return engine.hasher();
    }

    static ByteBuf request(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        return Unpooled.directBuffer(bytes.length).writeBytes(bytes);
    }

    /** Sends, and takes the answer; the request stays the caller's. Answers the length of the reply. */
    int send(ByteBuf request) {
        channel.writeInbound(request.retainedDuplicate());
        int length = 0;
        for (ByteBuf out = take(); out != null || length == 0; out = take()) {
            if (out == null) {
                channel.runPendingTasks();
            } else {
                length += out.readableBytes();
                out.release();
            }
        }
        return length;
    }

    private @Nullable ByteBuf take() {
        return channel.readOutbound();
    }

    void send(String... words) {
        ByteBuf request = request(words);
        send(request);
        request.release();
    }

    /** Sends, and answers the reply as text. */
    String ask(String... words) {
        ByteBuf request = request(words);
        channel.writeInbound(request);
        StringBuilder text = new StringBuilder();
        for (ByteBuf out = take(); out != null; out = take()) {
            text.append(out.toString(StandardCharsets.US_ASCII));
            out.release();
        }
        return text.toString();
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
        engine.close();
        others.shutdownNow();
    }
}
