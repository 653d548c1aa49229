package io.sluice.proxy.type.geo;

import java.util.ArrayList;
import java.util.List;

/**
 * The cells that a search has to look into: the one of its centre, as large as the search, and those of the eight around it
 * that the search reaches. Which cells, and in which order, decides in which order results are found, and so it is Redis's.
 */
public final class Coverage {
    /** Half of the equator on the map, in meters. */
    private static final double HALF_EQUATOR = 20037726.37;

    /** North, south, east, west, and the corners, as pairs of steps to the east and to the north. */
    private static final int[][] NEIGHBOURS = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

    private final Shape shape;

    private Coverage(Shape shape) {
        this.shape = shape;
    }

    /** Scores from the one to the other, which is excluded. */
    public record ScoreRange(double from, double to) {}

    /** The ranges of scores that hold what is in the shape, and more. */
    public static List<ScoreRange> of(Shape shape) {
        List<Cell> cells = new Coverage(shape).cells();
        List<ScoreRange> ranges = new ArrayList<>(cells.size());
        for (Cell cell : cells) {
            ranges.add(new ScoreRange(cell.first(), cell.end()));
        }
        return ranges;
    }

    private List<Cell> cells() {
        Cell.Area bounds = bounds();
        int step = step(shape.radiusMeters(), shape.centre().latitude());
        Cell centre = Cell.of(shape.centre(), step);
        if (step > 1 && reachesBeyondNeighbours(centre, bounds)) {
            centre = Cell.of(shape.centre(), step - 1);
        }
        List<Cell> cells = new ArrayList<>(9);
        cells.add(centre);
        // On a coarse grid neighbours are the same cells; the one looked into last is not looked into again.
        Cell last = null;
        for (int[] direction : NEIGHBOURS) {
            if (isReached(centre, direction[0], direction[1], bounds)) {
                Cell next = centre.neighbour(direction[0], direction[1]);
                if (!next.equals(last)) {
                    cells.add(next);
                    last = next;
                }
            }
        }
        return cells;
    }

    /** The shape's bounding box. Meridians come together towards the poles, so its width is that at its outer side. */
    private Cell.Area bounds() {
        double meters = shape.unit().meters();
        double longitude = shape.centre().longitude();
        double latitude = shape.centre().latitude();
        double height = meters * shape.halfHeight();
        double width = meters * shape.halfWidth();
        double north = Distance.degrees(height / Distance.EARTH_RADIUS_METERS);
        double outer = latitude < 0 ? latitude - north : latitude + north;
        double east =
                Distance.degrees(width / Distance.EARTH_RADIUS_METERS / Trigonometry.cos(Distance.radians(outer)));
        return new Cell.Area(longitude - east, longitude + east, latitude - north, latitude + north);
    }

    /** How fine a grid may be so that a cell and its neighbours cover what is at most this far away. */
    private static int step(double meters, double latitude) {
        if (meters == 0) {
            return Cell.FINEST;
        }
        int step = 1;
        for (double reach = meters; reach < HALF_EQUATOR; reach *= 2) {
            step++;
        }
        step -= 2;
        if (latitude > 66 || latitude < -66) {
            step--;
            if (latitude > 80 || latitude < -80) {
                step--;
            }
        }
        return Math.max(1, Math.min(Cell.FINEST, step));
    }

    private static boolean reachesBeyondNeighbours(Cell centre, Cell.Area bounds) {
        return centre.neighbour(0, 1).area().maxLatitude() < bounds.maxLatitude()
                || centre.neighbour(0, -1).area().minLatitude() > bounds.minLatitude()
                || centre.neighbour(1, 0).area().maxLongitude() < bounds.maxLongitude()
                || centre.neighbour(-1, 0).area().minLongitude() > bounds.minLongitude();
    }

    private static boolean isReached(Cell centre, int east, int north, Cell.Area bounds) {
        if (centre.step() < 2) {
            return true;
        }
        Cell.Area inner = centre.area();
        boolean southIsInside = inner.minLatitude() < bounds.minLatitude();
        boolean northIsInside = inner.maxLatitude() > bounds.maxLatitude();
        boolean westIsInside = inner.minLongitude() < bounds.minLongitude();
        boolean eastIsInside = inner.maxLongitude() > bounds.maxLongitude();
        return !(north < 0 && southIsInside)
                && !(north > 0 && northIsInside)
                && !(east < 0 && westIsInside)
                && !(east > 0 && eastIsInside);
    }
}
