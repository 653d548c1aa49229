package io.sluice.proxy.type.hll;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** MurmurHash64A, the hash that decides which register an element belongs to. Part of the format: never to be changed. */
final class Murmur64 {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MULTIPLIER = 0xc6a4a7935bd1e995L;
    private static final int SHIFT = 47;

    private Murmur64() {}

    static long hash(byte[] data, long seed) {
        long hash = seed ^ (data.length * MULTIPLIER);
        int at = 0;
        for (; at + 8 <= data.length; at += 8) {
            long word = (long) WORD.get(data, at) * MULTIPLIER;
            word ^= word >>> SHIFT;
            hash = (hash ^ (word * MULTIPLIER)) * MULTIPLIER;
        }
        if (at < data.length) {
            long rest = 0;
            for (int i = data.length - 1; i >= at; i--) {
                rest = (rest << 8) | (data[i] & 0xff);
            }
            hash = (hash ^ rest) * MULTIPLIER;
        }
        hash = (hash ^ (hash >>> SHIFT)) * MULTIPLIER;
        return hash ^ (hash >>> SHIFT);
    }
}
