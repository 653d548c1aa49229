package io.sluice.proxy.type.string;

/** The operations of BITOP that take any number of strings. NOT takes one and is {@link Bits#not}. */
public enum BitOperation {
    AND,
    OR,
    XOR;

    long apply(long a, long b) {
        return switch (this) {
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
        };
    }
}
