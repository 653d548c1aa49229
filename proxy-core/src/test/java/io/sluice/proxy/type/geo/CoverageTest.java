package io.sluice.proxy.type.geo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.text.RealRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class CoverageTest {
    private static final int MEMBERS = 2_000;

    /** What a search finds, in the order of finding, is what redis-server answers to a search without an order. */
    @Test
    void findsWhatRedisFindsInItsOrder() throws Exception {
        Random random = new Random(3);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            TreeMap<Double, List<String>> members = fill(redis, random);
            for (int i = 0; i < 1_500; i++) {
                Shape shape = shape(random);
                Object theirs = redis.call(search(shape));
                assertThat(found(members, shape))
                        .as(shape.toString())
                        .isEqualTo(
                                ((List<?>) theirs).stream().map(RealRedis::text).toList());
            }
        }
    }

    private static TreeMap<Double, List<String>> fill(RealRedis redis, Random random) {
        TreeMap<Double, List<String>> members = new TreeMap<>();
        List<byte[][]> commands = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            Position position = DistanceTest.random(random);
            String name = String.format("m%05d", i);
            commands.add(GeohashTest.command("GEOADD", "g", position.longitude(), position.latitude(), name));
            members.computeIfAbsent(Geohash.score(position), score -> new ArrayList<>())
                    .add(name);
        }
        redis.callAll(commands);
        return members;
    }

    private static List<String> found(TreeMap<Double, List<String>> members, Shape shape) {
        List<String> found = new ArrayList<>();
        for (Coverage.ScoreRange range : Coverage.of(shape)) {
            for (Map.Entry<Double, List<String>> member :
                    members.subMap(range.from(), range.to()).entrySet()) {
                if (shape.distanceInside(Geohash.position(member.getKey())) != Shape.OUTSIDE) {
                    found.addAll(member.getValue());
                }
            }
        }
        return found;
    }

    /** From a few meters to more than the earth. */
    private static Shape shape(Random random) {
        Position centre = DistanceTest.random(random);
        Unit unit = Unit.values()[random.nextInt(Unit.values().length)];
        if (random.nextBoolean()) {
            return new Shape.Circle(centre, length(random), unit);
        }
        return new Shape.Box(centre, length(random), length(random), unit);
    }

    private static double length(Random random) {
        return random.nextInt(40) == 0 ? 0 : Math.pow(10, random.nextDouble() * 7.7) / 3;
    }

    private static byte[][] search(Shape shape) {
        List<Object> words = new ArrayList<>(List.of(
                "GEOSEARCH",
                "g",
                "FROMLONLAT",
                shape.centre().longitude(),
                shape.centre().latitude()));
        if (shape instanceof Shape.Circle circle) {
            words.addAll(List.of("BYRADIUS", circle.radius()));
        } else if (shape instanceof Shape.Box box) {
            words.addAll(List.of("BYBOX", box.width(), box.height()));
        }
        words.add(shape.unit());
        return GeohashTest.command(words.toArray());
    }

    /** Where the map is not distorted much, and the search is not wider than what the cells can reach. */
    @Property
    void whatIsInTheShapeIsInItsRanges(
            @ForAll @Scale(15) @DoubleRange(min = -170, max = 170) double longitude,
            @ForAll @Scale(15) @DoubleRange(min = -60, max = 60) double latitude,
            @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double east,
            @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double north,
            @ForAll @IntRange(min = 1, max = 500_000) int meters,
            @ForAll boolean isBox) {
        Position centre = new Position(longitude, latitude);
        double degrees = Distance.degrees(meters / Distance.EARTH_RADIUS_METERS);
        Position point = new Position(
                longitude + (east * 2 - 1) * degrees / Math.cos(Distance.radians(latitude)),
                latitude + (north * 2 - 1) * degrees);
        Shape shape = isBox
                ? new Shape.Box(centre, 2.0 * meters, 2.0 * meters, Unit.M)
                : new Shape.Circle(centre, meters, Unit.M);
        double score = Geohash.score(point);

        if (shape.distanceInside(Geohash.position(score)) != Shape.OUTSIDE) {
            assertThat(Coverage.of(shape)).anyMatch(range -> range.from() <= score && score < range.to());
        }
    }

    @Property
    void noRangeIsReadTwiceUnlessTheGridIsCoarse(
            @ForAll @Scale(15) @DoubleRange(min = -180, max = 180) double longitude,
            @ForAll @Scale(15) @DoubleRange(min = -85, max = 85) double latitude,
            @ForAll @IntRange(min = 0, max = 1_000_000) int meters) {
        List<Coverage.ScoreRange> ranges =
                Coverage.of(new Shape.Circle(new Position(longitude, latitude), meters, Unit.M));

        assertThat(ranges).doesNotHaveDuplicates().hasSizeBetween(1, 9);
    }
}
