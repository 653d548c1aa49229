package io.sluice.proxy.text;

import java.util.Arrays;

/**
 * Bytes of a client as a key of hash tables. Immutable, as long as nobody changes the array.
 *
 * <p>Anybody can choose names that share a hash which is not seeded. They are comparable for that: {@link java.util.HashMap} keeps
 * what shares a place in a tree, in which a search then takes the logarithm of their number. Of keys that cannot be compared it
 * would look at all, and {@link java.nio.ByteBuffer} counts as one that cannot: its class does not say so itself.
 */
public final class BinaryKey implements Comparable<BinaryKey> {
    private final byte[] array;
    private final int from;
    private final int to;
    private final int hash;

    private BinaryKey(byte[] array, int from, int to) {
        this.array = array;
        this.from = from;
        this.to = to;
        int sum = 1;
        for (int i = from; i < to; i++) {
            sum = 31 * sum + array[i];
        }
        this.hash = sum;
    }

    /** All of the array, which is not copied. */
    public static BinaryKey of(byte[] array) {
        return new BinaryKey(array, 0, array.length);
    }

    /** A part of the array, which is not copied. */
    public static BinaryKey of(byte[] array, int offset, int length) {
        return new BinaryKey(array, offset, offset + length);
    }

    /** The array that the key was made of; all of it. */
    public byte[] array() {
        return array;
    }

    @Override
    public int compareTo(BinaryKey other) {
        return Arrays.compareUnsigned(array, from, to, other.array, other.from, other.to);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BinaryKey that
                && hash == that.hash
                && Arrays.equals(array, from, to, that.array, that.from, that.to);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
