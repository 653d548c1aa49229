package io.sluice.conformance;

/** Makes keys that hold no string. */
final class RandomOtherTypes extends RandomFamily {

    RandomOtherTypes(Draw draw) {
        super(draw);
    }

    @Override
    public Step get() {
        return switch (random.nextInt(4)) {
            case 0 -> step("LPUSH", key(), value());
            case 1 -> step("SADD", key(), value());
            case 2 -> step("HSET", key(), "f", value());
            default -> step("ZADD", key(), "1", value());
        };
    }
}
