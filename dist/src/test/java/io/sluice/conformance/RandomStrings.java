package io.sluice.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Commands on strings, on keys of any type, and on databases. */
final class RandomStrings extends RandomFamily {
    private static final String[] BIT_TYPES = {
        "u1", "u8", "i8", "u16", "i16", "u5", "i3", "u63", "i64", "i33", "u32", "u64", "i65", "x8"
    };

    private final List<Supplier<Step>> kinds = new ArrayList<>();

    RandomStrings(Draw draw) {
        super(draw);
        weigh(20, this::string);
        weigh(12, this::number);
        weigh(8, this::range);
        weigh(8, this::bit);
        weigh(6, this::bitfield);
        weigh(6, this::hyperLogLog);
        weigh(12, this::keySpace);
        weigh(12, this::expiry);
        weigh(6, this::database);
        weigh(4, this::dump);
        weigh(10, this::look);
    }

    private void weigh(int weight, Supplier<Step> kind) {
        for (int i = 0; i < weight; i++) {
            kinds.add(kind);
        }
    }

    @Override
    public Step get() {
        return kinds.get(random.nextInt(kinds.size())).get();
    }

    private Step string() {
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> set();
            case 3 -> step("SETNX", key(), value());
            case 4 -> step("GETSET", key(), value());
            case 5 -> step("GETDEL", key());
            case 6 -> getex();
            case 7 -> step("APPEND", key(), value());
            case 8 -> step("MSET", key(), value(), key(), value());
            case 9 -> step("MSETNX", key(), value(), key(), value());
            case 10 -> step("MGET", key(), key(), key());
            case 11 -> step(pick("SETEX", "PSETEX"), key(), relativeSeconds(), value());
            case 12 -> seven ? lcs() : step("STRLEN", key());
            default -> step("GET", key());
        };
    }

    private Step set() {
        List<String> words = words("SET", key(), value());
        if (chance(3)) {
            words.add(pick("NX", "XX"));
        }
        if (seven ? chance(4) : chance(4) && !words.contains("NX")) {
            words.add("GET");
        }
        if (chance(4)) {
            words.addAll(expiryOption(this::futureSeconds, this::futureMillis));
        } else if (chance(5)) {
            words.add("KEEPTTL");
        }
        return step(words);
    }

    private List<String> expiryOption(Supplier<String> seconds, Supplier<String> millis) {
        return switch (random.nextInt(seven ? 5 : 4)) {
            case 0 -> List.of("EX", relativeSeconds());
            case 1 -> List.of("PX", relativeMillis());
            case 2 -> List.of("EXAT", seconds.get());
            case 3 -> List.of("PXAT", millis.get());
            default -> List.of("EX", pick("0", "-1", "abc", "9223372036854775807"));
        };
    }

    private Step getex() {
        List<String> words = words("GETEX", key());
        if (chance(3)) {
            words.add("PERSIST");
        } else if (chance(2)) {
            words.addAll(expiryOption(this::absoluteSeconds, this::absoluteMillis));
        }
        return step(words);
    }

    private Step lcs() {
        List<String> words = words("LCS", key(), key());
        switch (random.nextInt(4)) {
            case 0 -> words.add("LEN");
            case 1 -> words.addAll(List.of("IDX", "MINMATCHLEN", pick("0", "1", "2")));
            case 2 -> words.addAll(List.of("IDX", "WITHMATCHLEN"));
            default -> {}
        }
        return step(words);
    }

    private Step number() {
        return switch (random.nextInt(6)) {
            case 0 -> step("INCR", key());
            case 1 -> step("DECR", key());
            case 2 -> step("INCRBY", key(), pick(INTEGERS));
            case 3 -> seven ? step("DECRBY", key(), pick(INTEGERS)) : step("DECR", key());
            default -> step("INCRBYFLOAT", key(), pick(FLOATS));
        };
    }

    private Step range() {
        return switch (random.nextInt(4)) {
            case 0 -> step("SETRANGE", key(), pick("0", "1", "5", "40", "-1"), value());
            case 1 -> step("STRLEN", key());
            default -> step(pick("GETRANGE", "SUBSTR"), key(), offset(), offset());
        };
    }

    private Step bit() {
        return switch (random.nextInt(6)) {
            case 0, 1 -> step("SETBIT", key(), pick("0", "1", "7", "8", "31", "100", "-1"), pick("0", "1", "1", "2"));
            case 2 -> step("GETBIT", key(), pick("0", "1", "7", "8", "31", "100", "1000"));
            case 3 -> bitCount();
            case 4 -> bitPos();
            default ->
                chance(5)
                        ? step("BITOP", "NOT", key(), key())
                        : step("BITOP", pick("AND", "OR", "XOR"), key(), key(), key());
        };
    }

    private Step bitCount() {
        List<String> words = words("BITCOUNT", key());
        if (chance(2)) {
            words.addAll(List.of(offset(), offset()));
            if (seven && chance(2)) {
                words.add(pick("BIT", "BYTE"));
            }
        }
        return step(words);
    }

    private Step bitPos() {
        List<String> words = words("BITPOS", key(), pick("0", "1"));
        if (chance(2)) {
            words.add(offset());
            if (chance(2)) {
                words.add(offset());
                if (seven && chance(2)) {
                    words.add(pick("BIT", "BYTE"));
                }
            }
        }
        return step(words);
    }

    private Step bitfield() {
        if (chance(5)) {
            return step("BITFIELD_RO", key(), "GET", pick(BIT_TYPES), bitOffset());
        }
        List<String> words = words("BITFIELD", key());
        int operations = 1 + random.nextInt(3);
        for (int i = 0; i < operations; i++) {
            switch (random.nextInt(4)) {
                case 0 -> words.addAll(List.of("GET", pick(BIT_TYPES), bitOffset()));
                case 1 -> words.addAll(List.of("SET", pick(BIT_TYPES), bitOffset(), pick(INTEGERS)));
                case 2 -> words.addAll(List.of("INCRBY", pick(BIT_TYPES), bitOffset(), pick(INTEGERS)));
                default -> words.addAll(List.of("OVERFLOW", pick("WRAP", "SAT", "FAIL")));
            }
        }
        return step(words);
    }

    private Step hyperLogLog() {
        return switch (random.nextInt(4)) {
            case 0, 1 -> step("PFADD", key(), value(), value(), value());
            case 2 -> step("PFCOUNT", key(), key());
            default -> step("PFMERGE", key(), key(), key());
        };
    }

    private Step keySpace() {
        return switch (random.nextInt(9)) {
            case 0 -> step(pick("DEL", "UNLINK"), key(), key());
            case 1 -> step("EXISTS", key(), key(), key());
            case 2 -> step("TYPE", key());
            case 3 -> step("TOUCH", key(), key());
            case 4, 5 -> step("RENAME", key(), key());
            case 6 -> step("RENAMENX", key(), key());
            default -> {
                List<String> words = words("COPY", key(), key());
                if (chance(3)) {
                    words.addAll(List.of("DB", database0()));
                }
                if (chance(2)) {
                    words.add("REPLACE");
                }
                yield step(words);
            }
        };
    }

    private Step expiry() {
        int kind = random.nextInt(4);
        List<String> words =
                words(List.of("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT").get(kind), key());
        if (seven && chance(6)) {
            words.add(pick("0", "-1", "1", "abc", "9223372036854775807", "-9223372036854775808"));
            boolean soon = kind < 2 && words.get(2).equals("1");
            if (soon) {
                words.set(2, "0");
            }
        } else {
            words.add(
                    switch (kind) {
                        case 0 -> relativeSeconds();
                        case 1 -> relativeMillis();
                        case 2 -> absoluteSeconds();
                        default -> absoluteMillis();
                    });
        }
        if (seven && chance(2)) {
            words.add(pick("NX", "XX", "GT", "LT"));
        }
        return chance(6) ? step("PERSIST", key()) : step(words);
    }

    private Step database() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> step("SELECT", database0());
            case 2, 3 -> step("MOVE", key(), database0());
            case 4 -> step("SWAPDB", database0(), database0());
            case 5 -> chance(3) ? step("FLUSHDB") : step("DBSIZE");
            case 6 -> step("DBSIZE");
            default -> loosely("unordered", "", "KEYS", pick("*", tag + "k[1-3]", tag + "?2", "nothing*"));
        };
    }

    private Step dump() {
        if (chance(3)) {
            return loosely("kind", "", "DUMP", key());
        }
        byte[] payload = DumpPayload.ofString(value().getBytes(StandardCharsets.ISO_8859_1));
        List<String> words = words("RESTORE", key(), "0", new String(payload, StandardCharsets.ISO_8859_1));
        if (chance(2)) {
            words.set(2, absoluteMillis());
            words.add("ABSTTL");
        }
        if (chance(2)) {
            words.add("REPLACE");
        }
        return step(words);
    }

    private Step look() {
        return switch (random.nextInt(6)) {
            case 0 -> loosely("~", "30", "TTL", key());
            case 1 -> loosely("~", "30000", "PTTL", key());
            case 2 -> seven ? loosely("~", "30", "EXPIRETIME", key()) : step("EXISTS", key());
            case 3 -> seven ? loosely("~", "30000", "PEXPIRETIME", key()) : step("EXISTS", key());
            case 4 -> encoding();
            default -> step("GET", key());
        };
    }

    /** The encodings of small collections, and so their payloads, have changed with every version of Redis. */
    private Step encoding() {
        return loosely("kind", "", "OBJECT", "ENCODING", key());
    }

    private String bitOffset() {
        return pick("0", "1", "7", "8", "#0", "#1", "#3", "63", "100", "-1");
    }

    /** SET leaves a key of the past in place until something finds it expired: when DBSIZE drops is not defined. */
    private String futureSeconds() {
        return pick("4102444800", "4102444801", "5000000000");
    }

    private String futureMillis() {
        return pick("4102444800000", "4102444800123", "5000000000000");
    }
}
