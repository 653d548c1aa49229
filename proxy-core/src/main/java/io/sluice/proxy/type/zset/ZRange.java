package io.sluice.proxy.type.zset;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which members of a sorted set are meant: by rank, by score, or by name among members of one score. */
public sealed interface ZRange {

    /** All members. */
    ZRange ALL = new ByRank(0, -1);

    /**
     * Members by rank, the lowest being 0; negative ranks count from the highest.
     *
     * @param start the first, inclusive
     * @param stop the last, inclusive
     */
    record ByRank(long start, long stop) implements ZRange {
        /** The first rank meant in a set of this size. */
        long from(long size) {
            return Math.max(0, start < 0 ? size + start : start);
        }

        /** The rank behind the last one meant in a set of this size; not above {@link #from} when none is. */
        long to(long size) {
            return Math.min(size, (stop < 0 ? size + stop : stop) + (stop == Long.MAX_VALUE ? 0 : 1));
        }

        /** The same members with ranks that count from the other end. */
        ByRank reversed() {
            return new ByRank(mirrored(stop), mirrored(start));
        }

        private static long mirrored(long rank) {
            return -1 - rank;
        }
    }

    /** Members by score. */
    record ByScore(double min, boolean minExclusive, double max, boolean maxExclusive) implements ZRange {
        boolean isAboveMin(double score) {
            return minExclusive ? score > min : score >= min;
        }

        boolean isBelowMax(double score) {
            return maxExclusive ? score < max : score <= max;
        }
    }

    /** Members by name; means something only where all have the same score. */
    record ByLex(Bound min, Bound max) implements ZRange {
        boolean isAboveMin(byte[] array, int offset, int length) {
            int order = min.compareTo(array, offset, length);
            return order < 0 || (order == 0 && !min.exclusive());
        }

        boolean isBelowMax(byte[] array, int offset, int length) {
            int order = max.compareTo(array, offset, length);
            return order > 0 || (order == 0 && !max.exclusive());
        }

        /** Whether no name can lie within. */
        boolean isEmpty() {
            byte[] highest = max.name();
            if (highest == null || min.name() == null) {
                return max.edge() < 0 || min.edge() > 0 || (min.edge() == max.edge() && min.edge() != 0);
            }
            int order = min.compareTo(highest, 0, highest.length);
            return order > 0 || (order == 0 && (min.exclusive() || max.exclusive()));
        }
    }

    /**
     * One end of a range of names.
     *
     * @param name where it lies; null for one of the two edges
     * @param edge -1 before all names, 1 behind all names, 0 at the name
     */
    record Bound(byte @Nullable [] name, boolean exclusive, int edge) {
        /** Before all names. */
        public static final Bound LOWEST = new Bound(null, true, -1);
        /** Behind all names. */
        public static final Bound HIGHEST = new Bound(null, true, 1);

        public static Bound at(byte[] name, boolean exclusive) {
            return new Bound(name, exclusive, 0);
        }

        /** Where this lies beside a name: negative before it, positive behind it. */
        int compareTo(byte[] array, int offset, int length) {
            byte[] own = name;
            return own == null ? edge : Arrays.compareUnsigned(own, 0, own.length, array, offset, offset + length);
        }
    }
}
