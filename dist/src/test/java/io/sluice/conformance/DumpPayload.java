package io.sluice.conformance;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes payloads for RESTORE in the form that every Redis since 5.0 reads. */
final class DumpPayload {

    private static final short RDB_VERSION = 9;
    /** The polynomial of Redis's CRC-64, bits reversed. */
    private static final long REVERSED_POLYNOMIAL = Long.reverse(0xad93d23594c935a9L);

    private static final int LONGEST_SIX_BIT_LENGTH = 63;

    private DumpPayload() {}

    /** A string of at most 63 bytes. */
    static byte[] ofString(byte[] value) {
        if (value.length > LONGEST_SIX_BIT_LENGTH) {
            throw new IllegalArgumentException("longer than 63 bytes: " + value.length);
        }
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.write(0);
        payload.write(value.length);
        payload.writeBytes(value);
        return sealed(payload.toByteArray(), RDB_VERSION);
    }

    /** The bytes followed by a version and a checksum that is right. */
    static byte[] sealed(byte[] body, int version) {
        ByteBuffer all = ByteBuffer.allocate(body.length + 10).order(ByteOrder.LITTLE_ENDIAN);
        all.put(body).putShort((short) version);
        all.putLong(crc64(all.array(), body.length + 2));
        return all.array();
    }

    static long crc64(byte[] bytes, int length) {
        long crc = 0;
        for (int i = 0; i < length; i++) {
            crc ^= bytes[i] & 0xffL;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ REVERSED_POLYNOMIAL;
            }
        }
        return crc;
    }
}
