package io.sluice.conformance;

import java.util.ArrayList;
import java.util.List;

/** Commands on hashes. */
final class RandomHashes extends RandomFamily {
    private static final int FIELDS = 8;
    /** Long enough for any small hash to leave its header row, and its listpack. */
    private static final String LONG = "long ".repeat(1000);

    RandomHashes(Draw draw) {
        super(draw);
    }

    @Override
    public Step get() {
        return switch (random.nextInt(22)) {
            case 0, 1, 2, 3 -> set("HSET");
            case 4 -> set("HMSET");
            case 5 -> step("HSETNX", key(), field(), hashValue());
            case 6, 7 -> step("HINCRBY", key(), field(), pick(INTEGERS));
            case 8 -> step("HINCRBYFLOAT", key(), field(), pick(FLOATS));
            case 9, 10, 11 -> step(words("HDEL", key(), field(), field()));
            case 12 -> step("HGET", key(), field());
            case 13 -> step("HMGET", key(), field(), field(), field());
            case 14, 15 -> loosely("pairs", "", "HGETALL", key());
            case 16 -> loosely("unordered", "", pick("HKEYS", "HVALS"), key());
            case 17 -> step("HLEN", key());
            case 18 -> step(pick("HEXISTS", "HSTRLEN"), key(), field());
            case 19 -> scan();
            case 20 -> loosely("pairs", "", "HRANDFIELD", key(), "1000000", "WITHVALUES");
            default -> loosely("shape", "", "HRANDFIELD", key(), pick("1", "2", "-3", "0", "abc"));
        };
    }

    private Step set(String command) {
        List<String> words = words(command, key());
        int pairs = 1 + random.nextInt(chance(5) ? 20 : 3);
        for (int i = 0; i < pairs; i++) {
            words.add(chance(10) ? "g" + random.nextInt(40) : field());
            words.add(hashValue());
        }
        return step(words);
    }

    private Step scan() {
        List<String> words = new ArrayList<>(List.of("HSCAN", key(), "CURSOR"));
        if (chance(2)) {
            words.addAll(List.of("COUNT", pick("1", "2", "5", "1000")));
        }
        if (chance(3)) {
            words.addAll(List.of("MATCH", pick("*", "f[1-4]", "g*", "nothing")));
        }
        return loosely("scan", "pairs", words.toArray(String[]::new));
    }

    private String field() {
        return chance(12) ? value() : "f" + random.nextInt(FIELDS);
    }

    private String hashValue() {
        return chance(25) ? LONG : value();
    }
}
