package io.sluice.encoding;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The value of a header row, to bytes and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HeaderBenchmark {
    private static final int PAYLOAD = 64;
    private static final long LATER = 4_000_000_000_000L;

    private final Header plain = Header.of(ValueEncoding.STRING_RAW, new byte[PAYLOAD]);
    private final Header expiring = plain.withExpireAt(LATER);
    private final byte[] plainRow = plain.encode();
    private final byte[] expiringRow = expiring.encode();

    @Benchmark
    public byte[] encode() {
        return plain.encode();
    }

    @Benchmark
    public byte[] encodeExpiring() {
        return expiring.encode();
    }

    @Benchmark
    public Header decode() {
        return Header.decode(plainRow);
    }

    @Benchmark
    public Header decodeExpiring() {
        return Header.decode(expiringRow);
    }
}
