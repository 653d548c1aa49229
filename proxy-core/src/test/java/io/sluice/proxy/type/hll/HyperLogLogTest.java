package io.sluice.proxy.type.hll;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.proxy.text.RealRedis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HyperLogLogTest {
    private static final int SPARSE_MAX = 3000;

    /** The string of Redis after {@code PFADD hll a b c}. */
    private static final String ABC = "48594c4c01000000000000000000008060f38050b1844bfb80425a";

    @Test
    void smallOnesAreTheBytesOfRedis() {
        HyperLogLog hll = HyperLogLog.create();
        assertThat(HexFormat.of().formatHex(hll.toBytes())).isEqualTo("48594c4c0100000000000000000000807fff");
        for (String element : List.of("a", "b", "c")) {
            assertThat(hll.add(bytes(element), SPARSE_MAX)).isTrue();
        }
        assertThat(hll.add(bytes("a"), SPARSE_MAX)).isFalse();

        assertThat(HexFormat.of().formatHex(hll.toBytes())).isEqualTo(ABC);
        assertThat(hll.describeRuns()).isEqualTo("Z:8436 v:1,1 Z:4274 v:2,1 Z:3068 v:1,1 Z:603");
    }

    @Test
    void theCountIsCachedInTheHeader() {
        HyperLogLog hll = HyperLogLog.of(HexFormat.of().parseHex(ABC));

        assertThat(hll.hasCachedCount()).isFalse();
        assertThat(hll.count()).isEqualTo(3);
        assertThat(hll.hasCachedCount()).isTrue();
        assertThat(Arrays.copyOfRange(hll.toBytes(), 8, 16)).containsExactly(3, 0, 0, 0, 0, 0, 0, 0);
        hll.add(bytes("d"), SPARSE_MAX);
        assertThat(hll.hasCachedCount()).isFalse();
    }

    @Test
    void largeOnesAreTheBytesOfRedis() {
        HyperLogLog hll = HyperLogLog.create();
        for (int i = 0; i < 1000; i++) {
            hll.add(bytes("e" + i), SPARSE_MAX);
        }
        assertThat(hll.isSparse()).isTrue();
        assertThat(crc(hll)).isEqualTo(2541458209L);
        for (int i = 1000; i < 100_000; i++) {
            hll.add(bytes("e" + i), SPARSE_MAX);
        }
        assertThat(hll.isSparse()).isFalse();
        assertThat(crc(hll)).isEqualTo(1865394562L);
        assertThat(hll.count()).isEqualTo(100_853);
    }

    private static long crc(HyperLogLog hll) {
        CRC32 crc = new CRC32();
        crc.update(hll.toBytes());
        return crc.getValue();
    }

    @Test
    void otherStringsAreRefused() {
        for (byte[] string : List.of(new byte[0], bytes("HYLL"), bytes("hello world, hello world"), new byte[12304])) {
            assertThatThrownBy(() -> HyperLogLog.of(string))
                    .isInstanceOf(HyperLogLogException.class)
                    .hasMessage("WRONGTYPE Key is not a valid HyperLogLog string value.");
        }
        byte[] unknownEncoding = HyperLogLog.create().toBytes();
        unknownEncoding[4] = 2;
        assertThat(HyperLogLog.isValid(unknownEncoding)).isFalse();
    }

    @Test
    void runsThatDoNotAddUpAreDetected() {
        byte[] string = Arrays.copyOf(HyperLogLog.create().toBytes(), 16);
        assertThatThrownBy(() -> HyperLogLog.of(string).count())
                .isInstanceOf(HyperLogLogException.class)
                .hasMessage("INVALIDOBJ Corrupted HLL object detected");
        assertThatThrownBy(() -> HyperLogLog.of(string).add(bytes("a"), SPARSE_MAX))
                .isInstanceOf(HyperLogLogException.class);
        assertThatThrownBy(() -> HyperLogLog.of(string).makeDense()).isInstanceOf(HyperLogLogException.class);
        byte[] tooLong = Arrays.copyOf(HyperLogLog.create().toBytes(), 19);
        assertThatThrownBy(() -> HyperLogLog.of(tooLong).registers()).isInstanceOf(HyperLogLogException.class);
    }

    @Property
    void damagedStringsNeverEscapeTheArray(@ForAll byte[] tail, @ForAll @IntRange(max = 1000) int seed) {
        byte[] string = Arrays.copyOf(HyperLogLog.create().toBytes(), 16 + tail.length);
        System.arraycopy(tail, 0, string, 16, tail.length);
        HyperLogLog hll = HyperLogLog.of(string);
        assertThatCode(hll::describeRuns).doesNotThrowAnyException();
        try {
            for (int i = 0; i < 20; i++) {
                hll.add(bytes("x" + seed + i), SPARSE_MAX);
            }
            hll.count();
        } catch (HyperLogLogException e) {
            assertThat(e.reply()).startsWith("INVALIDOBJ");
        }
    }

    @Test
    void bothEncodingsHoldTheSameRegisters() {
        HyperLogLog sparse = HyperLogLog.create();
        HyperLogLog dense = HyperLogLog.create();
        assertThat(dense.makeDense()).isTrue();
        assertThat(dense.makeDense()).isFalse();
        for (int i = 0; i < 500; i++) {
            assertThat(sparse.add(bytes("k" + i), SPARSE_MAX)).isEqualTo(dense.add(bytes("k" + i), SPARSE_MAX));
        }
        assertThat(sparse.isSparse()).isTrue();
        assertThat(sparse.registers()).isEqualTo(dense.registers());
        assertThat(sparse.count()).isEqualTo(dense.count());
    }

    @Test
    void unionsCountEachElementOnce() {
        HyperLogLog a = HyperLogLog.create();
        HyperLogLog b = HyperLogLog.create();
        for (int i = 0; i < 100; i++) {
            a.add(bytes("k" + i), SPARSE_MAX);
            b.add(bytes("k" + (i + 50)), SPARSE_MAX);
        }
        long union = HyperLogLog.countUnion(List.of(a, b));
        a.merge(List.of(b), SPARSE_MAX);

        assertThat(union).isBetween(147L, 153L);
        assertThat(a.count()).isEqualTo(union);
        assertThat(HyperLogLog.countUnion(List.of())).isZero();
    }

    @Test
    void theSelfTestPasses() {
        assertThat(HyperLogLogSelfTest.run(1, 200_000, SPARSE_MAX)).isNull();
    }

    @Test
    void agreesWithRedisByteForByte() throws Exception {
        Random random = new Random(21);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (int sparseMax : new int[] {3000, 100, 15000}) {
                redis.call("CONFIG", "SET", "hll-sparse-max-bytes", Integer.toString(sparseMax));
                redis.call("FLUSHALL");
                HyperLogLog hll = HyperLogLog.create();
                for (int step = 0; step < 600; step++) {
                    List<byte[]> args = new ArrayList<>(List.of(bytes("PFADD"), bytes("h")));
                    boolean changed = step == 0;
                    for (int i = random.nextInt(1 + step / 10); i >= 0; i--) {
                        byte[] element = new byte[random.nextInt(20)];
                        random.nextBytes(element);
                        args.add(element);
                        changed |= hll.add(element, sparseMax);
                    }
                    assertThat(redis.call(args.toArray(new byte[0][]))).isEqualTo(changed ? 1L : 0L);
                    if (step % 7 == 0) {
                        assertThat(redis.call("PFCOUNT", "h")).isEqualTo(hll.count());
                    }
                    if (hll.isSparse() && step % 11 == 0) {
                        assertThat(RealRedis.text(redis.call("PFDEBUG", "DECODE", "h")))
                                .isEqualTo(hll.describeRuns());
                    }
                    assertThat((byte[]) redis.call("GET", "h")).isEqualTo(hll.toBytes());
                }
            }
        }
    }

    @Test
    void mergesAgreeWithRedisByteForByte() throws Exception {
        Random random = new Random(22);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (int round = 0; round < 40; round++) {
                redis.call("FLUSHALL");
                List<HyperLogLog> sources = new ArrayList<>();
                for (int s = 0; s < 3; s++) {
                    HyperLogLog source = HyperLogLog.create();
                    int size = random.nextInt(round < 20 ? 200 : 3000);
                    for (int i = 0; i <= size; i++) {
                        source.add(bytes("m" + random.nextInt(10_000)), SPARSE_MAX);
                    }
                    redis.call(bytes("SET"), bytes("s" + s), source.toBytes());
                    sources.add(source);
                }
                HyperLogLog target = round % 2 == 0
                        ? HyperLogLog.create()
                        : HyperLogLog.of(sources.get(0).toBytes());
                String name = round % 2 == 0 ? "t" : "s0";
                assertThat(redis.call("PFCOUNT", "s0", "s1", "s2")).isEqualTo(HyperLogLog.countUnion(sources));
                target.merge(sources, SPARSE_MAX);
                redis.call("PFMERGE", name, "s0", "s1", "s2");
                assertThat((byte[]) redis.call("GET", name)).isEqualTo(target.toBytes());
                List<Long> registers =
                        Arrays.stream(target.registers()).asLongStream().boxed().toList();
                assertThat(redis.call("PFDEBUG", "GETREG", name)).isEqualTo(registers);
            }
        }
    }
}
