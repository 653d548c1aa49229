package io.sluice.conformance;

import java.util.List;

/**
 * Commands on positions, over the keys that other families use too. Distances are shown, but not stored: their last bit is
 * that of the functions of a C library, and not always the nearest.
 */
final class RandomGeo extends RandomFamily {
    private static final int MEMBERS = 9;
    /** Long enough for any small set to leave its header row; it shares its beginning with a member of sorted sets. */
    private static final String LONG = "long ".repeat(300);

    private static final String[] LONGITUDES = {
        "0", "1", "1.001", "13.361389", "-73.9454966", "180", "-180", "179.9999", "-0", "181", "x"
    };
    private static final String[] LATITUDES = {
        "0", "1", "1.001", "38.115556", "-40.747533", "85.05112878", "-85", "84.9", "-0", "86", "nan"
    };
    private static final String[] LENGTHS = {"0", "1", "100", "150.5", "20000", "1e7", "-1", "inf", "y"};

    RandomGeo(Draw draw) {
        super(draw);
    }

    @Override
    public Step get() {
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> add();
            case 4 -> step("GEODIST", key(), member(), member());
            case 5 -> step("GEODIST", key(), member(), member(), unit());
            case 6 -> step("GEOPOS", key(), member(), member());
            case 7 -> step("GEOHASH", key(), member(), member());
            case 8 -> around(words("GEORADIUS", key(), longitude(), latitude(), length(), unit()));
            case 9 -> around(words("GEORADIUSBYMEMBER", key(), member(), length(), unit()));
            case 10 -> store();
            default -> search();
        };
    }

    private Step add() {
        List<String> words = words("GEOADD", key());
        if (chance(3)) {
            words.add(pick("NX", "XX", "CH"));
        }
        int positions = 1 + random.nextInt(chance(6) ? 20 : 3);
        for (int i = 0; i < positions; i++) {
            words.addAll(List.of(longitude(), latitude(), chance(10) ? "g" + random.nextInt(40) : member()));
        }
        return step(words);
    }

    /** The older forms, which may be told to store what they find. */
    private Step around(List<String> words) {
        if (chance(3)) {
            words.addAll(List.of("STORE", key()));
        } else {
            shown(words);
        }
        return limited(words);
    }

    private Step search() {
        List<String> words = words("GEOSEARCH", key());
        place(words);
        shown(words);
        return limited(words);
    }

    private Step store() {
        List<String> words = words("GEOSEARCHSTORE", key(), key());
        place(words);
        return limited(words);
    }

    private void place(List<String> words) {
        words.addAll(chance(2) ? List.of("FROMMEMBER", member()) : List.of("FROMLONLAT", longitude(), latitude()));
        words.addAll(chance(2) ? List.of("BYRADIUS", length(), unit()) : List.of("BYBOX", length(), length(), unit()));
    }

    private void shown(List<String> words) {
        for (String option : List.of("WITHDIST", "WITHHASH", "WITHCOORD")) {
            if (chance(3)) {
                words.add(option);
            }
        }
    }

    private Step limited(List<String> words) {
        if (chance(2)) {
            words.addAll(List.of("COUNT", pick("1", "2", "3", "10", "0")));
            words.addAll(chance(2) ? List.of("ANY") : List.of());
        }
        words.addAll(chance(2) ? List.of(pick("ASC", "DESC")) : List.of());
        return step(words);
    }

    private String longitude() {
        return coordinate(LONGITUDES, 180);
    }

    private String latitude() {
        return coordinate(LATITUDES, 85);
    }

    /** Mostly one of a few, since positions that meet are the interesting ones; seldom one that is refused. */
    private String coordinate(String[] few, int largest) {
        if (chance(3)) {
            return String.valueOf(random.nextInt(2 * largest * 1000 + 1) / 1000.0 - largest);
        }
        return few[random.nextInt(chance(15) ? few.length : few.length - 2)];
    }

    private String length() {
        return LENGTHS[random.nextInt(chance(15) ? LENGTHS.length : LENGTHS.length - 3)];
    }

    private String unit() {
        return chance(20) ? pick("KM", "yd") : pick("m", "km", "ft", "mi");
    }

    private String member() {
        return chance(25) ? LONG + random.nextInt(3) : "m" + random.nextInt(MEMBERS);
    }
}
