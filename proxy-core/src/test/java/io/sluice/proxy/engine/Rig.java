package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.KvStore;
import io.sluice.proxy.type.hash.HashValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An engine over a test's store, with a clock and an event loop that the test moves, and a few small commands. */
final class Rig implements AutoCloseable {
    /** A batch of a queue that sends nothing: for rows that only stand somewhere. */
    static Batch unsentBatch() {
        return new Batch(new CommitQueue(null, null, new AtomicLong()), 1);
    }

    static final long CACHE = 1 << 20;
    static final long BUDGET = 1 << 20;
    /** Above the batches of the tests' stores, and so small that a test can go beyond it. */
    static final long LARGEST_CHANGE = 1 << 20;

    static final EngineSettings SETTINGS =
            new EngineSettings(16, 512L << 20, 64 << 20, 4096, 8192, 3000, FormLimits.DEFAULT);

    /** Beyond the fences' clocks, which are the machine's: a slot's clock is never below its fence. */
    final AtomicLong clock = new AtomicLong(4_000_000_000_000L);

    final ManualHome home = new ManualHome();
    final Stats stats = new Stats();
    final KvStore store;
    final Engine engine;

    static final class Stats implements EngineStats {
        final LongAdder expired = new LongAdder();
        final LongAdder expiredFields = new LongAdder();
        final LongAdder hits = new LongAdder();
        final LongAdder misses = new LongAdder();

        @Override
        public void countExpired() {
            expired.increment();
        }

        @Override
        public void countExpiredFields(int fields) {
            expiredFields.add(fields);
        }

        @Override
        public void countHits(int lookups) {
            hits.add(lookups);
        }

        @Override
        public void countMisses(int lookups) {
            misses.add(lookups);
        }
    }

    Rig(KvStore store) {
        this(store, CACHE, BUDGET);
    }

    Rig(KvStore store, long cacheBytes, long budgetBytes) {
        this.store = store;
        this.engine = new Engine(
                store,
                new EngineOptions(
                        cacheBytes,
                        budgetBytes,
                        () -> 100,
                        () -> 1_000_000,
                        clock::get,
                        HashValue::reap,
                        SlotFunction.OF_CLUSTER,
                        LARGEST_CHANGE),
                stats,
                () -> SETTINGS);
    }

    Key key(String name) {
        return engine.hasher().key(bytes(name));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Header string(String value) {
        return Header.of(ValueEncoding.STRING_RAW, bytes(value));
    }

    static @Nullable String text(@Nullable Header header) {
        return header == null ? null : new String(header.payload(), StandardCharsets.UTF_8);
    }

    int[] slotsOf(String... keys) {
        return Arrays.stream(keys)
                .mapToInt(k -> key(k).slot())
                .sorted()
                .distinct()
                .toArray();
    }

    SlotState slot(String key) {
        return engine.slot(key(key).slot());
    }

    /** A name whose slot is the number's, so that slots of keys can be told apart and ordered. */
    static String keyIn(int slot, String name) {
        for (int i = 0; ; i++) {
            String tag = "{" + i + "}";
            if (KeyHasher.slot(bytes(tag)) == slot) {
                return tag + name;
            }
        }
    }

    /** A command of the test. */
    class Call extends Execution {
        private final Function<CommandContext, @Nullable Object> body;
        int runs;
        final List<Long> clocks = new ArrayList<>();
        boolean completed;

        Call(
                Function<CommandContext, @Nullable Object> body,
                int db,
                boolean isLong,
                boolean maySplit,
                @Nullable Prefetch prefetch,
                int[] slots) {
            super(engine, slots, db, home, isLong, maySplit, prefetch);
            this.body = body;
        }

        @Override
        protected @Nullable Object body(CommandContext context) {
            runs++;
            clocks.add(context.nowMs());
            return body.apply(context);
        }

        @Override
        protected void completed() {
            if (completed) {
                throw new AssertionError("completed twice");
            }
            completed = true;
        }

        Call begin() {
            if (start()) {
                completed = true;
            }
            return this;
        }

        /** Turns the loop until the outcome is there. */
        Call outcome() {
            home.turnUntil(() -> completed);
            return this;
        }

        /** The result, once the reply might leave. */
        @Nullable
        Object durable() {
            outcome();
            home.turnUntil(() -> gates().isOpen() || gates().failed());
            if (gates().failed()) {
                throw new AssertionError("lost");
            }
            return value();
        }

        @Nullable
        Object value() {
            if (failure() != null) {
                throw failure();
            }
            return result();
        }
    }

    Call call(Function<CommandContext, @Nullable Object> body, String... keys) {
        return new Call(body, 0, false, false, null, slotsOf(keys)).begin();
    }

    Call split(Function<CommandContext, @Nullable Object> body, String... keys) {
        return new Call(body, 0, false, true, null, slotsOf(keys)).begin();
    }

    /** A command that may name keys of other slots. */
    Call reaching(Function<CommandContext, @Nullable Object> body, String... keys) {
        return new Call(body, 0, false, false, null, slotsOf(keys)) {
            @Override
            protected boolean mayReachFurther() {
                return true;
            }
        }.begin();
    }

    Call piped(Prefetch prefetch, Function<CommandContext, @Nullable Object> body, String... keys) {
        return new Call(body, 0, false, false, prefetch, slotsOf(keys)).begin();
    }

    // ---- small commands ----

    Call get(String key) {
        return call(getBody(key), key);
    }

    Function<CommandContext, @Nullable Object> getBody(String key) {
        return c -> text(c.header(key(key)));
    }

    Call set(String key, String value) {
        return call(c -> put(c, key, string(value)), key);
    }

    Call setExpiring(String key, String value, long atMs) {
        return call(c -> put(c, key, string(value).withExpireAt(atMs)), key);
    }

    private Object put(CommandContext c, String key, Header header) {
        c.overwrite(key(key), header);
        return "OK";
    }

    Call setNx(String key, String value) {
        return call(c -> c.header(key(key)) == null ? put(c, key, string(value)) : null, key);
    }

    Call incr(String key) {
        return call(incrBody(key), key);
    }

    Function<CommandContext, @Nullable Object> incrBody(String key) {
        return c -> {
            Header old = c.header(key(key));
            long number = old == null ? 1 : Long.parseLong(String.valueOf(text(old))) + 1;
            Header changed = string(Long.toString(number));
            c.put(key(key), old == null ? changed : changed.withExpireAt(old.expireAtMs()));
            return number;
        };
    }

    Call del(String key) {
        return call(c -> c.remove(key(key)), key);
    }

    // ---- around ----

    /** Brings the keys' slots into service. */
    void serve(String... keys) {
        for (String key : keys) {
            call(c -> null, key).outcome();
        }
    }

    /** Forgets what is durable, and brings the keys' slots into service again. */
    void chill(String... keys) {
        engine.flush();
        engine.dropCaches();
        serve(keys);
    }

    /** Runs a command over many slots on the test's thread. */
    <T> T onKeyspace(int db, Function<Keyspace, T> body) {
        Engine.Outcome<T> outcome = engine.onKeyspace(db, body);
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
        return outcome.result();
    }

    void overKeyspace(int db, Consumer<Keyspace> body) {
        onKeyspace(db, keyspace -> {
            body.accept(keyspace);
            return "OK";
        });
    }

    long size(int db) {
        return onKeyspace(db, keyspace -> keyspace.size(db));
    }

    @Override
    public void close() {
        home.commitByItself();
        home.turn();
        engine.close();
    }
}
