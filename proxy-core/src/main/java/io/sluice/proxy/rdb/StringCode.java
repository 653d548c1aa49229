package io.sluice.proxy.rdb;

/** How lengths and strings begin: the two highest bits of the first byte, or the whole of it. */
final class StringCode {
    static final int LENGTH_6 = 0;
    static final int LENGTH_14 = 1;
    static final int LENGTH_32 = 0x80;
    static final int LENGTH_64 = 0x81;
    static final int INT_8 = 0xc0;
    static final int INT_16 = 0xc1;
    static final int INT_32 = 0xc2;
    static final int LZF = 0xc3;

    private StringCode() {}
}
