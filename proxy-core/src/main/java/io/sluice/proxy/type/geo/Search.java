package io.sluice.proxy.type.geo;

import io.sluice.proxy.type.geo.Coverage.ScoreRange;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the members of a sorted set whose positions lie in a shape, cell by cell and by score in each, which is the order
 * of Redis. Reads the ranges of scores that cover the shape, and no others.
 */
public final class Search {
    /** How many members are read at first where a few of any are enough. */
    private static final int FIRST_PAGE = 64;

    /** @param meters how far from the centre of the shape */
    public record Found(byte[] member, Position position, double meters, double score) {}

    private final ZSetValue set;
    private final Shape shape;
    private final List<Found> found = new ArrayList<>();

    private Search(ZSetValue set, Shape shape) {
        this.set = set;
        this.shape = shape;
    }

    /** All that lie in the shape. */
    public static List<Found> all(ZSetValue set, Shape shape) {
        List<ZRange.ByScore> ranges = new ArrayList<>();
        for (ScoreRange range : Coverage.of(shape)) {
            ranges.add(scores(range.from(), range.to()));
        }
        set.prefetchAll(ranges);
        Search search = new Search(set, shape);
        for (ZRange.ByScore range : ranges) {
            set.forEach(range, false, 0, Long.MAX_VALUE, search::look);
        }
        return search.found;
    }

    /** The first of them that are found; reads little more than what it takes to find so many. */
    public static List<Found> any(ZSetValue set, Shape shape, long enough) {
        Search search = new Search(set, shape);
        for (ScoreRange range : Coverage.of(shape)) {
            if (search.found.size() < enough) {
                search.new Pages(range, enough).run();
            }
        }
        return search.found;
    }

    private static ZRange.ByScore scores(double from, double to) {
        return new ZRange.ByScore(from, false, to, true);
    }

    private void look(byte[] array, int offset, int length, double score) {
        Position position = Geohash.position(score);
        double meters = shape.distanceInside(position);
        if (meters != Shape.OUTSIDE) {
            found.add(new Found(Arrays.copyOfRange(array, offset, offset + length), position, meters, score));
        }
    }

    /** Looks through one range by growing pages. */
    private final class Pages {
        private final ScoreRange range;
        private final long enough;
        private double last;
        /** How many members of the last score were seen: the next page begins behind them. */
        private long seen;

        private long shown;

        Pages(ScoreRange range, long enough) {
            this.range = range;
            this.enough = enough;
            this.last = range.from();
        }

        void run() {
            long page = FIRST_PAGE;
            do {
                shown = 0;
                set.forEach(scores(last, range.to()), false, seen, page, this::see);
                page *= 2;
            } while (shown == page / 2 && found.size() < enough);
        }

        private void see(byte[] array, int offset, int length, double score) {
            shown++;
            seen = score == last ? seen + 1 : 1;
            last = score;
            if (found.size() < enough) {
                look(array, offset, length, score);
            }
        }
    }
}
