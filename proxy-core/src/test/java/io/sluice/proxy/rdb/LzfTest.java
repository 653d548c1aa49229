package io.sluice.proxy.rdb;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LzfTest {
    @Property
    void whatIsCompressedComesBack(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3000) int length) {
        byte[] in = compressible(new Random(seed), length);

        byte[] packed = Lzf.compress(in, in.length);
        if (packed != null) {
            assertThat(packed.length).isLessThanOrEqualTo(in.length);
            assertThat(Lzf.decompress(packed, 0, packed.length, in.length)).isEqualTo(in);
        }
    }

    @Test
    void repetitionIsShort() {
        byte[] packed = Lzf.compress(new byte[100_000], 100_000);

        assertThat(packed.length).isLessThan(1200);
        assertThat(Lzf.decompress(packed, 0, packed.length, 100_000)).isEqualTo(new byte[100_000]);
    }

    @Test
    void noiseDoesNotFit() {
        byte[] noise = new byte[1000];
        new Random(1).nextBytes(noise);

        assertThat(Lzf.compress(noise, 996)).isNull();
        assertThat(Lzf.compress(bytes("aaaaaaaaaaaaaaaaaaaaaaaa"), 3)).isNull();
        assertThat(Lzf.compress(new byte[0], 10)).isNull();
    }

    @Property
    void damageIsAnRdbExceptionOrAResult(@ForAll byte[] in, @ForAll @IntRange(max = 4000) int size) {
        try {
            assertThat(Lzf.decompress(in, 0, in.length, size)).hasSize(size);
        } catch (RdbException e) {
            assertThat(e.kind()).isEqualTo(RdbException.Kind.FORMAT);
        }
    }

    @Test
    void aLieAboutTheSizeAllocatesNothing() {
        assertThatThrownBy(() -> Lzf.decompress(new byte[10], 0, 10, Integer.MAX_VALUE - 8))
                .isInstanceOf(RdbException.class);
    }

    /** Words from a small vocabulary, runs, and a little noise. */
    static byte[] compressible(Random random, int length) {
        byte[] out = new byte[length];
        int at = 0;
        while (at < length) {
            int run = Math.min(length - at, 1 + random.nextInt(40));
            switch (random.nextInt(4)) {
                case 0 -> java.util.Arrays.fill(out, at, at + run, (byte) random.nextInt(3));
                case 1 -> {
                    for (int i = 0; i < run; i++) {
                        out[at + i] = (byte) random.nextInt(256);
                    }
                }
                default -> {
                    int back = at == 0 ? 0 : random.nextInt(at);
                    for (int i = 0; i < run; i++) {
                        out[at + i] = out[Math.min(back + i, Math.max(at + i - 1, 0))];
                    }
                }
            }
            at += run;
        }
        return out;
    }
}
