package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.proxy.engine.BudgetsTest.Counted;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetUpdate;
import io.sluice.proxy.type.zset.ZSetUpdate.Rules;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A range is asked for with some rows more than are wanted, since those that memory deletes hide some of the store's: not
 * with as many more as a long pipeline has deleted, which would make the pipeline quadratic.
 */
class PendingDeletionsTest {
    private static final int MEMBERS = 4000;
    private static final int PIPELINE = 1000;

    @ParameterizedTest
    @CsvSource({"true,true", "false,true", "true,false", "false,false"})
    void aPipelineOfPops(boolean inline, boolean highest) {
        try (Counted t = filled(inline)) {
            long read = piped(t, i -> set -> {
                set.pop(highest, 1, (array, offset, length, score) -> assertThat(score)
                        .isEqualTo(highest ? MEMBERS - 1 - i : i));
                set.save();
                return 1;
            });
            assertThat(read).isLessThan(2 * PIPELINE);
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aPipelineThatRemovesHereAndThereAndLooksAtTheFirst(boolean inline) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(7));
        try (Counted t = filled(inline)) {
            long read = piped(t, i -> set -> {
                remove(set, order.get(i));
                List<Integer> expected = IntStream.range(0, MEMBERS)
                        .filter(member -> !order.subList(0, i + 1).contains(member))
                        .limit(3)
                        .boxed()
                        .toList();
                assertThat(first(set, 3)).isEqualTo(expected);
                return 1;
            });
            assertThat(read).isLessThan(40 * PIPELINE);
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void manyDeletedBeforeTheFirst(boolean inline) {
        try (Counted t = filled(inline)) {
            t.rig.home.holdCommits();
            List<Rig.Call> calls = new ArrayList<>();
            for (int i = 1; i <= PIPELINE; i++) {
                int member = i;
                calls.add(call(t.rig, set -> {
                            remove(set, member);
                            return 1;
                        })
                        .outcome());
            }
            Rig.Call look = call(t.rig, set -> first(set, 3)).outcome();
            assertThat(look.value()).isEqualTo(List.of(0, PIPELINE + 1, PIPELINE + 2));
            assertThat(look.runs)
                    .as("each time more than all before is asked for")
                    .isLessThan(10);
            t.rig.home.commitByItself();
            calls.forEach(Rig.Call::durable);
        }
    }

    private static void remove(ZSetValue set, int member) {
        assertThat(set.remove(Rig.bytes(member(member)))).isTrue();
        set.save();
    }

    private static List<Integer> first(ZSetValue set, int count) {
        List<Integer> first = new ArrayList<>();
        ZRange all = new ZRange.ByScore(0, false, MEMBERS, false);
        set.forEach(all, false, 0, count, (array, offset, length, score) -> first.add((int) score));
        return first;
    }

    /** Runs so many commands before the first is committed, and answers how many rows they read. */
    private static long piped(Counted t, IntFunction<Function<ZSetValue, Object>> commands) {
        long before = t.meter.snapshot().rowsRead();
        t.rig.home.holdCommits();
        List<Rig.Call> calls = new ArrayList<>();
        for (int i = 0; i < PIPELINE; i++) {
            calls.add(call(t.rig, commands.apply(i)).outcome());
            calls.get(i).value();
        }
        long read = t.meter.snapshot().rowsRead() - before;
        t.rig.home.commitByItself();
        calls.forEach(Rig.Call::durable);
        return read;
    }

    private static Counted filled(boolean inline) {
        Counted t = new Counted(Atomicity.STORE, inline);
        byte[][] members = new byte[MEMBERS][];
        double[] scores = new double[MEMBERS];
        for (int i = 0; i < MEMBERS; i++) {
            members[i] = Rig.bytes(member(i));
            scores[i] = i;
        }
        t.rig.call(
                        c -> {
                            ZSetValue set = ZSetValue.create(c, t.rig.key("z"));
                            new ZSetUpdate(set, Rules.PLAIN).run(members, scores);
                            return 1;
                        },
                        "z")
                .durable();
        t.rig.chill("z");
        return t;
    }

    private static String member(int i) {
        return "member-" + i;
    }

    private static Rig.Call call(Rig rig, Function<ZSetValue, Object> body) {
        return rig.call(c -> body.apply(Objects.requireNonNull(ZSetValue.find(c, rig.key("z")))), "z");
    }
}
