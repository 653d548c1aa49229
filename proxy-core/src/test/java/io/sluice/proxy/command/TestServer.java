package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.kv.config.Setting;
import io.sluice.proxy.config.ConfigException;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.KeyHasher;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.stats.LatencyEvents;
import io.sluice.proxy.stats.ServerStats;
import io.sluice.proxy.stats.SlowLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The session side of a server, without sockets and without data: runs requests and answers replies. */
final class TestServer {
    static final KeyHasher HASHER = new KeyHasher(1);

    final FakeSession session = new FakeSession(1);
    final FakeSession other = new FakeSession(2);
    final FakeClients clients = new FakeClients(session, other);
    final FakeStore store = new FakeStore();
    final FakeLifecycle lifecycle = new FakeLifecycle();
    final Settings settings;
    final Server server;
    final CommandTable table;

    TestServer() {
        this(Map.of());
    }

    TestServer(Map<Setting, String> changed) {
        try {
            settings = Settings.of(changed);
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e);
        }
        ServerFacts facts = new ServerFacts(
                "1.2.3",
                "a".repeat(40),
                new AtomicReference<>("b".repeat(40)),
                System.currentTimeMillis(),
                6379,
                "nio",
                "memory",
                Optional.empty());
        server = new Server(
                facts, settings, clients, new ServerStats(), new SlowLog(), new LatencyEvents(), store, lifecycle);
        table = Commands.table(server);
    }

    static Args args(String... words) {
        byte[][] argv = Arrays.stream(words).map(w -> w.getBytes(ISO_8859_1)).toArray(byte[][]::new);
        return new Args(argv, HASHER);
    }

    /** Runs a request as a connection does, and waits for its answer. */
    Reply run(String... words) {
        return later(words)
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    CompletionStage<Reply> later(String... words) {
        Args args = args(words);
        CommandResolver resolver = new CommandResolver(table);
        CommandSpec spec = resolver.find(args);
        Reply refusal = resolver.refusal(spec, args, session, settings);
        if (refusal != null) {
            return CompletableFuture.completedStage(refusal);
        }
        try {
            if (spec.handler() instanceof Handler.OnSession handler) {
                return CompletableFuture.completedStage(handler.run(session, args));
            }
            return ((Handler.Later) spec.handler()).run(session, args);
        } catch (CommandException e) {
            return CompletableFuture.completedStage(Reply.error(e.reply()));
        }
    }

    /** The text of a status, an error (with its dash), a bulk string or a verbatim string. */
    String text(String... words) {
        return text(run(words));
    }

    static String text(Reply reply) {
        if (reply instanceof Reply.Simple simple) {
            return new String(simple.text(), ISO_8859_1);
        }
        if (reply instanceof Reply.Err error) {
            return "-" + new String(error.text(), ISO_8859_1);
        }
        if (reply instanceof Reply.Bulk bulk) {
            return new String(bulk.toBytes(), ISO_8859_1);
        }
        if (reply instanceof Reply.Verbatim verbatim) {
            return new String(verbatim.text(), ISO_8859_1);
        }
        if (reply instanceof Reply.Int integer) {
            return Long.toString(integer.value());
        }
        return String.valueOf(reply);
    }

    static List<String> texts(Reply reply) {
        return ((Reply.Aggregate) reply)
                .elements().stream().map(TestServer::text).toList();
    }

    static final class FakeClients implements Clients {
        final List<Session> all = new ArrayList<>();
        long pausedMillis = -1;
        boolean pausedWritesOnly;

        FakeClients(Session... sessions) {
            all.addAll(List.of(sessions));
        }

        @Override
        public List<? extends Session> all() {
            return all;
        }

        @Override
        public Session byId(long id) {
            return all.stream().filter(s -> s.id() == id).findAny().orElse(null);
        }

        @Override
        public int count() {
            return all.size();
        }

        @Override
        public int waiting() {
            return 0;
        }

        @Override
        public void pause(long millis, boolean writesOnly) {
            pausedMillis = millis;
            pausedWritesOnly = writesOnly;
        }

        @Override
        public void resume() {
            pausedMillis = -1;
        }
    }

    static final class FakeStore implements StoreControl {
        CompletableFuture<Void> durable = CompletableFuture.completedFuture(null);
        boolean activeExpire = true;
        int reloads;
        List<DatabaseSize> sizes = List.of();
        RuntimeException uncounted;

        @Override
        public CompletionStage<Void> durableUpToNow() {
            return durable;
        }

        @Override
        public CompletionStage<List<DatabaseSize>> databaseSizes() {
            return uncounted == null
                    ? CompletableFuture.completedStage(sizes)
                    : CompletableFuture.failedStage(uncounted);
        }

        @Override
        public Map<String, String> statistics() {
            return Map.of("store_commits", "7");
        }

        @Override
        public void activeExpire(boolean on) {
            activeExpire = on;
        }

        @Override
        public CompletionStage<Void> reload() {
            reloads++;
            return CompletableFuture.completedStage(null);
        }
    }

    static final class FakeLifecycle implements Lifecycle {
        CompletableFuture<Void> end = CompletableFuture.completedFuture(null);
        Boolean forced;
        boolean canAbort;

        @Override
        public CompletionStage<Void> shutdown(boolean force) {
            forced = force;
            return end;
        }

        @Override
        public boolean abortShutdown() {
            return canAbort;
        }
    }
}
