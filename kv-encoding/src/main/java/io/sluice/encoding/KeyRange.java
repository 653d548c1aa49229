package io.sluice.encoding;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The row keys from {@code from}, inclusive, to {@code to}, exclusive, in unsigned byte order. The arrays are not
 * copied and must not be changed.
 */
public record KeyRange(byte[] from, byte[] to) {

    /**
     * All keys that begin with a prefix.
     *
     * @throws IllegalArgumentException if the prefix is nothing but 0xFF bytes: no key comes after those
     */
    public static KeyRange ofPrefix(byte[] prefix) {
        return new KeyRange(prefix, after(prefix));
    }

    /** Whether a key lies in the range. */
    public boolean contains(byte[] key) {
        return Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0;
    }

    /** Whether no key can lie in the range. */
    public boolean isEmpty() {
        return Arrays.compareUnsigned(from, to) >= 0;
    }

    /** The first key after all keys that begin with the prefix. */
    static byte[] after(byte[] prefix) {
        int last = prefix.length - 1;
        while (last >= 0 && prefix[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            throw new IllegalArgumentException(
                    "no key comes after the prefix " + HexFormat.of().formatHex(prefix));
        }
        byte[] end = Arrays.copyOf(prefix, last + 1);
        end[last]++;
        return end;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyRange that && Arrays.equals(from, that.from) && Arrays.equals(to, that.to);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
    }

    @Override
    public String toString() {
        return "[" + HexFormat.of().formatHex(from) + ", " + HexFormat.of().formatHex(to) + ")";
    }
}
