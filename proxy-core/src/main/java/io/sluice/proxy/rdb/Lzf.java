package io.sluice.proxy.rdb;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * LZF, the compression of long strings in a DUMP.
 *
 * <pre>
 *   000LLLLL                    L + 1 literal bytes follow
 *   LLLooooo oooooooo           copy L + 2 bytes from o + 1 bytes back     (L from 1 to 6)
 *   111ooooo LLLLLLLL oooooooo  copy L + 9 bytes from o + 1 bytes back
 * </pre>
 *
 * <p>Any compressor makes valid input for any decompressor. This one looks for matches where liblzf in its "very fast"
 * mode looks for them, with the same hash and the same shortcuts, so that a value dumped here and dumped by Redis gives
 * the same bytes.
 */
public final class Lzf {
    private static final int HASH_BITS = 16;
    private static final int MAX_LITERALS = 1 << 5;
    private static final int MAX_DISTANCE = 1 << 13;
    private static final int MAX_MATCH = (1 << 8) + (1 << 3);
    /** The first bytes behind a match's third are compared without a look at the longest match. */
    private static final int UNCHECKED = 16;

    private Lzf() {}

    /**
     * Compresses {@code in}.
     *
     * @param limit how many bytes the result may have
     * @return the compressed bytes, or null if they do not fit
     */
    public static byte @Nullable [] compress(byte[] in, int limit) {
        return in.length == 0 || limit <= 0 ? null : new Compressor(in, limit).run();
    }

    /**
     * Decompresses {@code length} bytes from {@code from}.
     *
     * @param size how many bytes come out
     * @throws RdbException if the input is damaged, or if another number of bytes comes out
     */
    public static byte[] decompress(byte[] in, int from, int length, int size) {
        int end = from + length;
        requirePossible(length, size);
        byte[] out = new byte[size];
        int at = from;
        int to = 0;
        while (at < end) {
            int control = in[at++] & 0xff;
            if (control < MAX_LITERALS) {
                int run = control + 1;
                if (run > end - at || run > size - to) {
                    throw RdbException.format("LZF: a literal run leaves the data");
                }
                System.arraycopy(in, at, out, to, run);
                at += run;
                to += run;
                continue;
            }
            int run = control >> 5;
            if (end - at < (run == 7 ? 2 : 1)) {
                throw RdbException.format("LZF: a match is cut off");
            }
            if (run == 7) {
                run += in[at++] & 0xff;
            }
            run += 2;
            int source = to - ((control & 0x1f) << 8) - (in[at++] & 0xff) - 1;
            if (source < 0 || run > size - to) {
                throw RdbException.format("LZF: a match leaves the data");
            }
            // Byte by byte: source and target may overlap, which repeats what lies between them.
            for (int i = 0; i < run; i++) {
                out[to++] = out[source++];
            }
        }
        if (to != size) {
            throw RdbException.format("LZF: the size is wrong");
        }
        return out;
    }

    /**
     * Three bytes make at most 264. To be checked first, so that a small lie cannot ask for a large array.
     *
     * @throws RdbException if {@code length} bytes cannot come to {@code size}
     */
    static void requirePossible(int length, long size) {
        if (size < 0 || size > Math.min(Integer.MAX_VALUE - 8, (length / 3 + 1L) * MAX_MATCH)) {
            throw RdbException.format("LZF: the size is impossible");
        }
    }

    private static final class Compressor {
        private final byte[] in;
        private final int limit;
        private final byte[] out;
        private final int[] lastSeen = new int[1 << HASH_BITS];
        private int at;
        /** Where the next byte goes. The byte before the current literals is kept free for their number. */
        private int to = 1;

        private int literals;

        Compressor(byte[] in, int limit) {
            this.in = in;
            this.limit = limit;
            // A step may write a little beyond the limit before it notices.
            this.out = new byte[Math.min(limit, in.length + in.length / MAX_LITERALS + 1) + 8];
        }

        byte @Nullable [] run() {
            int stop = in.length - 2;
            while (at < stop) {
                int slot = hash(at);
                int candidate = lastSeen[slot];
                lastSeen[slot] = at;
                if (!matches(candidate)) {
                    if (to >= limit) {
                        return null;
                    }
                    literal();
                    continue;
                }
                if (to - (literals == 0 ? 1 : 0) + 4 >= limit) {
                    return null;
                }
                match(candidate);
                if (at >= stop) {
                    break;
                }
                lastSeen[hash(at - 2)] = at - 2;
                lastSeen[hash(at - 1)] = at - 1;
            }
            if (to + 3 > limit) {
                return null;
            }
            while (at < in.length) {
                literal();
            }
            endLiterals();
            return Arrays.copyOf(out, to);
        }

        private boolean matches(int candidate) {
            // Position 0 also stands for "never seen" and is not matched.
            return candidate > 0
                    && at - candidate <= MAX_DISTANCE
                    && in[candidate] == in[at]
                    && in[candidate + 1] == in[at + 1]
                    && in[candidate + 2] == in[at + 2];
        }

        private void match(int candidate) {
            endLiterals();
            int length = matchLength(candidate);
            int distance = at - candidate - 1;
            int coded = length - 2;
            if (coded < 7) {
                out[to++] = (byte) ((distance >> 8) + (coded << 5));
            } else {
                out[to++] = (byte) ((distance >> 8) + (7 << 5));
                out[to++] = (byte) (coded - 7);
            }
            out[to++] = (byte) distance;
            to++;
            at += length;
        }

        private int matchLength(int candidate) {
            int most = Math.min(in.length - at - 2, MAX_MATCH);
            int length = 3;
            if (most > UNCHECKED) {
                while (length < 3 + UNCHECKED) {
                    if (in[candidate + length] != in[at + length]) {
                        return length;
                    }
                    length++;
                }
            }
            while (length < most && in[candidate + length] == in[at + length]) {
                length++;
            }
            return length;
        }

        private void literal() {
            out[to++] = in[at++];
            literals++;
            if (literals == MAX_LITERALS) {
                endLiterals();
                to++;
            }
        }

        /** Writes the number of literals before them, or takes the byte back that was kept for it. */
        private void endLiterals() {
            if (literals == 0) {
                to--;
            } else {
                out[to - literals - 1] = (byte) (literals - 1);
            }
            literals = 0;
        }

        private int hash(int position) {
            int three = (in[position] & 0xff) << 16 | (in[position + 1] & 0xff) << 8 | (in[position + 2] & 0xff);
            return ((three >> (24 - HASH_BITS)) - three * 5) & ((1 << HASH_BITS) - 1);
        }
    }
}
