package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.CommitQueue;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.EngineOptions;
import io.sluice.proxy.engine.EngineSettings;
import io.sluice.proxy.engine.EngineStats;
import io.sluice.proxy.engine.Execution;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Home;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.rdb.DumpPayload;
import io.sluice.proxy.resp.Reply;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A real engine on a store in memory, with a clock that stands still, and the table of all commands: runs requests as a
 * connection would, one at a time. Strings above {@value #CHUNK} bytes are chunked.
 */
final class DataFixture implements AutoCloseable {
    static final int CHUNK = 64;
    /** In the year 2049: the engine never lets a slot's clock fall behind the wall clock of its claim. */
    private static final long START_MS = 2_500_000_000_000L;

    final AtomicLong clock = new AtomicLong(START_MS);
    final AtomicLong hits = new AtomicLong();
    final AtomicLong misses = new AtomicLong();
    final Engine engine;
    final TestServer server = new TestServer();
    private final CommandTable table = server.table;
    private int db;

    DataFixture() {
        this(new MemoryKvStore());
    }

    DataFixture(KvStore store) {
        this(store, 4096);
    }

    DataFixture(KvStore store, int packedMaxBytes) {
        this(store, packedMaxBytes, 64 << 20);
    }

    DataFixture(KvStore store, int packedMaxBytes, long loadBudgetBytes) {
        EngineStats stats = new EngineStats() {
            @Override
            public void countExpired() {
                // not looked at
            }

            @Override
            public void countHits(int lookups) {
                hits.addAndGet(lookups);
            }

            @Override
            public void countMisses(int lookups) {
                misses.addAndGet(lookups);
            }
        };
        EngineOptions options = new EngineOptions(1 << 20, 1 << 24, 10, 1000, clock::get);
        EngineSettings settings =
                new EngineSettings(16, 1 << 20, loadBudgetBytes, packedMaxBytes, CHUNK, 3000, FormLimits.DEFAULT);
        engine = new Engine(store, options, stats, () -> settings);
    }

    void select(int number) {
        db = number;
    }

    long now() {
        return clock.get();
    }

    /** The reply to a request whose arguments are texts, byte for byte. */
    Reply run(Object... words) {
        byte[][] argv = Arrays.stream(words)
                .map(w -> w instanceof byte[] b ? b : String.valueOf(w).getBytes(ISO_8859_1))
                .toArray(byte[][]::new);
        Args args = new Args(argv, engine.hasher());
        CommandSpec spec = new CommandResolver(table).find(args);
        if (!spec.accepts(args.count())) {
            throw new IllegalArgumentException("arity of " + spec.name());
        }
        try {
            if (spec.handler() instanceof Handler.OnKeyspace handler) {
                Engine.Outcome<Reply> outcome = engine.onKeyspace(db, keyspace -> handler.run(keyspace, args));
                if (outcome.failure() != null) {
                    throw outcome.failure();
                }
                return outcome.result();
            }
            Handler.OnKeys handler = (Handler.OnKeys) spec.handler();
            int[] slots = spec.keys().of(args).stream()
                    .mapToInt(Key::slot)
                    .sorted()
                    .distinct()
                    .toArray();
            return (Reply) inSlots(slots, spec.has(Flag.SPLIT), c -> handler.run(c, args));
        } catch (CommandException failed) {
            return Reply.error(failed.reply());
        }
    }

    /** As {@link #run}, as text: errors with a dash, null as "null". */
    String text(Object... words) {
        Reply reply = run(words);
        return reply == Reply.NULL ? "null" : TestServer.text(reply);
    }

    /** Stores a string without looking whether the key is there, as a plain SET does. */
    void set(String key, String value) {
        Key to = engine.hasher().key(key.getBytes(ISO_8859_1));
        inSlots(new int[] {to.slot()}, false, c -> {
            c.overwrite(to, Header.of(ValueEncoding.STRING_EMBSTR, value.getBytes(ISO_8859_1)));
            return Reply.OK;
        });
    }

    /** Stores a string of any length. */
    void setLarge(String key, byte[] value) {
        String reply = text("RESTORE", key, "0", DumpPayload.ofString(value), "REPLACE");
        if (!reply.equals("OK")) {
            throw new IllegalStateException(reply);
        }
    }

    /** The whole string, taken from what DUMP answers. */
    byte[] get(String key) {
        Reply reply = run("DUMP", key);
        if (reply == Reply.NULL) {
            return null;
        }
        var in = DumpPayload.open(((Reply.Bulk) reply).toBytes(), 1 << 20);
        in.readByte();
        return in.readString();
    }

    /** Runs a body in the lanes of the slots. */
    Object inSlots(int[] slots, boolean maySplit, Function<CommandContext, Object> body) {
        ThisThread home = new ThisThread();
        AtomicLong done = new AtomicLong();
        Execution execution = new Execution(engine, slots, db, home, false, maySplit, null) {
            @Override
            protected @Nullable Object body(CommandContext context) {
                return body.apply(context);
            }

            @Override
            protected void completed() {
                done.set(1);
            }
        };
        if (!execution.start()) {
            home.runUntil(done);
        }
        if (execution.failure() != null) {
            throw execution.failure();
        }
        return execution.result();
    }

    /** Two keys of different slots, or of the same. */
    String keyOfOtherSlot(String key) {
        int slot = engine.hasher().key(key.getBytes(ISO_8859_1)).slot();
        return IntStream.range(0, 1000)
                .mapToObj(i -> key + i)
                .filter(other -> engine.hasher().key(other.getBytes(ISO_8859_1)).slot() != slot)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        engine.close();
    }

    /** Runs what comes back from the store on the thread that waits for it. */
    private static final class ThisThread extends Home {
        private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        protected void changed(CommitQueue queue) {
            commit(queue);
        }

        void runUntil(AtomicLong done) {
            try {
                while (done.get() == 0) {
                    Runnable task = tasks.poll(60, TimeUnit.SECONDS);
                    if (task == null) {
                        throw new IllegalStateException("the command never ended");
                    }
                    task.run();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        }
    }
}
