package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.geo.Coverage;
import io.sluice.proxy.type.geo.Geohash;
import io.sluice.proxy.type.geo.Position;
import io.sluice.proxy.type.geo.Shape;
import io.sluice.proxy.type.geo.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches in a large set find what they should, and read the rows of the cells that they look into, and no others. */
class GeoSearchTest {
    private static final int MEMBERS = 20_000;

    private final FamilyRunner runner = new FamilyRunner(40, ZSetCommands::rows, GeoCommands::rows);
    private final Map<String, Double> scores = new TreeMap<>();

    @BeforeEach
    void fill() {
        runner.packedMaxBytes(200);
        Random random = new Random(1);
        List<Object> request = new ArrayList<>(List.of("ZADD", "k"));
        for (int i = 0; i < MEMBERS; i++) {
            double score = Geohash.score(new Position(random.nextDouble(-180, 180), random.nextDouble(-70, 70)));
            scores.put("m" + i, score);
            request.add((long) score);
            request.add("m" + i);
        }
        runner.run(request.toArray());
    }

    @ParameterizedTest
    @CsvSource({"2.35,48.85,100", "2.35,48.85,1000", "-179.9,-10,300", "0,0,0.1", "100,60,800", "-70,-45,20"})
    void readsTheCellsThatItLooksInto(double longitude, double latitude, double kilometers) {
        Shape circle = new Shape.Circle(new Position(longitude, latitude), kilometers, Unit.KM);
        check(circle, "BYRADIUS", kilometers, "km");
        check(
                new Shape.Box(circle.centre(), kilometers, 3 * kilometers, Unit.KM),
                "BYBOX",
                kilometers,
                3 * kilometers,
                "km");
    }

    private void check(Shape shape, Object... size) {
        List<Object> request = new ArrayList<>(List.of("GEOSEARCH", "k", "FROMLONLAT"));
        request.addAll(List.of(shape.centre().longitude(), shape.centre().latitude()));
        request.addAll(List.of(size));
        TreeSet<String> found = new TreeSet<>();
        members(request.toArray()).forEach(found::add);
        int read = runner.context.rowsRead;
        TreeSet<String> inside = new TreeSet<>();
        long covered = 0;
        for (Map.Entry<String, Double> each : scores.entrySet()) {
            if (shape.distanceInside(Geohash.position(each.getValue())) != Shape.OUTSIDE) {
                inside.add(each.getKey());
            }
            for (Coverage.ScoreRange range : Coverage.of(shape)) {
                covered += each.getValue() >= range.from() && each.getValue() < range.to() ? 1 : 0;
            }
        }
        assertThat(found).isEqualTo(inside);
        assertThat((long) read).isEqualTo(covered);
        assertThat(covered).isLessThan(MEMBERS);
    }

    @Test
    void aFewOfAnyReadAFew() {
        List<String> all = members("GEOSEARCH", "k", "FROMLONLAT", 10, 10, "BYRADIUS", 15_000, "km");
        assertThat(runner.context.rowsRead).isGreaterThan(MEMBERS / 2);
        for (int count : new int[] {1, 3, 63, 64, 65, 500}) {
            assertThat(members("GEOSEARCH", "k", "FROMLONLAT", 10, 10, "BYRADIUS", 15_000, "km", "COUNT", count, "ANY"))
                    .isEqualTo(all.subList(0, count));
            assertThat(runner.context.rowsRead).isLessThan(200 + 4 * count);
        }
    }

    @Test
    void manyAtOnePlace() {
        List<Object> request = new ArrayList<>(List.of("GEOADD", "place"));
        for (int i = 0; i < 1000; i++) {
            request.addAll(List.of(1, 1, "m" + i));
        }
        runner.run(request.toArray());
        List<String> all = members("GEOSEARCH", "place", "FROMMEMBER", "m0", "BYRADIUS", 1, "m");
        assertThat(all).hasSize(1000);
        for (int count : new int[] {1, 64, 65, 200, 999, 1000, 1001}) {
            assertThat(members("GEOSEARCH", "place", "FROMMEMBER", "m0", "BYRADIUS", 1, "m", "COUNT", count, "ANY"))
                    .isEqualTo(all.subList(0, Math.min(1000, count)));
        }
    }

    private List<String> members(Object... request) {
        return ((Reply.Aggregate) runner.reply(request))
                .elements().stream().map(FamilyRunner::show).toList();
    }
}
