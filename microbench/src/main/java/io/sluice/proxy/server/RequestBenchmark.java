package io.sluice.proxy.server;

import io.netty.buffer.ByteBuf;
import io.sluice.proxy.config.ConfigException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Whole requests from bytes to bytes, on keys in memory, with a commit to the store in memory where they write. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RequestBenchmark {
    private static final String VALUE = "x".repeat(64);
    private static final int FIELDS = 16;
    private static final int ELEMENTS = 100;

    private final ByteBuf ping = InProcess.request("PING");
    private final ByteBuf get = InProcess.request("GET", "string");
    private final ByteBuf set = InProcess.request("SET", "string", VALUE);
    private final ByteBuf incr = InProcess.request("INCR", "number");
    private final ByteBuf hset = InProcess.request("HSET", "hash", "field-7", VALUE);
    private final ByteBuf lpush = InProcess.request("LPUSH", "list", VALUE);
    private final ByteBuf rpop = InProcess.request("RPOP", "list");
    private final ByteBuf lrange = InProcess.request("LRANGE", "range", "0", "99");

    @SuppressWarnings("NullAway.Init")
    private InProcess server;

    @Setup(Level.Trial)
    public void fill() throws ConfigException {
        server = new InProcess();
        server.send("SET", "string", VALUE);
        for (int i = 0; i < FIELDS; i++) {
            server.send("HSET", "hash", "field-" + i, VALUE);
            server.send("RPUSH", "list", VALUE);
        }
        for (int i = 0; i < ELEMENTS; i++) {
            server.send("RPUSH", "range", "element-" + (100 + i));
        }
        for (String key : new String[] {"hash", "list", "range"}) {
            String encoding = server.ask("OBJECT", "ENCODING", key);
            if (!encoding.contains("listpack") && !encoding.contains("quicklist")) {
                throw new IllegalStateException(key + " is not packed: " + encoding);
            }
        }
    }

    @TearDown(Level.Trial)
    public void close() {
        server.close();
    }

    /** Decode, dispatch, encode; no key. */
    @Benchmark
    public int ping() {
        return server.send(ping);
    }

    @Benchmark
    public int warmGet() {
        return server.send(get);
    }

    @Benchmark
    public int warmSet() {
        return server.send(set);
    }

    @Benchmark
    public int warmIncr() {
        return server.send(incr);
    }

    @Benchmark
    public int hsetPacked() {
        return server.send(hset);
    }

    /** Two requests: the list stays as long as it is. */
    @Benchmark
    public int lpushAndRpopPacked() {
        return server.send(lpush) + server.send(rpop);
    }

    @Benchmark
    public int lrange100() {
        return server.send(lrange);
    }
}
