package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.key.EncodingName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Hashes in the header and in rows against a map that keeps the order of insertion: the same random commands, and the same
 * fields, values and answers after each, wherever the hash leaves its header.
 */
class HashModelTest {
    private static final int CHUNK = 40;

    private final Map<String, String> model = new LinkedHashMap<>();
    private boolean wasTable;

    @Property(tries = 300)
    void doesWhatAMapDoes(@ForAll long seed, @ForAll @IntRange(min = 0, max = 400) int packedMaxBytes) {
        Random random = new Random(seed);
        FamilyRunner runner = new FamilyRunner(CHUNK, HashCommands::rows);
        runner.packedMaxBytes(packedMaxBytes);
        model.clear();
        wasTable = false;
        for (int step = 0; step < 80; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> set(runner, random);
                case 3 -> setNx(runner, random);
                case 4 -> increment(runner, random);
                case 5, 6 -> delete(runner, random);
                default -> look(runner, random);
            }
            if (model.isEmpty()) {
                wasTable = false;
            }
            check(runner, packedMaxBytes);
        }
    }

    private void check(FamilyRunner runner, int packedMaxBytes) {
        Header header = runner.context.stored("k");
        assertThat(header == null).isEqualTo(model.isEmpty());
        assertThat(runner.context.orphans()).isEmpty();
        assertThat(runner.line("HLEN k")).isEqualTo(String.valueOf(model.size()));
        List<String> all = strings(runner.reply("HGETALL", "k"));
        List<String> expected = new ArrayList<>();
        model.forEach((field, value) -> expected.addAll(List.of(field, value)));
        if (header == null) {
            assertThat(runner.context.rows()).isEmpty();
        } else if (header.encoding() == ValueEncoding.HASH_PACKED) {
            assertThat(header.payload().length).isLessThanOrEqualTo(packedMaxBytes);
            assertThat(runner.context.rows()).isEmpty();
            assertThat(all).isEqualTo(expected);
        } else {
            assertThat(asMap(all)).isEqualTo(model);
            assertThat(all).hasSameSizeAs(expected);
        }
        if (header != null) {
            assertThat(EncodingName.of(header)).isEqualTo(wasTable ? "hashtable" : "listpack");
        }
        assertThat(walk(runner, "")).isEqualTo(model);
    }

    private static Map<String, String> asMap(List<String> fieldsAndValues) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < fieldsAndValues.size(); i += 2) {
            map.put(fieldsAndValues.get(i), fieldsAndValues.get(i + 1));
        }
        return map;
    }

    private static List<String> strings(Reply reply) {
        return ((Reply.Aggregate) reply)
                .elements().stream().map(FamilyRunner::show).toList();
    }

    /** All that HSCAN answers, and nothing twice, as nothing changes meanwhile. */
    private static Map<String, String> walk(FamilyRunner runner, String changing) {
        Map<String, String> seen = new HashMap<>();
        String cursor = "0";
        do {
            Reply.Aggregate page = (Reply.Aggregate) runner.reply("HSCAN", "k", cursor, "COUNT", "2");
            cursor = FamilyRunner.show(page.get(0));
            List<String> entries = strings(page.get(1));
            for (int i = 0; i < entries.size(); i += 2) {
                String before = seen.put(entries.get(i), entries.get(i + 1));
                assertThat(before).as("answered twice" + changing).isNull();
            }
        } while (!cursor.equals("0"));
        return seen;
    }

    private void set(FamilyRunner runner, Random random) {
        int pairs = 1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 2);
        List<Object> request = new ArrayList<>(List.of(random.nextBoolean() ? "HSET" : "HMSET", "k"));
        int before = model.size();
        for (int i = 0; i < pairs; i++) {
            String field = field(random);
            String value = value(random);
            request.add(field);
            request.add(value);
            put(field, value);
        }
        String reply = request.get(0).equals("HSET") ? String.valueOf(model.size() - before) : "OK";
        assertThat(runner.run(request.toArray())).isEqualTo(reply);
    }

    private void put(String field, String value) {
        model.put(field, value);
        wasTable |= field.length() > 64 || value.length() > 64;
    }

    private void setNx(FamilyRunner runner, Random random) {
        String field = field(random);
        String value = value(random);
        assertThat(runner.run("HSETNX", "k", field, value)).isEqualTo(model.containsKey(field) ? "0" : "1");
        if (!model.containsKey(field)) {
            put(field, value);
        }
    }

    private void increment(FamilyRunner runner, Random random) {
        String field = field(random);
        String old = model.getOrDefault(field, "0");
        String reply = runner.run("HINCRBY", "k", field, "5");
        if (old.matches("-?[0-9]{1,9}")) {
            String sum = String.valueOf(Long.parseLong(old) + 5);
            assertThat(reply).isEqualTo(sum);
            put(field, sum);
        } else {
            assertThat(reply).isEqualTo("-ERR hash value is not an integer");
        }
    }

    private void delete(FamilyRunner runner, Random random) {
        List<Object> request = new ArrayList<>(List.of("HDEL", "k"));
        int fields = 1 + random.nextInt(random.nextInt(6) == 0 ? 40 : 3);
        int before = model.size();
        for (int i = 0; i < fields; i++) {
            String field = field(random);
            request.add(field);
            model.remove(field);
        }
        assertThat(runner.run(request.toArray())).isEqualTo(String.valueOf(before - model.size()));
    }

    private void look(FamilyRunner runner, Random random) {
        String field = field(random);
        String other = field(random);
        String value = model.get(field);
        String shown = value == null ? "(nil)" : value;
        assertThat(runner.run("HGET", "k", field)).isEqualTo(shown);
        assertThat(runner.run("HMGET", "k", field, other, field))
                .isEqualTo(List.of(shown, model.getOrDefault(other, "(nil)"), shown)
                        .toString());
        assertThat(runner.run("HEXISTS", "k", field)).isEqualTo(value == null ? "0" : "1");
        assertThat(runner.run("HSTRLEN", "k", field)).isEqualTo(value == null ? "0" : "" + value.length());
        assertThat(strings(runner.reply("HKEYS", "k"))).containsExactlyInAnyOrderElementsOf(model.keySet());
        assertThat(strings(runner.reply("HVALS", "k"))).containsExactlyInAnyOrderElementsOf(model.values());
        int wanted = 1 + random.nextInt(12);
        List<String> drawn = strings(runner.reply("HRANDFIELD", "k", wanted));
        assertThat(drawn).hasSize(Math.min(wanted, model.size())).doesNotHaveDuplicates();
        assertThat(model.keySet()).containsAll(drawn);
        List<String> again = strings(runner.reply("HRANDFIELD", "k", -wanted, "WITHVALUES"));
        assertThat(again).hasSize(model.isEmpty() ? 0 : 2 * wanted);
        for (int i = 0; i < again.size(); i += 2) {
            assertThat(model).containsEntry(again.get(i), again.get(i + 1));
        }
    }

    private static String field(Random random) {
        return switch (random.nextInt(40)) {
            case 0 -> "";
            case 1 -> "l".repeat(66);
            case 2 -> "e".repeat(1030) + random.nextInt(3);
            case 3 -> "n" + (char) 0xff;
            default -> "f" + random.nextInt(25);
        };
    }

    private static String value(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> "v".repeat(random.nextInt(80));
            case 2 -> "w".repeat(CHUNK * 3 + random.nextInt(CHUNK));
            case 3, 4, 5 -> String.valueOf(random.nextInt(1000));
            default -> new String(new byte[] {(byte) random.nextInt(256), 'x'}, ISO_8859_1);
        };
    }
}
