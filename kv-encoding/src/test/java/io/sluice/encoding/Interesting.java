package io.sluice.encoding;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Values at the edges of what the encoding distinguishes; tests cross all pairs of them. */
final class Interesting {
    static final double[] DOUBLES = {
        Double.NEGATIVE_INFINITY,
        -Double.MAX_VALUE,
        -1e308,
        -9007199254740993.0,
        -2,
        Math.nextDown(-1.5),
        -1.5,
        Math.nextUp(-1.5),
        -1,
        -0.1,
        -Double.MIN_NORMAL,
        -Double.MIN_NORMAL + Double.MIN_VALUE,
        -2 * Double.MIN_VALUE,
        -Double.MIN_VALUE,
        -0.0,
        0.0,
        Double.MIN_VALUE,
        2 * Double.MIN_VALUE,
        Double.MIN_NORMAL - Double.MIN_VALUE,
        Double.MIN_NORMAL,
        0.1,
        1,
        Math.nextDown(1.5),
        1.5,
        Math.nextUp(1.5),
        2,
        255,
        256,
        9007199254740993.0,
        1e308,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
    };

    static final long[] LONGS = {
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        -1L << 32,
        -65536,
        -256,
        -255,
        -129,
        -128,
        -127,
        -2,
        -1,
        0,
        1,
        2,
        127,
        128,
        129,
        255,
        256,
        16383,
        16384,
        65535,
        65536,
        Integer.MAX_VALUE,
        1L + Integer.MAX_VALUE,
        (1L << 32) - 1,
        1L << 32,
        1795174800000L,
        1L << 53,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
    };

    static final int[] INTS = {
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1,
        -65536,
        -256,
        -255,
        -129,
        -128,
        -2,
        -1,
        0,
        1,
        127,
        128,
        255,
        256,
        65535,
        65536,
        Integer.MAX_VALUE - 1,
        Integer.MAX_VALUE,
    };

    /** Names in their own order, long ones included; no two long ones share all of the prefix. */
    static final List<byte[]> NAMES = List.of(
            new byte[0],
            new byte[] {0},
            new byte[] {0, 0},
            new byte[] {0, 1},
            new byte[] {0, -1},
            new byte[] {1},
            text("a"),
            new byte[] {'a', 0},
            text("aa"),
            text("a".repeat(1023)),
            text("a".repeat(1024)),
            text("a".repeat(1025)),
            text("a".repeat(1023) + "b"),
            text("a".repeat(1023) + "b" + "a".repeat(15)),
            text("a".repeat(1023) + "c" + "a".repeat(16)),
            text("a".repeat(1023) + "d" + "a".repeat(17)),
            text("b"),
            new byte[] {127},
            new byte[] {-128},
            new byte[] {-1},
            new byte[] {-1, -1},
            filled(1023, -1),
            filled(1024, -1),
            filled(5000, -1));

    private Interesting() {}

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] filled(int length, int with) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }
}
