package io.sluice.encoding;

/** The type of a key's value, as stored in its header. The numbers are fixed for ever. */
public final class ValueType {
    public static final byte STRING = 0x01;
    public static final byte LIST = 0x02;
    public static final byte SET = 0x03;
    public static final byte ZSET = 0x04;
    public static final byte HASH = 0x05;
    /** Reserved. */
    public static final byte STREAM = 0x06;

    private ValueType() {}

    /** Whether the number is one of the above. */
    public static boolean isKnown(byte type) {
        return type >= STRING && type <= STREAM;
    }
}
