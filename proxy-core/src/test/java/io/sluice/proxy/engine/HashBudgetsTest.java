package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.proxy.engine.BudgetsTest.Counted;
import io.sluice.proxy.type.hash.FieldCondition;
import io.sluice.proxy.type.hash.HashPart;
import io.sluice.proxy.type.hash.HashValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Round trips of the commands on hashes, in the header row and in rows. */
class HashBudgetsTest {
    private static final int LARGE = 1000;
    private static final long LATER = 9_000_000_000_000L;

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aSmallHash(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            call(t, hash -> hash.put(words("a", "1", "b", "2", "c", "3"), 0)).durable();
            expectReads(t, "HGETALL", 1, 0, hash -> hash.entries(HashPart.BOTH));
            expectReads(t, "HGET", 1, 0, hash -> hash.getAll(List.of(Rig.bytes("a"))));
            expectReads(t, "HLEN", 1, 0, HashValue::size);
            expectReads(t, "HSTRLEN", 1, 0, hash -> hash.lengthOf(Rig.bytes("a")));
            expectReads(t, "HRANDFIELD", 1, 0, hash -> hash.draw(1, HashPart.FIELDS));
            expectReads(t, "HSCAN", 1, 0, hash -> hash.scan(0, 10, field -> true, HashPart.BOTH));
            expectReads(t, "HTTL", 1, 0, hash -> hash.expiries(List.of(Rig.bytes("a"))));
            t.rig.chill("h");
            t.expect("HSET, cold", 1, 1, () -> call(t, hash -> hash.put(words("d", "4"), 0)));
            t.expect("HSET, warm", 0, 1, () -> call(t, hash -> hash.put(words("d", "5", "e", "5"), 0)));
            t.rig.chill("h");
            t.expect("HINCRBY, cold", 1, 1, () -> call(t, hash -> changed(hash, "a")));
            t.expect("HINCRBY, warm", 0, 1, () -> call(t, hash -> changed(hash, "a")));
            t.rig.chill("h");
            t.expect("HDEL, cold", 1, 1, () -> call(t, hash -> hash.remove(words("d"), 0)));
            t.expect("HDEL, warm", 0, 1, () -> call(t, hash -> hash.remove(words("e", "f"), 0)));
            t.expect("HDEL of what is not there, warm", 0, 0, () -> call(t, hash -> hash.remove(words("e"), 0)));
            t.rig.chill("h");
            t.expect("HEXPIRE, cold", 1, 1, () -> call(t, hash -> expire(hash, "a", "b")));
            t.expect("HPERSIST, warm", 0, 1, () -> call(t, hash -> hash.persist(List.of(words("a", "b")))));
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aLargeHash(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            call(t, hash -> hash.put(numbered(), 0)).durable();
            expectReads(t, "HLEN", 1, 0, HashValue::size);
            expectReads(t, "HGET", 2, 0, hash -> hash.getAll(List.of(Rig.bytes("field-1"))));
            expectReads(t, "HSTRLEN", 2, 0, hash -> hash.lengthOf(Rig.bytes("field-1")));
            expectReads(t, "HMGET", 2, 0, hash -> hash.getAll(List.of(words("field-1", "field-2", "field-3")))
                    .size());
            expectReads(t, "HTTL", 2, 0, hash -> hash.expiries(List.of(words("field-1", "field-2"))));
            t.rig.chill("h");
            t.expect("HSET, cold", 2, 1, () -> call(t, hash -> hash.put(words("a", "1", "b", "2"), 0)));
            t.expect("HSET, warm", 0, 1, () -> call(t, hash -> hash.put(words("a", "2", "b", "3"), 0)));
            t.rig.chill("h");
            t.expect("HINCRBY, cold", 2, 1, () -> call(t, hash -> changed(hash, "a")));
            t.expect("HINCRBY, warm", 0, 1, () -> call(t, hash -> changed(hash, "a")));
            t.rig.chill("h");
            t.expect("HDEL, cold", 2, 1, () -> call(t, hash -> hash.remove(words("a", "b", "nothing"), 0)));
            t.rig.chill("h");
            t.expect("HEXPIRE, cold", 2, 1, () -> call(t, hash -> expire(hash, "field-1", "field-2")));
            t.expect("HPERSIST, warm", 0, 1, () -> call(t, hash -> hash.persist(List.of(words("field-1")))));
            t.rig.chill("h");
            t.expect("HSCAN, cold", 2, 0, () -> call(t, hash -> hash.scan(0, 10, field -> true, HashPart.BOTH)));
        }
    }

    private static void expectReads(Counted t, String what, int cold, int warm, Function<HashValue, Object> body) {
        t.rig.chill("h");
        t.expect(what + ", cold", cold, 0, () -> call(t, body));
        t.expect(what + ", warm", warm, 0, () -> call(t, body));
    }

    private static Object changed(HashValue hash, String field) {
        hash.update(Rig.bytes(field), old -> {
            assertThat(old).isNotNull();
            return Rig.bytes(old.length + "x");
        });
        return "changed";
    }

    private static Object expire(HashValue hash, String... fields) {
        return hash.expireAt(List.of(words(fields)), LATER, FieldCondition.ALWAYS);
    }

    private static Rig.Call call(Counted t, Function<HashValue, Object> body) {
        Rig rig = t.rig;
        return rig.call(c -> Objects.requireNonNull(body.apply(HashValue.findOrEmpty(c, rig.key("h")))), "h");
    }

    private static byte[][] words(String... words) {
        List<byte[]> bytes = new ArrayList<>();
        for (String word : words) {
            bytes.add(Rig.bytes(word));
        }
        return bytes.toArray(new byte[0][]);
    }

    private static byte[][] numbered() {
        byte[][] words = new byte[2 * LARGE][];
        for (int i = 0; i < LARGE; i++) {
            words[2 * i] = Rig.bytes("field-" + i);
            words[2 * i + 1] = Rig.bytes("value-" + i);
        }
        return words;
    }
}
