package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.Row;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.kv.testing.PagingKvStore;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetUpdate;
import io.sluice.proxy.type.zset.ZSetUpdate.Rules;
import io.sluice.proxy.type.zset.ZSetValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** R3: a range is not in memory as a whole before the load budget is asked, however many rows a command wants of it. */
class LargeLoadsTest {
    private static final int MEMBERS = 40_000;
    private static final int AT_ONCE = 2_000;
    private static final long SMALL_BUDGET = 200_000;
    private static final long LARGE_BUDGET = 64L << 20;
    /** What a row counts for beside its key and value. */
    private static final int ROW = 48;

    private static final long ID = 7;

    /** A store with a large sorted set, whose loads are counted. */
    private static final class Filled implements AutoCloseable {
        final MeteringKvStore meter;
        final Rig rig;

        Filled(boolean inline, long budget) {
            MemoryKvStore memory = new MemoryKvStore();
            try (Rig filler = new Rig(memory.share())) {
                for (int from = 0; from < MEMBERS; from += AT_ONCE) {
                    add(filler, from);
                }
            }
            // A load ends with a page, which would be a large part of the small budget.
            KvStore pages = new PagingKvStore(memory, 100);
            meter = new MeteringKvStore(inline ? pages : new DelayedKvStore(pages, 1, Duration.ofNanos(100_000)));
            rig = new Rig(meter, 0, budget);
            rig.serve("z");
        }

        private static void add(Rig rig, int from) {
            byte[][] members = new byte[AT_ONCE][];
            double[] scores = new double[AT_ONCE];
            for (int i = 0; i < AT_ONCE; i++) {
                members[i] = Rig.bytes("member-" + (from + i));
                scores[i] = from + i;
            }
            rig.call(
                            c -> {
                                Key key = rig.key("z");
                                ZSetValue known = ZSetValue.find(c, key);
                                ZSetValue set = known == null ? ZSetValue.create(c, key) : known;
                                new ZSetUpdate(set, Rules.PLAIN).run(members, scores);
                                return 1;
                            },
                            "z")
                    .durable();
        }

        Rig.Call call(Function<ZSetValue, Object> body) {
            return rig.call(c -> body.apply(Objects.requireNonNull(ZSetValue.find(c, rig.key("z")))), "z");
        }

        /** Expects that the command is refused, and answers what the store has brought for it. */
        long refused(Function<ZSetValue, Object> body) {
            MeteringKvStore.Counts before = meter.snapshot();
            Rig.Call call = call(body).outcome();
            assertThat(call.failure()).isNotNull();
            assertThat(call.failure().reply()).startsWith("OOM command needs more rows in memory");
            assertThat(rig.engine.figures().heldBytes()).isZero();
            MeteringKvStore.Counts counted = meter.snapshot().since(before);
            return counted.bytesRead() + ROW * counted.rowsRead();
        }

        @Override
        public void close() {
            rig.close();
            meter.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"true,false", "true,true", "false,false", "false,true"})
    void whatExceedsTheBudgetIsRefusedBeforeItIsAllThere(boolean inline, boolean reverse) {
        try (Filled t = new Filled(inline, SMALL_BUDGET)) {
            assertThat(t.refused(set -> scores(set, ZRange.ALL, reverse))).isLessThan(2 * SMALL_BUDGET);
            assertThat(t.call(set -> set.score(Rig.bytes("member-3"))).durable())
                    .isEqualTo(3.0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void soAreRangesThatAreAskedForTogether(boolean inline) {
        try (Filled t = new Filled(inline, SMALL_BUDGET)) {
            assertThat(t.refused(set -> {
                        set.prefetchAll(List.of(range(0, 20_000), range(20_010, 20_020), range(30_000, 40_000)));
                        return 1;
                    }))
                    .isLessThan(2 * SMALL_BUDGET);
        }
    }

    @ParameterizedTest
    @CsvSource({"true,false", "true,true", "false,false", "false,true"})
    void whatComesInSeveralLoadsIsTheWholeRange(boolean inline, boolean reverse) {
        try (Filled t = new Filled(inline, LARGE_BUDGET)) {
            Rig.Call call = t.call(set -> scores(set, ZRange.ALL, reverse));
            assertThat(call.durable()).isEqualTo(numbers(0, MEMBERS, reverse));
            assertThat(call.runs > 3).as("came in several loads").isEqualTo(!inline);
            int most = 30_000;
            assertThat(t.call(set -> {
                                List<Integer> found = new ArrayList<>();
                                set.forEach(
                                        range(1_000, MEMBERS), reverse, 0, most, (a, o, l, s) -> found.add((int) s));
                                return found;
                            })
                            .durable())
                    .isEqualTo(numbers(1_000, MEMBERS, reverse).subList(0, most));
            assertThat(t.rig.engine.figures().heldBytes()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rangesThatAreAskedForTogetherComeInSeveralLoadsAndOnce(boolean inline) {
        try (Filled t = new Filled(inline, LARGE_BUDGET)) {
            List<ZRange.ByScore> ranges = List.of(range(0, 15_000), range(20_010, 20_020), range(22_000, 39_000));
            MeteringKvStore.Counts before = t.meter.snapshot();
            List<Object> found = new ArrayList<>();
            t.call(set -> {
                        set.prefetchAll(ranges);
                        found.clear();
                        ranges.forEach(each -> found.add(scores(set, each, false)));
                        return 1;
                    })
                    .durable();
            assertThat(found)
                    .containsExactly(
                            numbers(0, 15_000, false), numbers(20_010, 20_020, false), numbers(22_000, 39_000, false));
            assertThat(t.meter.snapshot().since(before).rowsRead()).isLessThan(32_010 + 100);
        }
    }

    /** Rows of any size; and others go on in the slot however many loads it takes. */
    @Test
    void theLanesAreFreeWhileALargeRangeIsLoaded() {
        int rows = 300;
        MemoryKvStore memory = new MemoryKvStore();
        StepStore store = new StepStore(new PagingKvStore(memory, 4));
        try (Rig rig = new Rig(store, 0, LARGE_BUDGET)) {
            int slot = rig.key("k").slot();
            for (int i = 0; i < rows; i++) {
                byte[] rowKey = RowKeys.stringChunk(ID, i);
                rig.call(
                                c -> {
                                    c.putRow(slot, rowKey, new byte[100_000]);
                                    return 1;
                                },
                                "k")
                        .durable();
            }
            rig.chill("k");
            store.stepping(true);
            KeyRange all = new KeyRange(RowKeys.stringChunk(ID, 0), RowKeys.stringChunk(ID, rows));
            Rig.Call call = rig.call(
                    c -> {
                        List<Row> found = c.range(slot, all.from(), all.to(), false, Integer.MAX_VALUE, false);
                        return found.size();
                    },
                    "k");
            while (!call.completed) {
                assertThat(rig.slot("k").isHeld()).isFalse();
                while (store.steps() > 0) {
                    store.step(0);
                }
                rig.home.turn();
            }
            store.stepping(false);
            assertThat(call.value()).isEqualTo(rows);
            assertThat(call.runs).isBetween(Execution.FREE_RERUNS + 2, 10);
        }
    }

    private static ZRange.ByScore range(int from, int to) {
        return new ZRange.ByScore(from, false, to, true);
    }

    private static List<Integer> scores(ZSetValue set, ZRange range, boolean reverse) {
        List<Integer> found = new ArrayList<>();
        set.forEach(range, reverse, 0, MEMBERS, (array, offset, length, score) -> found.add((int) score));
        return found;
    }

    private static List<Integer> numbers(int from, int to, boolean reverse) {
        List<Integer> numbers =
                new ArrayList<>(IntStream.range(from, to).boxed().toList());
        if (reverse) {
            Collections.reverse(numbers);
        }
        return numbers;
    }
}
