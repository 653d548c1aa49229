package io.sluice.conformance;

import java.util.ArrayList;
import java.util.List;

/** Commands on sets, alone and combined. */
final class RandomSets extends RandomFamily {
    private static final int MEMBERS = 8;
    /** Long enough for any small set to leave its header row, and its listpack. */
    private static final String LONG = "long ".repeat(1000);

    RandomSets(Draw draw) {
        super(draw);
    }

    @Override
    public Step get() {
        return switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4 -> add();
            case 5, 6, 7 -> step("SREM", key(), member(), member());
            case 8, 9 -> step("SMOVE", key(), key(), member());
            case 10 -> step("SISMEMBER", key(), member());
            case 11 -> step("SMISMEMBER", key(), member(), member(), member());
            case 12 -> step("SCARD", key());
            case 13, 14 -> loosely("unordered", "", "SMEMBERS", key());
            case 15 -> scan();
            case 16 -> loosely("unordered", "", "SPOP", key(), "1000000");
            case 17 -> loosely("unordered", "", "SRANDMEMBER", key(), "1000000");
            case 18 -> loosely("shape", "", "SRANDMEMBER", key(), pick("1", "2", "-3", "0", "abc"));
            case 19 -> count();
            case 20 -> loosely("unordered", "", pick("SINTER", "SUNION", "SDIFF"), key(), key());
            case 21 -> loosely("unordered", "", pick("SINTER", "SUNION", "SDIFF"), key(), key(), key());
            default -> step(pick("SINTERSTORE", "SUNIONSTORE", "SDIFFSTORE"), key(), key(), key());
        };
    }

    private Step add() {
        List<String> words = words("SADD", key());
        int members = 1 + random.nextInt(chance(5) ? 30 : 3);
        for (int i = 0; i < members; i++) {
            words.add(member());
        }
        return step(words);
    }

    private Step count() {
        return seven ? step("SINTERCARD", "2", key(), key(), "LIMIT", pick("0", "1", "3")) : step("SCARD", key());
    }

    private Step scan() {
        List<String> words = new ArrayList<>(List.of("SSCAN", key(), "CURSOR"));
        if (chance(2)) {
            words.addAll(List.of("COUNT", pick("1", "2", "5", "1000")));
        }
        if (chance(3)) {
            words.addAll(List.of("MATCH", pick("*", "m[1-4]", "1*", "nothing")));
        }
        return loosely("scan", "", words.toArray(String[]::new));
    }

    private String member() {
        return switch (random.nextInt(24)) {
            case 0 -> LONG;
            case 1, 2, 3 -> value();
            case 4, 5, 6, 7 -> String.valueOf(random.nextInt(60) - 20);
            default -> "m" + random.nextInt(MEMBERS);
        };
    }
}
