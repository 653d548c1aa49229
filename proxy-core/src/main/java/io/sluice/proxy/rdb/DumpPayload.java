package io.sluice.proxy.rdb;

/**
 * What DUMP answers and RESTORE takes: one byte for the type, the value, two bytes for the version, and a check over all
 * of that. Numbers of the footer are little-endian.
 */
public final class DumpPayload {
    /** The version that is written, that of Redis 7.0, so that its servers can restore what is dumped here. */
    public static final int VERSION = 10;
    /** The newest version that is read, that of Redis 7.4; also that of hashes whose fields expire. */
    public static final int NEWEST_READABLE = 12;

    private static final int VERSION_BYTES = 2;
    private static final int FOOTER_BYTES = VERSION_BYTES + 8;

    private DumpPayload() {}

    /** The payload of a string value. */
    public static byte[] ofString(byte[] string) {
        return seal(new RdbWriter().writeByte(RdbTypes.STRING).writeString(string));
    }

    /** Ends what has been written, the type's byte first, with the footer. The writer must not be used afterwards. */
    public static byte[] seal(RdbWriter value) {
        return seal(value, VERSION);
    }

    /** As {@link #seal(RdbWriter)}, for a value that older versions do not have. */
    static byte[] seal(RdbWriter value, int version) {
        value.writeLittleEndian(version, VERSION_BYTES);
        return value.writeLong(value.checksum()).toBytes();
    }

    /** How many bytes of a payload are the value: neither its type nor the footer. */
    public static int valueBytes(byte[] payload) {
        return payload.length - 1 - FOOTER_BYTES;
    }

    /**
     * Checks the footer.
     *
     * @param mostBytes how much memory what is read may take, about
     * @return a reader of the type's byte and the value
     * @throws RdbException if the footer is wrong
     */
    public static RdbReader open(byte[] payload, long mostBytes) {
        int body = payload.length - FOOTER_BYTES;
        if (body < 0) {
            throw RdbException.footer("too short");
        }
        Allowance allowance = new Allowance(mostBytes);
        RdbReader footer = new RdbReader(payload, body, payload.length, allowance);
        int version = footer.readByte() | footer.readByte() << 8;
        if (version > NEWEST_READABLE) {
            throw RdbException.footer("version " + version);
        }
        if (footer.readLong() != Crc64.update(0, payload, 0, body + VERSION_BYTES)) {
            throw RdbException.footer("checksum");
        }
        return new RdbReader(payload, 0, body, allowance);
    }
}
