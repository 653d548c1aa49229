package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.MemoryKvStore;
import io.sluice.proxy.check.StoreCheck;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Sorted sets in the header and in rows, with a rank tree and without, against a sorted list: the same random commands and
 * the same answers, and a store in which every count and every end is right.
 */
class ZSetModelTest {
    private static final String LONG = "long".repeat(256);

    private record Entry(String member, double score) {
        static final Comparator<Entry> ORDER = Comparator.comparingDouble(Entry::score)
                .thenComparing(entry -> entry.member.getBytes(ISO_8859_1), (a, b) -> Arrays.compareUnsigned(a, b));

        @Override
        public String toString() {
            return member + "=" + score;
        }
    }

    private final Map<String, Double> model = new HashMap<>();
    private DataFixture data;
    private Random random;
    private boolean crowded;

    @Property(tries = 60)
    void doesWhatASortedListDoes(@ForAll long seed, @ForAll @IntRange(max = 3) int size) {
        random = new Random(seed);
        crowded = random.nextBoolean();
        MemoryKvStore store = new MemoryKvStore();
        try (DataFixture fixture = new DataFixture(store, new int[] {0, 300, 4096, 4096}[size])) {
            data = fixture;
            model.clear();
            for (int step = 0; step < 60; step++) {
                change();
                look();
            }
            List<Entry> all = sorted();
            assertThat(shown("ZRANGE", "z", 0, -1, "WITHSCORES")).isEqualTo(texts(all));
            assertThat(StoreCheck.run(store).violations()).isEmpty();
        }
    }

    private void change() {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> add(1 + random.nextInt(3));
            case 3, 4 -> add(1 + random.nextInt(400));
            case 5 -> remove();
            case 6 -> pop();
            case 7 -> removeRanks();
            case 8 -> removeScores();
            case 9 -> increment();
            default -> add(1);
        }
    }

    private void add(int members) {
        List<Object> request = new ArrayList<>(List.of("ZADD", "z"));
        int before = model.size();
        for (int i = 0; i < members; i++) {
            double score = score();
            String member = member();
            request.add(score);
            request.add(member);
            model.put(member, score);
        }
        assertThat(data.text(request.toArray())).isEqualTo(String.valueOf(model.size() - before));
    }

    private void increment() {
        String member = member();
        double sum = model.getOrDefault(member, 0.0) + 8;
        model.put(member, sum);
        assertThat(data.text("ZINCRBY", "z", 8, member)).isEqualTo("," + text(sum));
    }

    private void remove() {
        List<Object> request = new ArrayList<>(List.of("ZREM", "z"));
        int before = model.size();
        List<Entry> all = sorted();
        int members = 1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 3);
        for (int i = 0; i < members; i++) {
            int kind = random.nextInt(3);
            String member = kind == 0 && !all.isEmpty() ? all.get(i % all.size()).member : member();
            request.add(member);
            model.remove(member);
        }
        assertThat(data.text(request.toArray())).isEqualTo(String.valueOf(before - model.size()));
    }

    private void pop() {
        boolean highest = random.nextBoolean();
        int count = random.nextInt(random.nextInt(4) == 0 ? 1000 : 3);
        List<Entry> all = sorted();
        if (highest) {
            Collections.reverse(all);
        }
        List<Entry> taken = all.subList(0, Math.min(count, all.size()));
        assertThat(shown(highest ? "ZPOPMAX" : "ZPOPMIN", "z", count)).isEqualTo(texts(taken));
        taken.forEach(entry -> model.remove(entry.member));
    }

    private void removeRanks() {
        List<Entry> all = sorted();
        int from = random.nextInt(all.size() + 1);
        int to = Math.min(all.size(), from + random.nextInt(random.nextInt(3) == 0 ? 2000 : 5));
        List<Entry> gone = all.subList(from, to);
        assertThat(data.text("ZREMRANGEBYRANK", "z", from, to - 1))
                .isEqualTo(to == 0 ? String.valueOf(all.size()) : String.valueOf(gone.size()));
        if (to == 0) {
            model.clear();
        }
        gone.forEach(entry -> model.remove(entry.member));
    }

    private void removeScores() {
        double min = score();
        double max = min + random.nextInt(random.nextInt(3) == 0 ? 2000 : 4);
        List<Entry> gone = sorted().stream()
                .filter(entry -> entry.score >= min && entry.score < max)
                .toList();
        assertThat(data.text("ZREMRANGEBYSCORE", "z", min, "(" + max)).isEqualTo(String.valueOf(gone.size()));
        gone.forEach(entry -> model.remove(entry.member));
    }

    private void look() {
        List<Entry> all = sorted();
        assertThat(data.text("ZCARD", "z")).isEqualTo(String.valueOf(all.size()));
        for (int i = 0; i < 3; i++) {
            String member =
                    all.isEmpty() || random.nextInt(5) == 0 ? member() : all.get(random.nextInt(all.size())).member;
            Double score = model.get(member);
            assertThat(data.text("ZSCORE", "z", member)).isEqualTo(score == null ? "null" : "," + text(score));
            int rank = score == null ? -1 : all.indexOf(new Entry(member, score));
            assertThat(data.text("ZRANK", "z", member)).isEqualTo(rank < 0 ? "null" : String.valueOf(rank));
            assertThat(data.text("ZREVRANK", "z", member))
                    .isEqualTo(rank < 0 ? "null" : String.valueOf(all.size() - 1 - rank));
        }
        ranks(all);
        scores(all);
        names(all);
    }

    private void ranks(List<Entry> all) {
        int from = random.nextInt(all.size() + 1);
        int to = Math.min(all.size(), from + random.nextInt(20));
        List<Entry> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        if (to > 0) {
            assertThat(shown("ZRANGE", "z", from, to - 1, "WITHSCORES")).isEqualTo(texts(all.subList(from, to)));
            assertThat(shown("ZREVRANGE", "z", from, to - 1, "WITHSCORES"))
                    .isEqualTo(texts(reversed.subList(from, to)));
        }
    }

    private void scores(List<Entry> all) {
        double min = score();
        double max = min + random.nextInt(300);
        List<Entry> meant = all.stream()
                .filter(entry -> entry.score > min && entry.score <= max)
                .toList();
        assertThat(data.text("ZCOUNT", "z", "(" + min, max)).isEqualTo(String.valueOf(meant.size()));
        int offset = random.nextInt(random.nextInt(3) == 0 ? 600 : 5);
        List<Entry> page = meant.stream().skip(offset).limit(7).toList();
        assertThat(shown("ZRANGEBYSCORE", "z", "(" + min, max, "LIMIT", offset, 7, "WITHSCORES"))
                .isEqualTo(texts(page));
        List<Entry> reversed = new ArrayList<>(meant);
        Collections.reverse(reversed);
        List<Entry> last = reversed.stream().skip(offset).limit(7).toList();
        assertThat(shown("ZREVRANGEBYSCORE", "z", max, "(" + min, "LIMIT", offset, 7, "WITHSCORES"))
                .isEqualTo(texts(last));
    }

    /** Names only mean something among members of one score. */
    private void names(List<Entry> all) {
        if (all.isEmpty() || all.get(0).score != all.get(all.size() - 1).score) {
            return;
        }
        byte[] min = member().getBytes(ISO_8859_1);
        byte[] max = member().getBytes(ISO_8859_1);
        List<Entry> meant = all.stream()
                .filter(entry -> Arrays.compareUnsigned(entry.member.getBytes(ISO_8859_1), min) >= 0)
                .filter(entry -> Arrays.compareUnsigned(entry.member.getBytes(ISO_8859_1), max) < 0)
                .toList();
        String from = "[" + new String(min, ISO_8859_1);
        String to = "(" + new String(max, ISO_8859_1);
        assertThat(data.text("ZLEXCOUNT", "z", from, to)).isEqualTo(String.valueOf(meant.size()));
        assertThat(FamilyRunner.show(data.run("ZRANGEBYLEX", "z", from, to)))
                .isEqualTo(meant.stream().map(Entry::member).toList().toString());
    }

    private List<Entry> sorted() {
        List<Entry> entries = new ArrayList<>();
        model.forEach((member, score) -> entries.add(new Entry(member, score)));
        entries.sort(Entry.ORDER);
        return entries;
    }

    private static List<String> texts(List<Entry> entries) {
        return entries.stream()
                .map(entry -> entry.member + "=" + text(entry.score))
                .toList();
    }

    private List<String> shown(Object... request) {
        Reply reply = data.run(request);
        List<String> parts = ((Reply.Aggregate) reply)
                .elements().stream().map(FamilyRunner::show).toList();
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < parts.size(); i += 2) {
            pairs.add(parts.get(i) + "=" + parts.get(i + 1).replaceFirst("^,", ""));
        }
        return pairs;
    }

    private static String text(double score) {
        return new String(Doubles.format(score), ISO_8859_1);
    }

    private double score() {
        return crowded ? 3 : random.nextInt(2000) / 2.0 - 300;
    }

    private String member() {
        return switch (random.nextInt(crowded ? 4 : 40)) {
            case 0 -> LONG + random.nextInt(200);
            case 1 -> LONG.substring(0, 1023) + (char) (random.nextInt(3) + 'f');
            case 2 -> "" + (char) random.nextInt(256);
            default -> "m" + random.nextInt(3000);
        };
    }
}
