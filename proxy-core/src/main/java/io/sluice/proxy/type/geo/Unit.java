package io.sluice.proxy.type.geo;

import org.jspecify.annotations.Nullable;

/** A unit of length, with Redis's lengths. */
public enum Unit {
    M(1),
    KM(1_000),
    FT(0.3048),
    MI(1_609.34);

    private final double meters;

    Unit(double meters) {
        this.meters = meters;
    }

    /** How many meters it is. */
    public double meters() {
        return meters;
    }

    /** The unit of this name, in any case, or null. */
    public static @Nullable Unit named(String name) {
        for (Unit unit : values()) {
            if (unit.name().equalsIgnoreCase(name)) {
                return unit;
            }
        }
        return null;
    }
}
