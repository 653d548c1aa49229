package io.sluice.proxy.type.geo;

import io.sluice.proxy.text.Numbers;
import java.nio.charset.StandardCharsets;

/** Distances on a sphere, with Redis's radius and in Redis's order of operations: what it stores is compared to the last bit. */
public final class Distance {
    static final double EARTH_RADIUS_METERS = 6372797.560856;
    private static final double RADIANS = Math.PI / 180.0;

    private static final double SHOWN_PARTS = 10_000;

    private Distance() {}

    /** The length of the great circle between two positions. */
    public static double meters(Position a, Position b) {
        double v = Trigonometry.sin((radians(b.longitude()) - radians(a.longitude())) / 2);
        if (v == 0.0) {
            return metersNorthSouth(a.latitude(), b.latitude());
        }
        double latitudeA = radians(a.latitude());
        double latitudeB = radians(b.latitude());
        double u = Trigonometry.sin((latitudeB - latitudeA) / 2);
        double h = u * u + Trigonometry.cos(latitudeA) * Trigonometry.cos(latitudeB) * v * v;
        return 2.0 * EARTH_RADIUS_METERS * Trigonometry.asin(Math.sqrt(h));
    }

    /** The distance between two latitudes, along a meridian. */
    static double metersNorthSouth(double latitudeA, double latitudeB) {
        return EARTH_RADIUS_METERS * Math.abs(radians(latitudeB) - radians(latitudeA));
    }

    static double radians(double degrees) {
        return degrees * RADIANS;
    }

    static double degrees(double radians) {
        return radians / RADIANS;
    }

    /** A distance, in any unit, as replies show it: with four decimals. */
    public static byte[] text(double distance) {
        long parts = distance == 0 ? 0 : Geohash.number(Math.rint(distance * SHOWN_PARTS));
        StringBuilder text =
                new StringBuilder(24).append(new String(Numbers.toBytes(parts), StandardCharsets.US_ASCII));
        int sign = parts < 0 ? 1 : 0;
        while (text.length() < sign + 5) {
            text.insert(sign, '0');
        }
        return text.insert(text.length() - 4, '.').toString().getBytes(StandardCharsets.US_ASCII);
    }
}
