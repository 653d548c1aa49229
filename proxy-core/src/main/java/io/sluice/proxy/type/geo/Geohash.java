package io.sluice.proxy.type.geo;

import java.nio.charset.StandardCharsets;

/**
 * Positions as scores of a sorted set, and back: the score is the number of the smallest cell of the map that the position
 * lies in, of 52 bits, and stands for the middle of that cell. Bit for bit Redis's.
 */
public final class Geohash {
    private static final byte[] ALPHABET = "0123456789bcdefghjkmnpqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);
    /** The standard's geohash covers the earth up to the poles. */
    private static final Cell.Area EARTH = new Cell.Area(-180, 180, -90, 90);

    private static final int TEXT_LENGTH = 11;
    private static final double TWO_TO_63 = 0x1p63;

    private Geohash() {}

    /** The score of a position, which is {@linkplain Position#isOnTheMap on the map}. */
    public static double score(Position position) {
        return Cell.of(position, Cell.FINEST).first();
    }

    /** The position that a score stands for. A score that no position has stands for one at the edge of the map. */
    public static Position position(double score) {
        Position centre = new Cell(unsigned(score), Cell.FINEST).area().centre();
        return new Position(
                clamp(centre.longitude(), Position.MIN_LONGITUDE, Position.MAX_LONGITUDE),
                clamp(centre.latitude(), Position.MIN_LATITUDE, Position.MAX_LATITUDE));
    }

    /** The score as the number that it is taken for, as replies show it. */
    public static long number(double score) {
        return score >= TWO_TO_63 || Double.isNaN(score) ? Long.MIN_VALUE : (long) score;
    }

    /** The standard geohash of the position that a score stands for: eleven characters, the last of which is always 0. */
    public static byte[] text(double score) {
        long bits = Cell.of(position(score), Cell.FINEST, EARTH).bits();
        byte[] text = new byte[TEXT_LENGTH];
        for (int i = 0; i < TEXT_LENGTH; i++) {
            // 52 bits are ten characters and a rest, which is not shown.
            int shift = 52 - (i + 1) * 5;
            text[i] = ALPHABET[shift < 0 ? 0 : (int) (bits >>> shift) & 0x1f];
        }
        return text;
    }

    private static double clamp(double value, double min, double max) {
        return value > max ? max : value < min ? min : value;
    }

    /** C's conversion to an unsigned number, as compilers for amd64 do it also where C leaves it open. */
    private static long unsigned(double score) {
        return score >= TWO_TO_63 ? number(score - TWO_TO_63) ^ Long.MIN_VALUE : number(score);
    }
}
