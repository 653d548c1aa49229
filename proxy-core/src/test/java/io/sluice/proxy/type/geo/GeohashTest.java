package io.sluice.proxy.type.geo;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.text.LongDouble;
import io.sluice.proxy.text.RealRedis;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeohashTest {
    /** Far below the size of a cell: an offset on the map is rounded before its cell is chosen. */
    private static final double ROUNDING = 1e-12;

    /** Recorded from redis-server 7.0.15: GEOADD, ZSCORE, GEOHASH, GEOPOS. */
    @ParameterizedTest
    @CsvSource({
        "13.361389, 38.115556, 3479099956230698, sqc8b49rny0, 13.36138933897018433, 38.11555639549629859",
        "15.087269, 37.502669, 3479447370796909, sqdtr74hyu0, 15.08726745843887329, 37.50266842333162032",
        "0, 0, 3377699720527872, s0000000000, 0.00000268220901489, 0.00000126736058093",
        "-0.0000001, 0.0000001, 1876499844737706, ebpbpbpbpb0, -0.00000268220901489, 0.00000126736058093",
        "179.9999999, 45.123456, 4410140848548846, zbpbxyrzpy0, 179.99999731779098511, 45.12345713743258102",
        "-180, -85.05112878, 0, 00bh0hbj200, -179.99999731779098511, -85.05112751263942528",
        "180, -85.05112878, 9007199254740992, 00bh0hbj200, 180, -85.05112751263942528",
        "-180, 85.05112878, 4503599627370496, bp05b5048p0, -179.99999731779098511, 85.0511287799999991",
        "180, 85.05112878, 13510798882111488, bp05b5048p0, 180, 85.0511287799999991",
    })
    void agreesWithRedis(
            double longitude, double latitude, long number, String text, String shownLongitude, String shownLatitude) {
        double score = Geohash.score(new Position(longitude, latitude));

        assertThat(Geohash.number(score)).isEqualTo(number);
        assertThat(shown(Geohash.position(score))).containsExactly(shownLongitude, shownLatitude);
        assertThat(Geohash.text(score)).isEqualTo(bytes(text));
    }

    /** Recorded from redis-server 7.0.15: ZADD, GEOHASH, GEOPOS. */
    @ParameterizedTest
    @CsvSource({
        "-1, bp05b5048p0, 180, 85.0511287799999991",
        "-5.7, bp05b5048p0, 180, 85.0511287799999991",
        "1e300, 00bh0hbj200, -179.99999731779098511, -85.05112751263942528",
        "Infinity, 00bh0hbj200, -179.99999731779098511, -85.05112751263942528",
        "-Infinity, 00bh0hbj200, 180, -85.05112751263942528",
        "9007199254740993, 00bh0hbj200, 180, -85.05112751263942528",
        "9223372036854775807, 00bh0hbj200, 180, -85.05112751263942528",
        "18446744073709551615, 00bh0hbj200, -179.99999731779098511, -85.05112751263942528",
        "1.5, 00bh0hbj210, -179.99999731779098511, -85.05112497791824921",
        "-9223372036854775808, 00bh0hbj200, 180, -85.05112751263942528",
        "1e19, bp05b5048p0, 180, 85.0511287799999991",
    })
    void scoresThatNoPositionHasReadAsRedisReadsThem(
            double score, String text, String shownLongitude, String shownLatitude) {
        assertThat(Geohash.text(score)).isEqualTo(bytes(text));
        assertThat(shown(Geohash.position(score))).containsExactly(shownLongitude, shownLatitude);
    }

    @Test
    void agreesWithRedisOnRandomPositions() throws Exception {
        Random random = new Random(1);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            List<byte[][]> commands = new ArrayList<>();
            List<Position> positions = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                Position position =
                        new Position((random.nextDouble() - 0.5) * 360, (random.nextDouble() - 0.5) * 2 * 85.05112878);
                positions.add(position);
                commands.add(command("GEOADD", "g", position.longitude(), position.latitude(), "m"));
                commands.add(command("ZSCORE", "g", "m"));
                commands.add(command("GEOHASH", "g", "m"));
                commands.add(command("GEOPOS", "g", "m"));
            }
            List<Object> replies = redis.callAll(commands);
            for (int i = 0; i < positions.size(); i++) {
                double score = Geohash.score(positions.get(i));
                assertThat(Long.toString(Geohash.number(score))).isEqualTo(RealRedis.text(replies.get(4 * i + 1)));
                assertThat(Geohash.text(score)).isEqualTo((byte[]) ((List<?>) replies.get(4 * i + 2)).get(0));
                List<?> position = (List<?>) ((List<?>) replies.get(4 * i + 3)).get(0);
                assertThat(shown(Geohash.position(score)))
                        .containsExactly(RealRedis.text(position.get(0)), RealRedis.text(position.get(1)));
            }
        }
    }

    @Property
    void aPositionIsInItsCellAndTheScoreOfItsMiddleIsItsOwn(
            @ForAll @Scale(15) @DoubleRange(min = -179.9999, max = 179.9999) double longitude,
            @ForAll @Scale(15) @DoubleRange(min = -85, max = 85) double latitude) {
        Position position = new Position(longitude, latitude);
        Cell.Area area = Cell.of(position, Cell.FINEST).area();

        assertThat(longitude).isBetween(area.minLongitude() - ROUNDING, area.maxLongitude() + ROUNDING);
        assertThat(latitude).isBetween(area.minLatitude() - ROUNDING, area.maxLatitude() + ROUNDING);
        double score = Geohash.score(position);
        assertThat(Geohash.score(Geohash.position(score))).isEqualTo(score);
    }

    static byte[][] command(Object... words) {
        byte[][] command = new byte[words.length][];
        for (int i = 0; i < words.length; i++) {
            command[i] = bytes(String.valueOf(words[i]));
        }
        return command;
    }

    private static List<String> shown(Position position) {
        return List.of(
                new String(LongDouble.of(position.longitude()).toBytes(), StandardCharsets.US_ASCII),
                new String(LongDouble.of(position.latitude()).toBytes(), StandardCharsets.US_ASCII));
    }
}
