package io.sluice.encoding;

/**
 * The value of a redo head: what the parts beside it mean. Parts are never without a head, so a new owner finds them among
 * the small rows of the slot.
 *
 * @param inForce whether the change has taken effect, so that whoever owns the slot must apply it; if not, the parts are
 *     garbage, and the numbers are 0
 * @param parts how many parts there are
 * @param bytes their length together
 */
public record RedoHead(boolean inForce, int parts, long bytes) {
    private static final byte FORMAT = 1;
    private static final byte GARBAGE = 0;
    private static final byte IN_FORCE = 1;

    /** Of parts that are being written, or are applied and being deleted. */
    public static final RedoHead OF_GARBAGE = new RedoHead(false, 0, 0);

    public RedoHead {
        if (inForce ? parts < 1 || bytes < parts : parts != 0 || bytes != 0) {
            throw new IllegalArgumentException(parts + " parts of " + bytes + " bytes, in force: " + inForce);
        }
    }

    /** Format, state; if in force the number of parts and their length, varints. */
    public byte[] encode() {
        if (!inForce) {
            return new byte[] {FORMAT, GARBAGE};
        }
        byte[] value = new byte[2 + OrderedCodec.varintSize(parts) + OrderedCodec.varintSize(bytes)];
        value[0] = FORMAT;
        value[1] = IN_FORCE;
        int at = OrderedCodec.putVarint(value, 2, parts);
        OrderedCodec.putVarint(value, at, bytes);
        return value;
    }

    /** @throws EncodingException if this is not a redo head's value */
    public static RedoHead decode(byte[] value) {
        ByteReader in = new ByteReader(value, "redo head");
        in.readFormat(FORMAT);
        byte state = in.readByte();
        if (state == GARBAGE) {
            in.finish();
            return OF_GARBAGE;
        }
        if (state != IN_FORCE) {
            throw in.error("state " + (state & 0xFF));
        }
        int parts = in.readVarint(Integer.MAX_VALUE);
        long bytes = in.readVarint();
        in.finish();
        if (parts < 1 || bytes < parts) {
            throw in.error(parts + " parts of " + bytes + " bytes");
        }
        return new RedoHead(true, parts, bytes);
    }
}
