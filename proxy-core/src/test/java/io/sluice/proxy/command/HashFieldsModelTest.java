package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Header;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.hash.HashValue;
import io.sluice.proxy.type.key.EncodingName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Hashes whose fields expire against a list of fields, while the clock goes on: the same random commands, and the same
 * fields, values, times and answers after each, wherever the hash is, whether expired fields are reaped or not. A packed
 * hash also has Redis's order: by time, then the fields without one as they came.
 */
class HashFieldsModelTest {
    private static final int CHUNK = 40;
    private static final byte[] KEY = {'k'};

    private record Field(String name, String value, long timeMs) {
        static final long NONE = -1;

        boolean isTimed() {
            return timeMs != NONE;
        }
    }

    private FamilyRunner runner;
    private Random random;
    private List<Field> model;
    /** False from when the hash was spread until it is made anew: a dump of it comes back in the order of the rows. */
    private boolean isOrdered;

    @Property(tries = 200)
    void doesWhatAListDoes(@ForAll long seed, @ForAll @IntRange(min = 0, max = 500) int packedMaxBytes) {
        random = new Random(seed);
        runner = new FamilyRunner(CHUNK, HashCommands::rows, DumpCommands::rows, KeyCommands::rows);
        runner.packedMaxBytes(packedMaxBytes);
        model = new ArrayList<>();
        isOrdered = true;
        for (int step = 0; step < 100; step++) {
            switch (random.nextInt(12)) {
                case 0, 1 -> set();
                case 2 -> setNx();
                case 3 -> increment();
                case 4 -> delete();
                case 5, 6, 7 -> expire();
                case 8 -> persist();
                case 9 -> goOn();
                case 10 -> reap();
                default -> moveAway();
            }
            check();
        }
    }

    private long now() {
        return runner.context.nowMs;
    }

    private int find(String name) {
        for (int i = 0; i < model.size(); i++) {
            if (model.get(i).name.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private boolean has(String name) {
        return find(name) >= 0;
    }

    private void put(String name, String value) {
        int at = find(name);
        if (at < 0) {
            model.add(new Field(name, value, Field.NONE));
        } else if (model.get(at).isTimed()) {
            model.remove(at);
            model.add(new Field(name, value, Field.NONE));
        } else {
            model.set(at, new Field(name, value, Field.NONE));
        }
    }

    private void time(String name, long timeMs) {
        Field field = model.remove(find(name));
        int place = model.size();
        if (timeMs != Field.NONE) {
            place = 0;
            while (place < model.size() && model.get(place).isTimed() && model.get(place).timeMs <= timeMs) {
                place++;
            }
        }
        model.add(place, new Field(name, field.value, timeMs));
    }

    private void set() {
        List<Object> request = new ArrayList<>(List.of("HSET", "k"));
        int before = model.size();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String name = name();
            String value = value();
            request.addAll(List.of(name, value));
            put(name, value);
        }
        assertThat(runner.run(request.toArray())).isEqualTo(String.valueOf(model.size() - before));
    }

    private void setNx() {
        String name = name();
        assertThat(runner.run("HSETNX", "k", name, "nx")).isEqualTo(has(name) ? "0" : "1");
        if (!has(name)) {
            put(name, "nx");
        }
    }

    private void increment() {
        String name = name();
        int at = find(name);
        String old = at < 0 ? "0" : model.get(at).value;
        String reply = runner.run("HINCRBY", "k", name, "7");
        if (!old.matches("[0-9]{1,9}")) {
            assertThat(reply).isEqualTo("-ERR hash value is not an integer");
            return;
        }
        String sum = String.valueOf(Long.parseLong(old) + 7);
        assertThat(reply).isEqualTo(sum);
        if (at < 0) {
            put(name, sum);
        } else {
            model.set(at, new Field(name, sum, model.get(at).timeMs));
        }
    }

    private void delete() {
        List<Object> request = new ArrayList<>(List.of("HDEL", "k"));
        int before = model.size();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String name = name();
            request.add(name);
            model.removeIf(field -> field.name.equals(name));
        }
        assertThat(runner.run(request.toArray())).isEqualTo(String.valueOf(before - model.size()));
    }

    private void expire() {
        long timeMs = now() + random.nextInt(40) - 4;
        String condition =
                random.nextBoolean() ? "" : List.of("NX", "XX", "GT", "LT").get(random.nextInt(4));
        List<Object> request = new ArrayList<>(List.of("HPEXPIREAT", "k", timeMs));
        if (!condition.isEmpty()) {
            request.add(condition);
        }
        List<String> names = names();
        request.addAll(List.of("FIELDS", names.size()));
        request.addAll(names);
        List<Integer> expected = new ArrayList<>();
        for (String name : names) {
            expected.add(expire(name, timeMs, condition));
        }
        assertThat(runner.run(request.toArray())).isEqualTo(expected.toString());
    }

    private int expire(String name, long timeMs, String condition) {
        int at = find(name);
        if (at < 0) {
            return -2;
        }
        Field field = model.get(at);
        boolean allowed =
                switch (condition) {
                    case "NX" -> !field.isTimed();
                    case "XX" -> field.isTimed();
                    case "GT" -> field.isTimed() && field.timeMs < timeMs;
                    case "LT" -> !field.isTimed() || field.timeMs > timeMs;
                    default -> true;
                };
        if (!allowed) {
            return 0;
        }
        if (timeMs <= now()) {
            model.remove(at);
            return 2;
        }
        time(name, timeMs);
        return 1;
    }

    private void persist() {
        List<String> names = names();
        List<Object> request = new ArrayList<>(List.of("HPERSIST", "k", "FIELDS", names.size()));
        request.addAll(names);
        List<Integer> expected = new ArrayList<>();
        for (String name : names) {
            int at = find(name);
            boolean isTimed = at >= 0 && model.get(at).isTimed();
            expected.add(at < 0 ? -2 : isTimed ? 1 : -1);
            if (isTimed) {
                time(name, Field.NONE);
            }
        }
        assertThat(runner.run(request.toArray())).isEqualTo(expected.toString());
    }

    private void goOn() {
        runner.context.nowMs += random.nextInt(15);
        model.removeIf(field -> field.isTimed() && field.timeMs < now());
    }

    /** Until nothing is due; what is left of an empty hash goes with it. */
    private void reap() {
        int reaped;
        do {
            runner.context.begin();
            reaped = HashValue.reap(runner.context, runner.context.hasher.key(KEY), 1 + random.nextInt(3));
        } while (reaped > 0);
        Header header = runner.context.stored("k");
        assertThat(header == null).isEqualTo(model.isEmpty());
        long next = model.stream()
                .filter(Field::isTimed)
                .mapToLong(Field::timeMs)
                .min()
                .orElse(Field.NONE);
        assertThat(header == null ? Field.NONE : FieldTimes.nextOf(header)).isEqualTo(next);
    }

    /** To a copy, or a dump, and back. */
    private void moveAway() {
        boolean there = runner.context.stored("k") != null;
        if (random.nextBoolean()) {
            assertThat(runner.line("COPY k copy")).isEqualTo(there ? "1" : "0");
            if (there) {
                assertThat(runner.line("RENAME copy k")).isEqualTo("OK");
            }
            return;
        }
        Reply payload = runner.reply("DUMP", "k");
        assertThat(payload == Reply.NULL).isEqualTo(model.isEmpty());
        if (payload instanceof Reply.Bulk bulk) {
            assertThat(runner.run("RESTORE", "k", 0, bulk.toBytes(), "REPLACE")).isEqualTo("OK");
        }
    }

    // ---- what is there ----

    private void check() {
        assertThat(runner.line("HLEN k")).isEqualTo(String.valueOf(model.size()));
        List<String> all = strings(runner.reply("HGETALL", "k"));
        assertThat(pairs(all)).isEqualTo(pairs(modelPairs()));
        Header header = runner.context.stored("k");
        isOrdered = header == null || (isOrdered && !ValueEncoding.isSpread(header.encoding()));
        if (isOrdered && header != null && EncodingName.of(header).startsWith("listpack")) {
            assertThat(all).isEqualTo(modelPairs());
        }
        if (header == null) {
            assertThat(model).isEmpty();
        } else {
            checkRows(header);
        }
        assertThat(runner.context.orphans()).isEmpty();
        List<String> names = names();
        assertThat(runner.run(request("HPEXPIRETIME", names)))
                .isEqualTo(names.stream().map(this::timeOf).toList().toString());
        assertThat(runner.run(request("HTTL", names)))
                .isEqualTo(names.stream().map(this::secondsOf).toList().toString());
        List<String> expected = names.stream()
                .map(name -> has(name) ? model.get(find(name)).value : "(nil)")
                .toList();
        List<Object> get = new ArrayList<>(List.of("HMGET", "k"));
        get.addAll(names);
        assertThat(runner.run(get.toArray())).isEqualTo(expected.toString());
        assertThat(runner.run("HGET", "k", names.get(0))).isEqualTo(expected.get(0));
        assertThat(runner.run("HEXISTS", "k", names.get(0))).isEqualTo(has(names.get(0)) ? "1" : "0");
        List<String> drawn = strings(runner.reply("HRANDFIELD", "k", "1000"));
        assertThat(drawn)
                .containsExactlyInAnyOrderElementsOf(
                        model.stream().map(Field::name).toList());
        Reply one = runner.reply("HRANDFIELD", "k");
        assertThat(one == Reply.NULL || has(FamilyRunner.show(one))).isTrue();
        assertThat(scanned()).isEqualTo(pairs(modelPairs()));
    }

    private Object[] request(String command, List<String> names) {
        List<Object> request = new ArrayList<>(List.of(command, "k", "FIELDS", names.size()));
        request.addAll(names);
        return request.toArray();
    }

    private long timeOf(String name) {
        return has(name) ? model.get(find(name)).timeMs : -2;
    }

    private long secondsOf(String name) {
        long time = timeOf(name);
        return time < 0 ? time : (time - now() + 999) / 1000;
    }

    /** Every time of a field has its row, and no other row of a time is there. */
    private void checkRows(Header header) {
        long next = FieldTimes.nextOf(header);
        Map<String, Long> ofElements = new TreeMap<>();
        Map<String, Long> ofTimes = new TreeMap<>();
        runner.context.rows().forEach((row, value) -> {
            if (row[0] == RowKind.ELEMENT) {
                ElementValue element = ElementValue.decode(value);
                if (element.expires()) {
                    ofElements.put(latin(ElementValue.elementOf(row, value)), element.expireAtMs());
                    assertThat(next).isBetween(0L, element.expireAtMs());
                }
            } else if (row[0] == RowKind.FIELD_EXPIRY) {
                var key = RowKeys.decodeFieldExpiry(row);
                ofTimes.put(latin(key.field().nameOr(value)), key.expireAtMs());
            }
        });
        assertThat(ofTimes).isEqualTo(ofElements);
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private List<String> modelPairs() {
        List<String> pairs = new ArrayList<>();
        model.forEach(field -> pairs.addAll(List.of(field.name, field.value)));
        return pairs;
    }

    private static Map<String, String> pairs(List<String> flat) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < flat.size(); i += 2) {
            assertThat(map.put(flat.get(i), flat.get(i + 1))).isNull();
        }
        return map;
    }

    private Map<String, String> scanned() {
        List<String> seen = new ArrayList<>();
        String cursor = "0";
        do {
            Reply.Aggregate page = (Reply.Aggregate) runner.reply("HSCAN", "k", cursor, "COUNT", "3");
            cursor = FamilyRunner.show(page.get(0));
            seen.addAll(strings(page.get(1)));
        } while (!cursor.equals("0"));
        return pairs(seen);
    }

    private static List<String> strings(Reply reply) {
        return ((Reply.Aggregate) reply)
                .elements().stream().map(FamilyRunner::show).toList();
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            names.add(name());
        }
        return names;
    }

    private String name() {
        return random.nextInt(20) == 0 ? "e".repeat(1030) + random.nextInt(3) : "f" + random.nextInt(14);
    }

    private String value() {
        return switch (random.nextInt(8)) {
            case 0 -> "";
            case 1 -> "w".repeat(CHUNK * 2 + random.nextInt(CHUNK));
            case 2, 3, 4 -> String.valueOf(random.nextInt(1000));
            default -> "v" + random.nextInt(100);
        };
    }
}
