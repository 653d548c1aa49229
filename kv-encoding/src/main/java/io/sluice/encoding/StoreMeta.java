package io.sluice.encoding;

import java.util.Arrays;

/**
 * The value of the store's own row: written once, by the first process that opens an empty store.
 *
 * @param formatVersion of all rows of the store; {@link #CURRENT_FORMAT} in a store that this version makes
 * @param hashSeed of the hashes that order headers and elements; drawn at random, never changed
 */
public record StoreMeta(int formatVersion, long hashSeed) {
    /** The format that this version reads and writes. */
    public static final int CURRENT_FORMAT = 1;

    private static final byte[] MAGIC = {'s', 'l', 'u', 'i', 'c', 'e'};

    /** @throws IllegalArgumentException if the format is not {@link #CURRENT_FORMAT} */
    public StoreMeta {
        if (formatVersion != CURRENT_FORMAT) {
            throw new IllegalArgumentException("format " + formatVersion + " cannot be written");
        }
    }

    /** The meta row of a new store. */
    public static StoreMeta create(long hashSeed) {
        return new StoreMeta(CURRENT_FORMAT, hashSeed);
    }

    /** Magic (6 bytes, "sluice"), format version (4), hash seed (8). */
    public byte[] encode() {
        byte[] value = Arrays.copyOf(MAGIC, MAGIC.length + 4 + 8);
        OrderedCodec.putInt(value, MAGIC.length, formatVersion);
        OrderedCodec.putLong(value, MAGIC.length + 4, hashSeed);
        return value;
    }

    /** @throws EncodingException if this is not Sluice's, or the store's format is another than the current one */
    public static StoreMeta decode(byte[] value) {
        ByteReader in = new ByteReader(value, "store row");
        if (!Arrays.equals(in.readBytes(MAGIC.length), MAGIC)) {
            throw in.error("does not begin with \"sluice\"; these are another program's rows");
        }
        int version = in.readInt();
        if (version != CURRENT_FORMAT) {
            throw in.error("the store has format " + Integer.toUnsignedString(version)
                    + ", this version of Sluice reads " + CURRENT_FORMAT);
        }
        long seed = in.readLong();
        in.finish();
        return new StoreMeta(version, seed);
    }
}
