package io.sluice.bench.load;

import java.nio.ByteBuffer;

/** Numbers from 0 up in decimal digits, without an object. */
final class Digits {
    private static final int RADIX = 10;

    private Digits() {}

    static int count(long number) {
        int digits = 1;
        for (long rest = number; rest >= RADIX; rest /= RADIX) {
            digits++;
        }
        return digits;
    }

    static void put(ByteBuffer out, long number) {
        int end = out.position() + count(number);
        int at = end;
        long rest = number;
        do {
            out.put(--at, (byte) ('0' + rest % RADIX));
            rest /= RADIX;
        } while (rest != 0);
        out.position(end);
    }
}
