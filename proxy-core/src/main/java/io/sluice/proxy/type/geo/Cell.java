package io.sluice.proxy.type.geo;

/**
 * A cell of the map, halved {@code step} times in each direction. Its bits are those of the column and of the row, one of
 * each in turn, the column's first; so the cells inside a cell are those whose bits begin with its own.
 *
 * @param bits {@code 2 * step} of them, and one more at the upper edge of the map
 */
record Cell(long bits, int step) {
    /** The smallest cells: 52 bits, which a double holds exactly. */
    static final int FINEST = 26;

    private static final long COLUMN_BITS = 0xaaaaaaaaaaaaaaaaL;
    private static final long ROW_BITS = 0x5555555555555555L;

    /** What the map covers. */
    private static final Area MAP =
            new Area(Position.MIN_LONGITUDE, Position.MAX_LONGITUDE, Position.MIN_LATITUDE, Position.MAX_LATITUDE);

    /** A rectangle in degrees. */
    record Area(double minLongitude, double maxLongitude, double minLatitude, double maxLatitude) {
        Position centre() {
            return new Position((minLongitude + maxLongitude) / 2, (minLatitude + maxLatitude) / 2);
        }
    }

    /** The cell of this size that the position, which is on the map, lies in. */
    static Cell of(Position position, int step) {
        return of(position, step, MAP);
    }

    /** As above, on a map that covers another area. */
    static Cell of(Position position, int step, Area map) {
        double row = (position.latitude() - map.minLatitude) / (map.maxLatitude - map.minLatitude);
        double column = (position.longitude() - map.minLongitude) / (map.maxLongitude - map.minLongitude);
        double cells = 1L << step;
        return new Cell(spread((long) (row * cells)) | spread((long) (column * cells)) << 1, step);
    }

    /** What it covers. Bits that no position has lead outside of the map. */
    Area area() {
        double cells = 1L << step;
        double width = MAP.maxLongitude - MAP.minLongitude;
        double height = MAP.maxLatitude - MAP.minLatitude;
        long row = gather(bits);
        long column = gather(bits >>> 1);
        return new Area(
                MAP.minLongitude + (column / cells) * width,
                MAP.minLongitude + (next(column) / cells) * width,
                MAP.minLatitude + (row / cells) * height,
                MAP.minLatitude + (next(row) / cells) * height);
    }

    /** Rows and columns are numbers of 32 bits in Redis, also where they are beyond the map. */
    private static long next(long number) {
        return (number + 1) & 0xffffffffL;
    }

    /** The cell so many columns to the east, and rows to the north; each 1, 0 or -1. At an edge it comes back at the other. */
    Cell neighbour(int east, int north) {
        return new Cell(moved(COLUMN_BITS, ROW_BITS, east) | moved(ROW_BITS, COLUMN_BITS, north), step);
    }

    /** Adds to the number whose bits these are, with a carry through the bits of the other. */
    private long moved(long own, long other, int by) {
        int unused = 64 - step * 2;
        long others = other >>> unused;
        long number = bits & own;
        if (by > 0) {
            number += others + 1;
        } else if (by < 0) {
            number = (number | others) - (others + 1);
        } else {
            return number;
        }
        return number & (own >>> unused);
    }

    /** The first of the finest cells in it. */
    long first() {
        return bits << (FINEST - step) * 2;
    }

    /** The first of the finest cells behind it. */
    long end() {
        return (bits + 1) << (FINEST - step) * 2;
    }

    /** Puts a zero before each of the lower 32 bits. */
    private static long spread(long number) {
        long x = number & 0xffffffffL;
        x = (x | x << 16) & 0x0000FFFF0000FFFFL;
        x = (x | x << 8) & 0x00FF00FF00FF00FFL;
        x = (x | x << 4) & 0x0F0F0F0F0F0F0F0FL;
        x = (x | x << 2) & 0x3333333333333333L;
        return (x | x << 1) & ROW_BITS;
    }

    /** Takes every second bit, from the lowest on. */
    private static long gather(long number) {
        long x = number & ROW_BITS;
        x = (x | x >>> 1) & 0x3333333333333333L;
        x = (x | x >>> 2) & 0x0F0F0F0F0F0F0F0FL;
        x = (x | x >>> 4) & 0x00FF00FF00FF00FFL;
        x = (x | x >>> 8) & 0x0000FFFF0000FFFFL;
        return (x | x >>> 16) & 0xffffffffL;
    }
}
