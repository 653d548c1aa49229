package io.sluice.encoding;

import java.util.Arrays;

/**
 * The value of a registry row: which key a large collection or chunked string belongs to.
 *
 * @param generation of the key's database
 * @param key the Redis key, of any length; not copied
 */
public record RegistryEntry(int generation, byte[] key) {

    /** Generation (4 bytes), key. */
    public byte[] encode() {
        byte[] value = new byte[4 + key.length];
        OrderedCodec.putInt(value, 0, generation);
        System.arraycopy(key, 0, value, 4, key.length);
        return value;
    }

    /** @throws EncodingException if this is not a registry row's value */
    public static RegistryEntry decode(byte[] value) {
        ByteReader in = new ByteReader(value, "registry entry");
        return new RegistryEntry(in.readInt(), in.readRest());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RegistryEntry that && generation == that.generation && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return 31 * generation + Arrays.hashCode(key);
    }

    @Override
    public String toString() {
        return "RegistryEntry[generation=" + Integer.toUnsignedString(generation) + ", key of " + key.length
                + " bytes]";
    }
}
