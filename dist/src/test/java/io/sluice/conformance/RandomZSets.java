package io.sluice.conformance;

import java.util.ArrayList;
import java.util.List;

/** Commands on sorted sets. */
final class RandomZSets extends RandomFamily {
    private static final int MEMBERS = 9;
    /** Long enough for any small set to leave its header row, and its listpack; they share more than a row key holds. */
    private static final String LONG = "long ".repeat(300);
    /** Scores whose sums are exact, so that both ways of writing them agree. */
    private static final String[] SCORES = {
        "0", "1", "2", "3", "-1", "-2.5", "0.25", "1.5", "10", "1e3", "-1024", "inf", "-inf", "+5", "0x10", "nan", "x"
    };

    RandomZSets(Draw draw) {
        super(draw);
    }

    @Override
    public Step get() {
        return switch (random.nextInt(36)) {
            case 0, 1, 2, 3, 4, 5 -> add();
            case 6 -> step("ZINCRBY", key(), score(), member());
            case 7, 8 -> step("ZREM", key(), member(), member());
            case 9 -> step("ZSCORE", key(), member());
            case 10 -> step("ZMSCORE", key(), member(), member(), member());
            case 11 -> step(pick("ZRANK", "ZREVRANK"), key(), member());
            case 12 -> step("ZCOUNT", key(), bound(), bound());
            case 13 -> step("ZCARD", key());
            case 14 -> step("ZLEXCOUNT", key(), name(), name());
            case 15, 16 -> step(with("WITHSCORES", pick("ZRANGE", "ZREVRANGE"), key(), offset(), offset()));
            case 17, 18 -> byScore(pick("ZRANGEBYSCORE", "ZREVRANGEBYSCORE"));
            case 19 -> byName();
            case 20 -> range();
            case 21 -> store();
            case 22 -> step("ZREMRANGEBYRANK", key(), offset(), offset());
            case 23 -> step("ZREMRANGEBYSCORE", key(), bound(), bound());
            case 24 -> step("ZREMRANGEBYLEX", key(), name(), name());
            case 25 -> step(pick("ZPOPMIN", "ZPOPMAX"), key());
            case 26 -> step(pick("ZPOPMIN", "ZPOPMAX"), key(), pick("0", "1", "2", "3", "100", "-1"));
            case 27 -> seven ? step("ZMPOP", "2", key(), key(), pick("MIN", "MAX"), "COUNT", pick("1", "3")) : add();
            case 28, 29 -> combine();
            case 30 -> combineAndStore();
            case 31 -> scan();
            case 32 -> loosely("shape", "", "ZRANDMEMBER", key(), pick("1", "2", "-3", "0", "abc"));
            case 33 -> step("ZRANDMEMBER", key(), "1000000", "WITHSCORES");
            default -> step("ZRANGE", key(), "0", "-1", "WITHSCORES");
        };
    }

    /** Sums of scores may need more digits than Redis 7.0 and 7.2 write alike. */
    @Override
    Step step(List<String> words) {
        return loosely("doubles", "", words.toArray(String[]::new));
    }

    private Step add() {
        List<String> words = words("ZADD", key());
        if (chance(3)) {
            words.add(pick("NX", "XX", "GT", "LT", "CH", "INCR"));
        }
        if (chance(5)) {
            words.add(pick("NX", "XX", "GT", "LT", "CH", "INCR"));
        }
        int pairs = 1 + random.nextInt(chance(6) ? 20 : 3);
        for (int i = 0; i < pairs; i++) {
            words.add(chance(20) ? pick(SCORES) : score());
            words.add(chance(10) ? "g" + random.nextInt(40) : member());
        }
        return step(words);
    }

    private Step byScore(String command) {
        return step(limited(with("WITHSCORES", command, key(), bound(), bound())));
    }

    private Step byName() {
        return step(limited(words(pick("ZRANGEBYLEX", "ZREVRANGEBYLEX"), key(), name(), name())));
    }

    private Step range() {
        List<String> words =
                switch (random.nextInt(3)) {
                    case 0 -> words("ZRANGE", key(), offset(), offset());
                    case 1 -> words("ZRANGE", key(), bound(), bound(), "BYSCORE");
                    default -> words("ZRANGE", key(), name(), name(), "BYLEX");
                };
        if (chance(2)) {
            words.add("REV");
        }
        return step(limited(words));
    }

    private Step store() {
        List<String> words = chance(2)
                ? words("ZRANGESTORE", key(), key(), offset(), offset())
                : words("ZRANGESTORE", key(), key(), bound(), bound(), "BYSCORE");
        if (chance(3)) {
            words.add("REV");
        }
        return step(words);
    }

    private Step combine() {
        List<String> words = words(seven && chance(4) ? "ZINTERCARD" : pick("ZUNION", "ZINTER", "ZDIFF"));
        words.addAll(List.of("2", key(), key()));
        if (words.get(0).equals("ZINTERCARD")) {
            words.addAll(chance(2) ? List.of("LIMIT", pick("0", "1", "2")) : List.of());
        } else {
            words.addAll(chance(2) ? List.of("WITHSCORES") : List.of());
            aggregate(words);
        }
        return step(words);
    }

    private Step combineAndStore() {
        List<String> words = words(pick("ZUNIONSTORE", "ZINTERSTORE", "ZDIFFSTORE"), key(), "2", key(), key());
        aggregate(words);
        return step(words);
    }

    /** Weights above 0: Redis shows the negative zeroes that others make in its large form alone. */
    private void aggregate(List<String> words) {
        if (!words.get(0).startsWith("ZDIFF")) {
            words.addAll(chance(3) ? List.of("WEIGHTS", pick("1", "0.5", "inf"), pick("2", "3")) : List.of());
            words.addAll(chance(3) ? List.of("AGGREGATE", pick("SUM", "MIN", "MAX")) : List.of());
        }
    }

    private Step scan() {
        List<String> words = words("ZSCAN", key(), "CURSOR");
        if (chance(2)) {
            words.addAll(List.of("COUNT", pick("1", "2", "5", "1000")));
        }
        if (chance(3)) {
            words.addAll(List.of("MATCH", pick("*", "m[1-4]", "g*", "nothing")));
        }
        return loosely("scan", "pairs", words.toArray(String[]::new));
    }

    private List<String> with(String option, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        if (chance(2)) {
            all.add(option);
        }
        return all;
    }

    private List<String> limited(List<String> words) {
        if (chance(3)) {
            words.addAll(List.of("LIMIT", pick("0", "1", "2", "-1"), pick("0", "1", "2", "10", "-1")));
        }
        return words;
    }

    private String score() {
        return SCORES[random.nextInt(SCORES.length - 2)];
    }

    private String bound() {
        return chance(30) ? pick(SCORES) : (chance(4) ? "(" : "") + score();
    }

    private String name() {
        return chance(4) ? pick("-", "+", "x") : pick("[", "(") + member();
    }

    private String member() {
        if (chance(25)) {
            return LONG + random.nextInt(4);
        }
        return chance(12) ? value() : "m" + random.nextInt(MEMBERS);
    }
}
