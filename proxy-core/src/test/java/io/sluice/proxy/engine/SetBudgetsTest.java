package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.proxy.engine.BudgetsTest.Counted;
import io.sluice.proxy.type.set.SetAlgebra;
import io.sluice.proxy.type.set.SetValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Round trips of the commands on sets, in the header row and in rows. */
class SetBudgetsTest {
    private static final int LARGE = 1000;

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aSmallSet(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            call(rig, "s", set -> set.add(words("a", "b", "c"), 0)).durable();
            rig.chill("s");
            t.expect("SMEMBERS, cold", 1, 0, () -> call(rig, "s", SetValue::members));
            t.expect("SMEMBERS, warm", 0, 0, () -> call(rig, "s", SetValue::members));
            t.expect("SISMEMBER, warm", 0, 0, () -> call(rig, "s", set -> set.contains(Rig.bytes("a"))));
            t.expect("SRANDMEMBER, warm", 0, 0, () -> call(rig, "s", SetValue::random));
            rig.chill("s");
            t.expect("SADD, cold", 1, 1, () -> call(rig, "s", set -> set.add(words("d"), 0)));
            t.expect("SADD, warm", 0, 1, () -> call(rig, "s", set -> set.add(words("e", "f"), 0)));
            t.expect("SADD of what is there, warm", 0, 0, () -> call(rig, "s", set -> set.add(words("e"), 0)));
            t.expect("SREM, warm", 0, 1, () -> call(rig, "s", set -> set.remove(words("e", "f"), 0)));
            rig.chill("s");
            t.expect("SPOP, cold", 1, 1, () -> call(rig, "s", SetValue::pop));
            t.expect("SPOP, warm", 0, 1, () -> call(rig, "s", SetValue::pop));
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aLargeSet(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            call(rig, "s", set -> set.add(numbered(LARGE), 0)).durable();
            rig.chill("s");
            t.expect("SCARD, cold", 1, 0, () -> call(rig, "s", SetValue::size));
            t.expect("SISMEMBER, cold row", 1, 0, () -> call(rig, "s", set -> set.contains(Rig.bytes("member-1"))));
            t.expect("SISMEMBER, warm", 0, 0, () -> call(rig, "s", set -> set.contains(Rig.bytes("member-1"))));
            rig.chill("s");
            t.expect("SISMEMBER, cold", 2, 0, () -> call(rig, "s", set -> set.contains(Rig.bytes("member-1"))));
            rig.chill("s");
            t.expect(
                    "SMISMEMBER, cold",
                    2,
                    0,
                    () -> call(rig, "s", set -> set.contains(List.of(words("member-1", "member-2", "nothing")))));
            rig.chill("s");
            t.expect("SADD, cold", 2, 1, () -> call(rig, "s", set -> set.add(words("a", "b", "c"), 0)));
            rig.chill("s");
            t.expect("SREM, cold", 2, 1, () -> call(rig, "s", set -> set.remove(words("a", "b", "c"), 0)));
        }
    }

    /** Names that are too long for row keys stand in the rows' values, which are asked for together. */
    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void longMembers(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            byte[][] members = words(
                    IntStream.range(0, 50).mapToObj(i -> i + "x".repeat(2000)).toArray(String[]::new));
            call(rig, "s", set -> set.add(members, 0)).durable();
            rig.chill("s");
            t.expect("SMEMBERS, cold", 3, 0, () -> call(rig, "s", SetValue::members));
            rig.chill("s");
            t.expect(
                    "SMISMEMBER of all, cold",
                    3,
                    0,
                    () -> call(rig, "s", set -> {
                        boolean[] found = set.contains(List.of(members));
                        assertThat(found).hasSize(50).doesNotContain(false);
                        return found;
                    }));
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false"})
    void smallSetsCombined(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            call(rig, "s", set -> set.add(words("a", "b", "c"), 0)).durable();
            call(rig, "t", set -> set.add(words("b", "c", "d"), 0)).durable();
            rig.chill("s", "t");
            t.expect("SINTER, cold", 1, 0, () -> rig.call(c -> common(c, rig), "s", "t"));
            t.expect("SINTER, warm", 0, 0, () -> rig.call(c -> common(c, rig), "s", "t"));
        }
    }

    private static long common(CommandContext context, Rig rig) {
        context.prefetch(List.of(rig.key("s"), rig.key("t")));
        List<@Nullable SetValue> sets = new ArrayList<>();
        sets.add(SetValue.find(context, rig.key("s")));
        sets.add(SetValue.find(context, rig.key("t")));
        int size = new SetAlgebra(context).intersect(sets).members().size();
        assertThat(size).isEqualTo(2);
        return size;
    }

    private static Rig.Call call(Rig rig, String key, Function<SetValue, Object> body) {
        return rig.call(c -> Objects.requireNonNull(body.apply(SetValue.findOrEmpty(c, rig.key(key)))), key);
    }

    private static byte[][] words(String... words) {
        byte[][] bytes = new byte[words.length][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Rig.bytes(words[i]);
        }
        return bytes;
    }

    private static byte[][] numbered(int count) {
        byte[][] members = new byte[count][];
        for (int i = 0; i < count; i++) {
            members[i] = Rig.bytes("member-" + i);
        }
        return members;
    }
}
