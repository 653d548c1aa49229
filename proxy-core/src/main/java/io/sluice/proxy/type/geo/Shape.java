package io.sluice.proxy.type.geo;

/**
 * Where a search looks: a circle or a box around a position.
 *
 * <p>Lengths are kept in the unit that they were given in, because Redis multiplies at the last moment, and that decides
 * how results are rounded.
 */
public sealed interface Shape {

    Position centre();

    Unit unit();

    /**
     * The distance of a position from the centre, in meters.
     *
     * @return {@link #OUTSIDE} if the position is not in the shape
     */
    double distanceInside(Position position);

    /** Half of the width and of the height of the bounding box. */
    double halfWidth();

    double halfHeight();

    /** How far the farthest point is, in meters. */
    double radiusMeters();

    /** No distance: NaN is one, where rounding led beyond the other side of the earth. */
    double OUTSIDE = -1;

    /** All that is at most so far away. */
    record Circle(Position centre, double radius, Unit unit) implements Shape {
        @Override
        public double distanceInside(Position position) {
            double distance = Distance.meters(centre, position);
            return distance > radius * unit.meters() ? OUTSIDE : distance;
        }

        @Override
        public double halfWidth() {
            return radius;
        }

        @Override
        public double halfHeight() {
            return radius;
        }

        @Override
        public double radiusMeters() {
            return radius * unit.meters();
        }
    }

    /** All that is at most half the height to the north or south, and half the width to the east or west. */
    record Box(Position centre, double width, double height, Unit unit) implements Shape {
        @Override
        public double distanceInside(Position position) {
            double north = Distance.metersNorthSouth(position.latitude(), centre.latitude());
            if (north > height * unit.meters() / 2) {
                return OUTSIDE;
            }
            double east = Distance.meters(position, new Position(centre.longitude(), position.latitude()));
            if (east > width * unit.meters() / 2) {
                return OUTSIDE;
            }
            return Distance.meters(centre, position);
        }

        @Override
        public double halfWidth() {
            return width / 2;
        }

        @Override
        public double halfHeight() {
            return height / 2;
        }

        @Override
        public double radiusMeters() {
            return Math.sqrt((width / 2) * (width / 2) + (height / 2) * (height / 2)) * unit.meters();
        }
    }
}
