package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.proxy.engine.BudgetsTest.Counted;
import io.sluice.proxy.type.geo.Geohash;
import io.sluice.proxy.type.geo.Position;
import io.sluice.proxy.type.geo.Search;
import io.sluice.proxy.type.geo.Shape;
import io.sluice.proxy.type.geo.Unit;
import io.sluice.proxy.type.zset.MemberVisitor;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetAlgebra;
import io.sluice.proxy.type.zset.ZSetAlgebra.Aggregate;
import io.sluice.proxy.type.zset.ZSetAlgebra.Input;
import io.sluice.proxy.type.zset.ZSetUpdate;
import io.sluice.proxy.type.zset.ZSetUpdate.Rules;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Round trips of the commands on sorted sets and positions, in the header row and in rows. */
class ZSetBudgetsTest {
    private static final int SMALL = 20;
    private static final int LARGE = 2000;
    private static final MemberVisitor NOBODY = (array, offset, length, score) -> {};

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aSmallSet(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            fill(rig, "z", SMALL, i -> i);
            rig.chill("z");
            Probe probe = new Probe(t);
            probe.reads("ZCARD", 1, 0, ZSetValue::size);
            probe.reads("ZSCORE", 1, 0, set -> set.score(name(1)));
            probe.reads("ZMSCORE", 1, 0, set -> set.scores(names(3)));
            probe.reads("ZRANK", 1, 0, set -> set.rank(name(7)));
            probe.reads("ZCOUNT", 1, 0, set -> set.count(scores(3, 12)));
            probe.reads("ZRANGE", 1, 0, set -> shown(set, ZRange.ALL, 0, SMALL));
            probe.reads("ZRANGEBYSCORE", 1, 0, set -> shown(set, scores(3, 12), 0, 100));
            probe.reads("ZSCAN", 1, 0, set -> set.scan(0, 10, NOBODY));
            probe.reads("ZRANDMEMBER", 1, 0, ZSetBudgetsTest::drawn);
            probe.changes("ZADD", 1, 0, set -> increment(set, 5, 6, 7));
            probe.changes("ZADD of new members", 1, 0, set -> add(set, 100 + (int) set.size(), 2, i -> i));
            probe.changes("ZREM", 1, 0, set -> remove(set, lowest(set)));
            probe.changes("ZPOPMIN", 1, 0, set -> pop(set, false, 1));
            probe.changes("ZREMRANGEBYRANK", 1, 0, set -> removeAll(set, new ZRange.ByRank(0, 1)));
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aLargeSet(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            fill(rig, "z", LARGE, i -> i);
            rig.chill("z");
            Probe probe = new Probe(t);
            probe.reads("ZCARD", 1, 0, ZSetValue::size);
            probe.reads("ZSCORE", 2, 0, set -> set.score(name(1)));
            probe.reads("ZMSCORE", 2, 0, set -> set.scores(names(3)));
            probe.reads("ZRANK", 3, 1, set -> set.rank(name(700)));
            probe.reads("ZCOUNT", 4, 2, set -> set.count(scores(300, 1200)));
            probe.reads("ZRANGE from the start", 2, 1, set -> shown(set, ZRange.ALL, 0, 10));
            probe.reads("ZRANGE in the middle", 3, 1, set -> shown(set, new ZRange.ByRank(1000, 1009), 0, 10));
            probe.reads("ZRANGEBYSCORE", 2, 1, set -> shown(set, scores(300, 320), 0, 100));
            probe.reads("ZSCAN", 2, 1, set -> set.scan(0, 10, NOBODY));
            probe.changes("ZADD", 2, 0, set -> increment(set, 5, 6, 7));
            probe.changes("ZADD of new members", 2, 1, set -> add(set, 10_000 + (int) set.size(), 2, i -> i));
            probe.changes("ZINCRBY", 2, 0, set -> increment(set, 8));
            probe.changes("ZREM", 3, 1, set -> remove(set, name((int) (3000 - set.size()))));
            probe.changes("ZPOPMIN", 3, 0, set -> pop(set, false, 1));
            probe.changes("ZPOPMAX of three", 2, 0, set -> pop(set, true, 3));
            probe.changes("ZREMRANGEBYSCORE", 3, 1, set -> removeAll(set, fewScores(set)));
            probe.changes("ZREMRANGEBYRANK", 3, 1, set -> removeAll(set, new ZRange.ByRank(500, 501)));
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void positions(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            fill(rig, "z", LARGE, ZSetBudgetsTest::position);
            Probe probe = new Probe(t);
            probe.reads("GEOPOS", 2, 0, set -> set.scores(names(3)));
            probe.reads("GEODIST", 2, 0, set -> set.scores(names(2)));
            probe.reads("GEOSEARCH, in six cells", 7, 6, set -> Search.all(set, circle(30))
                    .size());
            probe.reads("GEOSEARCH COUNT ANY", 2, 1, set -> Search.any(set, circle(30), 2)
                    .size());
            rig.chill("z");
            Rig.Call search =
                    call(rig, set -> Search.all(set, circle(30)).size()).outcome();
            assertThat(search.runs)
                    .as("the header, all cells at once, the answer")
                    .isEqualTo(inline ? 1 : 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void setsCombined(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            fill(rig, "{z}small", SMALL, i -> i);
            fill(rig, "{z}few", 5, i -> i);
            fill(rig, "{z}large", LARGE, i -> i);
            String[] small = {"{z}small", "{z}few"};
            String[] mixed = {"{z}few", "{z}large"};
            rig.chill("{z}");
            combine(t, "ZUNION of small sets", 1, 0, small, i -> ZSetAlgebra.union(i, Aggregate.SUM));
            combine(t, "ZINTER of small sets", 1, 0, small, i -> ZSetAlgebra.intersect(i, Aggregate.SUM));
            combine(t, "ZDIFF of small sets", 1, 0, small, ZSetAlgebra::subtract);
            combine(t, "ZINTER of a small and a large one", 2, 0, mixed, i -> ZSetAlgebra.intersect(i, Aggregate.MAX));
            combine(t, "ZINTERCARD of a small and a large one", 2, 0, mixed, i -> ZSetAlgebra.intersectionSize(i, 0));
            combine(t, "ZDIFF of a small and a large one", 2, 0, mixed, ZSetAlgebra::subtract);
        }
    }

    private static void combine(
            Counted t, String what, int cold, int warm, String[] keys, Function<List<Input>, Object> operation) {
        Function<CommandContext, Object> body = c -> {
            List<Key> named = Arrays.stream(keys).map(t.rig::key).toList();
            c.prefetch(named);
            return operation.apply(named.stream().map(key -> Input.find(c, key)).toList());
        };
        t.rig.chill(keys);
        t.expect(what + ", cold", cold, 0, () -> t.rig.call(body, keys));
        t.expect(what + ", warm", warm, 0, () -> t.rig.call(body, keys));
    }

    /** Runs a command cold, then again. */
    private record Probe(Counted t) {
        void reads(String what, int cold, int warm, Function<ZSetValue, Object> command) {
            run(what, cold, warm, 0, command);
        }

        void changes(String what, int cold, int warm, Consumer<ZSetValue> command) {
            run(what, cold, warm, 1, set -> {
                command.accept(set);
                set.save();
                return 1;
            });
        }

        private void run(String what, int cold, int warm, int commits, Function<ZSetValue, Object> command) {
            t.rig.chill("z");
            t.expect(what + ", cold", cold, commits, () -> call(t.rig, command));
            t.expect(what + ", warm", warm, commits, () -> call(t.rig, command));
        }
    }

    private static Rig.Call call(Rig rig, Function<ZSetValue, Object> body) {
        return rig.call(c -> body.apply(Objects.requireNonNull(ZSetValue.find(c, rig.key("z")))), "z");
    }

    // ---- what the commands do ----

    private static void fill(Rig rig, String key, int size, IntToDoubleFunction score) {
        rig.call(
                        c -> {
                            add(ZSetValue.create(c, rig.key(key)), 0, size, score);
                            return 1;
                        },
                        key)
                .durable();
    }

    /** Gives so many members, from one number on, new scores, or adds them. */
    private static void add(ZSetValue set, int from, int count, IntToDoubleFunction score) {
        byte[][] members = new byte[count][];
        double[] scores = new double[count];
        for (int i = 0; i < count; i++) {
            members[i] = name(from + i);
            scores[i] = score.applyAsDouble(from + i);
        }
        new ZSetUpdate(set, Rules.PLAIN).run(members, scores);
    }

    /** A place in a grid of a hundred columns, each step of which is some ten meters. */
    private static double position(int number) {
        return Geohash.score(new Position(2.35 + 0.0001 * (number % 100), 48.85 + 0.0001 * (number / 100)));
    }

    private static Shape circle(double meters) {
        return new Shape.Circle(Geohash.position(position(1050)), meters, Unit.M);
    }

    private static ZRange.ByScore scores(double min, double max) {
        return new ZRange.ByScore(min, false, max, false);
    }

    /** A few that are there; others when it has become smaller. */
    private static ZRange.ByScore fewScores(ZSetValue set) {
        double from = 1500 - 10 * (LARGE - set.size());
        return scores(from, from + 3);
    }

    private static byte[] name(int number) {
        return Rig.bytes("member-" + number);
    }

    private static List<byte[]> names(int count) {
        return IntStream.range(0, count).mapToObj(ZSetBudgetsTest::name).toList();
    }

    private static int shown(ZSetValue set, ZRange range, long offset, long limit) {
        int[] shown = {0};
        set.forEach(range, false, offset, limit, (array, at, length, score) -> shown[0]++);
        return shown[0];
    }

    private static int drawn(ZSetValue set) {
        set.drawn(1, NOBODY);
        return 1;
    }

    private static byte[] lowest(ZSetValue set) {
        List<byte[]> lowest = new ArrayList<>();
        set.forEach(
                ZRange.ALL,
                false,
                0,
                1,
                (array, at, length, score) -> lowest.add(Arrays.copyOfRange(array, at, at + length)));
        return lowest.get(0);
    }

    private static void remove(ZSetValue set, byte[] member) {
        if (!set.remove(member)) {
            throw new AssertionError("nothing to remove");
        }
    }

    private static void increment(ZSetValue set, int... numbers) {
        byte[][] members = new byte[numbers.length][];
        double[] scores = new double[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            members[i] = name(numbers[i]);
            scores[i] = 1000;
        }
        new ZSetUpdate(set, Rules.INCREMENT).run(members, scores);
    }

    private static void pop(ZSetValue set, boolean highest, int count) {
        set.pop(highest, count, NOBODY);
    }

    private static void removeAll(ZSetValue set, ZRange range) {
        if (set.removeAll(range) == 0) {
            throw new AssertionError("nothing to remove");
        }
    }
}
