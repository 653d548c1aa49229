package io.sluice.proxy.engine;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * Routes and orders keys: the slot as Redis Cluster computes it, and the seeded hash (the low 32 bits of XXH3-64 with the
 * store's seed) that orders header rows and elements. The seed keeps clients from choosing keys that collide.
 * Immutable; shared by all threads.
 */
public final class KeyHasher {
    /** How many bytes are taken into the checksum at once. */
    private static final int STEP = 4;

    /** So many bytes there are. */
    private static final int TABLE = 256;

    /**
     * Of each byte what it adds to the checksum; behind that, of each byte that 1 to 3 others follow, with these. One array: the compiler
     * knows where it is and how long, so that a lookup is one step.
     */
    private static final short[] CRC16 = crc16Tables();

    private final Hasher64 hasher;
    private final SlotFunction slots;

    public KeyHasher(long seed) {
        this(seed, SlotFunction.OF_CLUSTER);
    }

    public KeyHasher(long seed, SlotFunction slots) {
        this.hasher = Hashing.xxh3_64(seed);
        this.slots = slots;
    }

    public Key key(byte[] bytes) {
        return new Key(bytes, slots.slotOf(bytes), hash(bytes));
    }

    public int hash(byte[] bytes) {
        return (int) hasher.hashBytesToLong(bytes);
    }

    /** The slot that keys of this engine have. */
    public int slotOf(byte[] key) {
        return slots.slotOf(key);
    }

    /** The slot of a key in Redis Cluster: of the part between the first { and the next } when that is not empty, else of it all. */
    public static int slot(byte[] key) {
        int open = indexOf(key, (byte) '{', 0);
        if (open >= 0) {
            int close = indexOf(key, (byte) '}', open + 1);
            if (close > open + 1) {
                return crc16(key, open + 1, close) & (Keyspace.SLOTS - 1);
            }
        }
        return crc16(key, 0, key.length) & (Keyspace.SLOTS - 1);
    }

    private static int indexOf(byte[] bytes, byte wanted, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Four bytes at a time, whose lookups do not wait for each other, where one at a time each waits for the one before.
     * (Kounavis, Berry, "A Systematic Approach to Building High Performance Software-based CRC Generators", 2005.)
     */
    private static int crc16(byte[] bytes, int from, int to) {
        int crc = 0;
        int at = from;
        for (; at + STEP <= to; at += STEP) {
            crc = (CRC16[3 * TABLE + ((crc >>> 8 ^ bytes[at]) & 0xFF)]
                            ^ CRC16[2 * TABLE + ((crc ^ bytes[at + 1]) & 0xFF)]
                            ^ CRC16[TABLE + (bytes[at + 2] & 0xFF)]
                            ^ CRC16[bytes[at + 3] & 0xFF])
                    & 0xFFFF;
        }
        for (; at < to; at++) {
            crc = ((crc << 8) ^ CRC16[(crc >>> 8 ^ bytes[at]) & 0xFF]) & 0xFFFF;
        }
        return crc;
    }

    /** CRC-16/XMODEM: polynomial 0x1021, initial value 0, as the Redis Cluster specification names it. */
    private static short[] crc16Tables() {
        short[] tables = new short[STEP * TABLE];
        for (int i = 0; i < TABLE; i++) {
            int crc = i << 8;
            for (int table = 0; table < STEP; table++) {
                for (int bit = 0; bit < 8; bit++) {
                    crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
                }
                tables[table * TABLE + i] = (short) crc;
            }
        }
        return tables;
    }
}
