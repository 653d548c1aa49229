package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.key.EncodingName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Sets in the header and in rows against sets of the library: the same random commands on a few keys, and the same members
 * and answers after each, wherever a set leaves its header.
 */
class SetModelTest {
    private static final int CHUNK = 40;
    private static final List<String> KEYS = List.of("a", "b", "c");

    private final Map<String, Set<String>> model = new LinkedHashMap<>();

    @Property(tries = 120)
    void doesWhatASetDoes(@ForAll long seed, @ForAll @IntRange(min = 0, max = 400) int packedMaxBytes) {
        Random random = new Random(seed);
        FamilyRunner runner = new FamilyRunner(CHUNK, SetCommands::rows);
        runner.packedMaxBytes(packedMaxBytes);
        model.clear();
        KEYS.forEach(key -> model.put(key, new LinkedHashSet<>()));
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> add(runner, random);
                case 4 -> remove(runner, random);
                case 5 -> move(runner, random);
                case 6 -> pop(runner, random);
                case 7 -> draw(runner, random);
                default -> combine(runner, random);
            }
            assertThat(runner.context.orphans()).isEmpty();
            KEYS.forEach(key -> check(runner, key, packedMaxBytes));
        }
    }

    private void check(FamilyRunner runner, String key, int packedMaxBytes) {
        Set<String> expected = model.get(key);
        Header header = runner.context.stored(key);
        assertThat(header == null).isEqualTo(expected.isEmpty());
        assertThat(runner.run("SCARD", key)).isEqualTo(String.valueOf(expected.size()));
        List<String> members = strings(runner.reply("SMEMBERS", key));
        assertThat(members).doesNotHaveDuplicates().hasSize(expected.size());
        assertThat(expected).containsAll(members);
        if (header != null) {
            if (header.encoding() == ValueEncoding.SET_PACKED) {
                assertThat(header.payload().length).isLessThanOrEqualTo(packedMaxBytes);
            }
            if (EncodingName.of(header).equals("intset")) {
                List<Long> numbers = members.stream().map(Long::valueOf).toList();
                assertThat(numbers).isSorted();
            }
        }
        assertThat(walk(runner, key)).isEqualTo(expected);
    }

    /** All that SSCAN answers, and nothing twice, as nothing changes meanwhile. */
    private static Set<String> walk(FamilyRunner runner, String key) {
        Set<String> seen = new HashSet<>();
        String cursor = "0";
        do {
            Reply.Aggregate page = (Reply.Aggregate) runner.reply("SSCAN", key, cursor, "COUNT", "2");
            cursor = FamilyRunner.show(page.get(0));
            for (String member : strings(page.get(1))) {
                assertThat(seen.add(member)).as("answered once").isTrue();
            }
        } while (!cursor.equals("0"));
        return seen;
    }

    private static List<String> strings(Reply reply) {
        return ((Reply.Aggregate) reply)
                .elements().stream().map(FamilyRunner::show).toList();
    }

    private void add(FamilyRunner runner, Random random) {
        String key = key(random);
        Set<String> set = model.get(key);
        List<Object> request = new ArrayList<>(List.of("SADD", key));
        int members = 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 2);
        int before = set.size();
        for (int i = 0; i < members; i++) {
            String member = member(random);
            request.add(member);
            set.add(member);
        }
        assertThat(runner.run(request.toArray())).isEqualTo(String.valueOf(set.size() - before));
    }

    private void remove(FamilyRunner runner, Random random) {
        String key = key(random);
        Set<String> set = model.get(key);
        List<Object> request = new ArrayList<>(List.of("SREM", key));
        int members = 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 3);
        int before = set.size();
        for (int i = 0; i < members; i++) {
            String member = member(random);
            request.add(member);
            set.remove(member);
        }
        assertThat(runner.run(request.toArray())).isEqualTo(String.valueOf(before - set.size()));
    }

    private void move(FamilyRunner runner, Random random) {
        String from = key(random);
        String to = key(random);
        String member = member(random);
        boolean there = model.get(from).contains(member);
        assertThat(runner.run("SMOVE", from, to, member)).isEqualTo(there ? "1" : "0");
        if (there) {
            model.get(from).remove(member);
            model.get(to).add(member);
        }
    }

    private void pop(FamilyRunner runner, Random random) {
        String key = key(random);
        Set<String> set = model.get(key);
        if (random.nextBoolean()) {
            String popped = runner.run("SPOP", key);
            assertThat(popped).matches(member -> set.isEmpty() ? member.equals("(nil)") : set.remove(member));
            return;
        }
        int wanted = random.nextInt(12);
        List<String> popped = strings(runner.reply("SPOP", key, wanted));
        assertThat(popped).hasSize(Math.min(wanted, set.size())).doesNotHaveDuplicates();
        assertThat(set).containsAll(popped);
        popped.forEach(set::remove);
    }

    private void draw(FamilyRunner runner, Random random) {
        String key = key(random);
        Set<String> set = model.get(key);
        int wanted = 1 + random.nextInt(12);
        List<String> distinct = strings(runner.reply("SRANDMEMBER", key, wanted));
        assertThat(distinct).hasSize(Math.min(wanted, set.size())).doesNotHaveDuplicates();
        List<String> repeated = strings(runner.reply("SRANDMEMBER", key, -wanted));
        assertThat(repeated).hasSize(set.isEmpty() ? 0 : wanted);
        assertThat(set).containsAll(distinct).containsAll(repeated);
        String one = runner.run("SRANDMEMBER", key);
        assertThat(set.isEmpty() ? one.equals("(nil)") : set.contains(one)).isTrue();
        List<String> asked = List.of(member(random), member(random), member(random));
        List<String> found =
                asked.stream().map(member -> set.contains(member) ? "1" : "0").toList();
        assertThat(runner.run("SMISMEMBER", key, asked.get(0), asked.get(1), asked.get(2)))
                .isEqualTo(found.toString());
        assertThat(runner.run("SISMEMBER", key, asked.get(0))).isEqualTo(found.get(0));
    }

    private void combine(FamilyRunner runner, Random random) {
        String operation = List.of("INTER", "UNION", "DIFF").get(random.nextInt(3));
        List<String> keys = new ArrayList<>();
        int sets = 1 + random.nextInt(3);
        for (int i = 0; i < sets; i++) {
            keys.add(random.nextInt(8) == 0 ? "nothing" : key(random));
        }
        Set<String> result = new LinkedHashSet<>(model.getOrDefault(keys.get(0), Set.of()));
        for (String key : keys.subList(1, sets)) {
            Set<String> other = model.getOrDefault(key, Set.of());
            switch (operation) {
                case "INTER" -> result.retainAll(other);
                case "UNION" -> result.addAll(other);
                default -> result.removeAll(other);
            }
        }
        List<Object> request = new ArrayList<>(List.of("S" + operation));
        request.addAll(keys);
        assertThat(strings(runner.reply(request.toArray()))).containsExactlyInAnyOrderElementsOf(result);
        if (operation.equals("INTER")) {
            int limit = random.nextInt(6);
            List<Object> counting = new ArrayList<>(List.of("SINTERCARD", sets));
            counting.addAll(keys);
            counting.addAll(List.of("LIMIT", limit));
            int expected = limit == 0 ? result.size() : Math.min(limit, result.size());
            assertThat(runner.run(counting.toArray())).isEqualTo(String.valueOf(expected));
        }
        if (random.nextBoolean()) {
            String target = key(random);
            request.set(0, "S" + operation + "STORE");
            request.add(1, target);
            assertThat(runner.run(request.toArray())).isEqualTo(String.valueOf(result.size()));
            model.put(target, result);
        }
    }

    private static String key(Random random) {
        return KEYS.get(random.nextInt(KEYS.size()));
    }

    private static String member(Random random) {
        return switch (random.nextInt(60)) {
            case 0 -> "";
            case 1 -> "l".repeat(66);
            case 2 -> "e".repeat(1030) + random.nextInt(3);
            case 3, 4, 5 -> "m" + random.nextInt(15);
            default -> String.valueOf(random.nextInt(60) - 10);
        };
    }
}
