package io.sluice.conformance;

import java.util.Comparator;

/** A version of Redis, of which only the first two numbers decide about behaviour. */
record RedisVersion(int major, int minor) implements Comparable<RedisVersion> {

    static final RedisVersion ANY = new RedisVersion(0, 0);

    static RedisVersion parse(String text) {
        String[] parts = text.trim().split("\\.");
        return new RedisVersion(Integer.parseInt(parts[0]), parts.length > 1 ? Integer.parseInt(parts[1]) : 0);
    }

    boolean isBefore(RedisVersion other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(RedisVersion other) {
        return Comparator.comparingInt(RedisVersion::major)
                .thenComparingInt(RedisVersion::minor)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
