package io.sluice.bench.run;

/**
 * What a row is held to.
 *
 * @param floor that it must reach
 * @param aim that it should
 */
record Target(Kind kind, double floor, double aim) {
    enum Kind {
        /** Sluice's figure over Redis's is at least the floor. */
        RATIO_AT_LEAST,
        /** Sluice's figure over Redis's is at most the floor. */
        RATIO_AT_MOST,
        /** Sluice's figure is at most the floor. */
        VALUE_AT_MOST,
        /** For information. */
        NONE
    }

    static final Target NONE = new Target(Kind.NONE, Double.NaN, Double.NaN);

    static final Target SINGLE = new Target(Kind.RATIO_AT_LEAST, 0.80, 0.95);
    static final Target PIPELINED_READ = new Target(Kind.RATIO_AT_LEAST, 0.45, 0.8);
    static final Target PIPELINED_WRITE = new Target(Kind.RATIO_AT_LEAST, 0.35, 0.7);
    static final Target PIPELINED_MANY = new Target(Kind.RATIO_AT_LEAST, 0.6, 1.0);
    static final Target MIX = new Target(Kind.RATIO_AT_LEAST, 0.80, 0.95);
    static final Target TAIL = new Target(Kind.RATIO_AT_MOST, 2, 1.2);
    static final Target START = new Target(Kind.VALUE_AT_MOST, 2, 0.7);
    static final Target IDLE = new Target(Kind.VALUE_AT_MOST, 200, 100);
    static final Target IDLE_CONNECTIONS = new Target(Kind.VALUE_AT_MOST, 20, 5);

    String verdict(double redis, double sluice) {
        double figure = kind == Kind.VALUE_AT_MOST ? sluice : sluice / redis;
        return switch (kind) {
            case NONE -> "";
            case RATIO_AT_LEAST -> word(figure >= floor, figure >= aim);
            case RATIO_AT_MOST, VALUE_AT_MOST -> word(figure <= floor, figure <= aim);
        };
    }

    private static String word(boolean pass, boolean aimed) {
        if (!pass) {
            return "FAIL";
        }
        return aimed ? "aim" : "pass";
    }
}
