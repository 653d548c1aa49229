package io.sluice.encoding;

import java.util.UUID;

/**
 * The value of a slot's fence row: who owns it.
 *
 * @param epoch rises with every owner, and when an owner seals its own; from 1 to {@link Ids#MAX_EPOCH}
 * @param incarnation the owning process: drawn at random at each start
 * @param clockMs milliseconds since 1970; the owner's clock is never below it
 */
public record Fence(long epoch, UUID incarnation, long clockMs) {
    private static final byte FORMAT = 1;
    private static final int LENGTH = 1 + 8 + 16 + 8;

    /** @throws IllegalArgumentException if the epoch is out of range, or the clock negative */
    public Fence {
        if (epoch < 1 || epoch > Ids.MAX_EPOCH || clockMs < 0) {
            throw new IllegalArgumentException("no fence has epoch " + epoch + " and clock " + clockMs);
        }
    }

    /** Format, epoch (8 bytes), incarnation (16), clock (8). */
    public byte[] encode() {
        byte[] value = new byte[LENGTH];
        value[0] = FORMAT;
        OrderedCodec.putLong(value, 1, epoch);
        OrderedCodec.putLong(value, 9, incarnation.getMostSignificantBits());
        OrderedCodec.putLong(value, 17, incarnation.getLeastSignificantBits());
        OrderedCodec.putLong(value, 25, clockMs);
        return value;
    }

    /** @throws EncodingException if this is not a fence of this version */
    public static Fence decode(byte[] value) {
        ByteReader in = new ByteReader(value, "fence");
        in.readFormat(FORMAT);
        long epoch = in.readLong();
        UUID incarnation = new UUID(in.readLong(), in.readLong());
        long clockMs = in.readTime();
        in.finish();
        if (epoch < 1 || epoch > Ids.MAX_EPOCH) {
            throw in.error("epoch " + epoch);
        }
        return new Fence(epoch, incarnation, clockMs);
    }

    /** The value of every seal row: one byte, since a store may read an empty value as absent. */
    public static byte[] sealValue() {
        return new byte[] {FORMAT};
    }
}
