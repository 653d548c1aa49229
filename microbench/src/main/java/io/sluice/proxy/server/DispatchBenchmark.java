package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandResolver;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.config.ConfigException;
import io.sluice.proxy.engine.KeyHasher;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** From the words of a request to the row of its command, and to the slot and hash of its key. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DispatchBenchmark {
    private final byte[][] get = {bytes("GET"), bytes("key:000000012345")};
    private final byte[][] lowerCase = {bytes("get"), bytes("key:000000012345")};

    @SuppressWarnings("NullAway.Init")
    private InProcess server;

    @SuppressWarnings("NullAway.Init")
    private CommandResolver resolver;

    @SuppressWarnings("NullAway.Init")
    private KeyHasher hasher;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Setup(Level.Trial)
    public void open() throws ConfigException {
        server = new InProcess();
        resolver = server.resolver();
        hasher = server.hasher();
    }

    @TearDown(Level.Trial)
    public void close() {
        server.close();
    }

    @Benchmark
    public @Nullable CommandSpec find() {
        return resolver.find(new Args(get, hasher));
    }

    @Benchmark
    public @Nullable CommandSpec findInLowerCase() {
        return resolver.find(new Args(lowerCase, hasher));
    }

    @Benchmark
    public Object keyAndSlot() {
        return new Args(get, hasher).key(1);
    }
}
