package io.sluice.proxy.type.string;

/** What the ends of a range of BITCOUNT and BITPOS count. */
public enum BitUnit {
    BYTE,
    BIT
}
