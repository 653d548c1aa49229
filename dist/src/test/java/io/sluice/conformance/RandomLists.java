package io.sluice.conformance;

import java.util.List;

/** Commands on lists. */
final class RandomLists extends RandomFamily {
    private static final int FEW = 8;
    /** Enough for some chunks, and more than a listpack holds. */
    private static final int MANY = 300;

    private static final String[] LONG = {"a chunk of its own ".repeat(70), "several rows of its own ".repeat(800)};

    RandomLists(Draw draw) {
        super(draw);
    }

    @Override
    public Step get() {
        return switch (random.nextInt(28)) {
            case 0, 1, 2, 3, 4, 5 -> push();
            case 6, 7 -> step(pick("LPOP", "RPOP"), key());
            case 8 -> step(pick("LPOP", "RPOP"), key(), pick("0", "1", "2", "5", "60", "1000", "-1", "abc"));
            case 9 -> step("LLEN", key());
            case 10 -> step("LINDEX", key(), index());
            case 11, 12, 13 -> step("LRANGE", key(), index(), index());
            case 14 -> step("LSET", key(), index(), element());
            case 15, 16 ->
                step("LTRIM", key(), pick("0", "0", "1", "2", "-3", index()), pick("-1", "-1", "-2", index()));
            case 17, 18 -> step("LINSERT", key(), pick("BEFORE", "AFTER"), element(), element());
            case 19, 20 -> step("LREM", key(), pick("0", "1", "-1", "2", "-3"), element());
            case 21, 22 -> position();
            case 23, 24 -> step("LMOVE", key(), key(), pick("LEFT", "RIGHT"), pick("LEFT", "RIGHT"));
            case 25 -> step("RPOPLPUSH", key(), key());
            case 26 ->
                seven
                        ? step("LMPOP", "2", key(), key(), pick("LEFT", "RIGHT"), "COUNT", pick("1", "3", "100", "0"))
                        : step("LLEN", key());
            default -> step("LRANGE", key(), "0", "-1");
        };
    }

    private Step push() {
        List<String> words = words(pick("LPUSH", "RPUSH", "LPUSH", "RPUSH", "LPUSHX", "RPUSHX"), key());
        int count = 1 + random.nextInt(chance(8) ? MANY : 3);
        for (int i = 0; i < count; i++) {
            words.add(element());
        }
        return step(words);
    }

    private Step position() {
        List<String> words = words("LPOS", key(), element());
        if (chance(2)) {
            words.addAll(List.of("RANK", pick("1", "2", "-1", "-2", "0")));
        }
        if (chance(2)) {
            words.addAll(List.of("COUNT", pick("0", "1", "2")));
        }
        if (chance(3)) {
            words.addAll(List.of("MAXLEN", pick("0", "1", "3", "100")));
        }
        return step(words);
    }

    private String element() {
        if (chance(60)) {
            return pick(LONG);
        }
        return chance(3) ? value() : "e" + random.nextInt(FEW);
    }

    private String index() {
        return chance(3)
                ? offset()
                : String.valueOf(random.nextInt(chance(3) ? MANY : FEW) - random.nextInt(chance(3) ? MANY : FEW));
    }
}
