package io.sluice.proxy.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key as a client named it, with what routing and the maps need, computed once: its slot and its seeded hash. Made by
 * {@link KeyHasher}; the array is not changed by anybody. Any thread.
 */
public final class Key {
    private final byte[] bytes;
    private final int slot;
    private final int hash;
    /** As it was asked for last. Whoever sees none, or an older one, makes another. */
    private @Nullable RowId header;

    Key(byte[] bytes, int slot, int hash) {
        this.bytes = bytes;
        this.slot = slot;
        this.hash = hash;
    }

    public byte[] bytes() {
        return bytes;
    }

    /** CRC16 of the key, or of its hash tag, modulo 16384: as Redis Cluster has it. */
    public int slot() {
        return slot;
    }

    /** The 32-bit hash that orders the header rows of a slot. */
    public int hash() {
        return hash;
    }

    /** The name of the header row in a generation; the same one each time, so that what is found out about it is found out once. */
    RowId header(int generation) {
        RowId known = header;
        if (known == null || known.generation() != generation) {
            known = RowId.header(generation, this);
            header = known;
        }
        return known;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key that && hash == that.hash && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
