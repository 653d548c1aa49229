package io.sluice.proxy.type.geo;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.text.RealRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DistanceTest {

    /** Recorded from redis-server 7.0.15: GEODIST of what GEOADD had stored. */
    @Test
    void agreesWithRedis() {
        Position palermo = stored(13.361389, 38.115556);
        Position catania = stored(15.087269, 37.502669);

        assertThat(Distance.text(Distance.meters(palermo, catania))).isEqualTo(bytes("166274.1516"));
        assertThat(Distance.text(Distance.meters(palermo, catania) / Unit.KM.meters()))
                .isEqualTo(bytes("166.2742"));
        assertThat(Distance.text(Distance.meters(palermo, palermo))).isEqualTo(bytes("0.0000"));
        assertThat(Distance.text(Distance.meters(stored(0, 0), stored(-0.0000001, 0.0000001))))
                .isEqualTo(bytes("0.5967"));
    }

    @Test
    void textHasFourDecimalsRoundedToEven() {
        assertThat(Distance.text(0)).isEqualTo(bytes("0.0000"));
        assertThat(Distance.text(0.00001)).isEqualTo(bytes("0.0000"));
        assertThat(Distance.text(0.00006)).isEqualTo(bytes("0.0001"));
        assertThat(Distance.text(0.775)).isEqualTo(bytes("0.7750"));
        assertThat(Distance.text(-0.01)).isEqualTo(bytes("-0.0100"));
        assertThat(Distance.text(12345.6789)).isEqualTo(bytes("12345.6789"));
        assertThat(Distance.text(0.00025)).isEqualTo(bytes("0.0002"));
        assertThat(Distance.text(Double.NaN)).isEqualTo(bytes("-922337203685477.5808"));
    }

    /** What STOREDIST stores is the distance itself; glibc rounds one sine in a thousand to the other neighbour. */
    @Test
    void agreesWithRedisToTheLastBitBarringGlibcsOwnRounding() throws Exception {
        Random random = new Random(2);
        int pairs = 2_000;
        int different = 0;
        try (RealRedis redis = RealRedis.startOrSkip()) {
            List<byte[][]> commands = new ArrayList<>();
            List<Double> ours = new ArrayList<>();
            for (int i = 0; i < pairs; i++) {
                Position a = random(random);
                Position b = random(random);
                ours.add(Distance.meters(stored(a.longitude(), a.latitude()), stored(b.longitude(), b.latitude())));
                commands.add(GeohashTest.command(
                        "GEOADD", "g", a.longitude(), a.latitude(), "a", b.longitude(), b.latitude(), "b"));
                commands.add(GeohashTest.command("GEODIST", "g", "a", "b"));
                commands.add(GeohashTest.command("GEORADIUSBYMEMBER", "g", "a", 30_000, "km", "STOREDIST", "d"));
                commands.add(GeohashTest.command("GEORADIUSBYMEMBER", "g", "a", 30_000_000, "m", "STOREDIST", "d"));
                commands.add(GeohashTest.command("ZSCORE", "d", "b"));
            }
            List<Object> replies = redis.callAll(commands);
            for (int i = 0; i < pairs; i++) {
                assertThat(Distance.text(ours.get(i))).isEqualTo((byte[]) replies.get(5 * i + 1));
                double theirs = Double.parseDouble(RealRedis.text(replies.get(5 * i + 4)));
                assertThat(Math.abs(theirs - ours.get(i))).isLessThanOrEqualTo(4 * Math.ulp(theirs));
                different += theirs == ours.get(i) ? 0 : 1;
            }
        }
        assertThat(different).isLessThan(pairs / 50);
    }

    static Position random(Random random) {
        return new Position((random.nextDouble() - 0.5) * 360, (random.nextDouble() - 0.5) * 2 * 85.05);
    }

    static Position stored(double longitude, double latitude) {
        return Geohash.position(Geohash.score(new Position(longitude, latitude)));
    }
}
