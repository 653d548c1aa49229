package io.sluice.proxy.type.string;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The longest common subsequence of two strings, as LCS gives it.
 *
 * <p>There may be several of the same length; clients see which one is taken, and where its parts lie, so the walk back
 * through the table prefers what Redis prefers: on a tie it shortens the second string. Redis keeps the whole table of
 * 4-byte lengths. The walk asks a cell only whether the cell above is greater than the cell to the left, so here one bit
 * of each cell is kept, and two rows of lengths: a thirty-second of the memory. The limits on the size of the table are
 * still Redis's, because clients see those too.
 */
public final class Lcs {
    /** Strings of this length or more are refused: positions are 32-bit numbers in Redis. */
    private static final long MAX_LENGTH = (1L << 32) - 2;

    private static final int CELL_BYTES = 4;

    /** Whether two strings may be compared at all. */
    public enum Limit {
        OK,
        /** A string is too long: "String too long for LCS". */
        STRING_TOO_LONG,
        /** "Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len". */
        TOO_MUCH_MEMORY
    }

    /**
     * A run of bytes that the strings have in common; both ends are included.
     *
     * @param startA position of its first byte in the first string
     * @param startB position of its first byte in the second string
     * @param length number of bytes
     */
    public record Match(long startA, long startB, long length) {
        public long endA() {
            return startA + length - 1;
        }

        public long endB() {
            return startB + length - 1;
        }
    }

    /**
     * What the strings have in common.
     *
     * @param subsequence its bytes
     * @param matches where they lie, from the end of the strings to their beginning
     */
    public record Result(byte[] subsequence, List<Match> matches) {
        /** The matches of at least {@code minLength} bytes. */
        public List<Match> matchesOfAtLeast(long minLength) {
            return matches.stream().filter(match -> match.length() >= minLength).toList();
        }
    }

    private Lcs() {}

    /** Checks the lengths of two strings; to be called before the strings are compared. */
    public static Limit check(long lengthA, long lengthB, long maxBulkLength) {
        if (lengthA > MAX_LENGTH - 1 || lengthB > MAX_LENGTH - 1) {
            return Limit.STRING_TOO_LONG;
        }
        long cells = Math.multiplyHigh(lengthA + 1, lengthB + 1) != 0 ? -1 : (lengthA + 1) * (lengthB + 1);
        boolean tooMany = cells < 0 || cells > maxBulkLength / CELL_BYTES;
        return tooMany ? Limit.TOO_MUCH_MEMORY : Limit.OK;
    }

    /** The length of the longest common subsequence. */
    public static int length(byte[] a, byte[] b) {
        return a.length < b.length ? fill(b, a, null) : fill(a, b, null); // rows as long as the shorter one do
    }

    /** The longest common subsequence, and where it lies. */
    public static Result find(byte[] a, byte[] b) {
        BitTable upWins = new BitTable(a.length, b.length);
        byte[] subsequence = new byte[fill(a, b, upWins)];
        List<Match> matches = new ArrayList<>();
        int left = subsequence.length;
        int i = a.length;
        int j = b.length;
        int run = 0;
        while (i > 0 && j > 0) {
            if (a[i - 1] == b[j - 1]) {
                i--;
                j--;
                subsequence[--left] = a[i];
                run++;
                continue;
            }
            if (run > 0) {
                matches.add(new Match(i, j, run));
                run = 0;
            }
            if (upWins.get(i - 1, j - 1)) {
                i--;
            } else {
                j--;
            }
        }
        if (run > 0) {
            matches.add(new Match(i, j, run));
        }
        return new Result(subsequence, matches);
    }

    /** Fills the table row by row, noting the cells whose upper neighbour is greater than the left one. */
    private static int fill(byte[] a, byte[] b, @Nullable BitTable upWins) {
        if (a.length == 0 || b.length == 0) {
            return 0;
        }
        int[] above = new int[b.length + 1];
        int[] row = new int[b.length + 1];
        for (int i = 1; i <= a.length; i++) {
            byte current = a[i - 1];
            for (int j = 1; j <= b.length; j++) {
                if (current == b[j - 1]) {
                    row[j] = above[j - 1] + 1;
                } else if (above[j] > row[j - 1]) {
                    row[j] = above[j];
                    if (upWins != null) {
                        upWins.set(i - 1, j - 1);
                    }
                } else {
                    row[j] = row[j - 1];
                }
            }
            int[] swap = above;
            above = row;
            row = swap;
        }
        return above[b.length];
    }

    /** One bit for each pair of positions; there may be more pairs than an int can count. */
    private static final class BitTable {
        private final long[] words;
        private final long width;

        BitTable(long height, long width) {
            this.width = width;
            this.words = new long[Math.toIntExact((height * width + 63) >> 6)];
        }

        void set(int row, int column) {
            long cell = row * width + column;
            words[(int) (cell >> 6)] |= 1L << cell;
        }

        boolean get(int row, int column) {
            long cell = row * width + column;
            return (words[(int) (cell >> 6)] & 1L << cell) != 0;
        }
    }
}
