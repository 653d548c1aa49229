package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.OpenPayload;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StoredRowTest {
    private static final int GENERATION = 3;

    private static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static RowId header(byte[] key) {
        return RowId.header(GENERATION, new KeyHasher(1).key(key));
    }

    /** Keys around the length from which the value holds them. */
    @Property(tries = 300)
    void aHeaderIsWrittenAsItIsEncoded(
            @ForAll @IntRange(max = 1100) int keyLength,
            @ForAll @IntRange(max = 300) int payload,
            @ForAll boolean expires,
            @ForAll boolean open) {
        byte[] key = bytes(keyLength, keyLength);
        byte[] value = bytes(payload, payload);
        long expireAtMs = expires ? 1_700_000_000_000L : Header.NO_EXPIRY;
        Header header = open
                ? Header.of(ValueEncoding.LIST_SPREAD, expireAtMs, new Open(value))
                : Header.of(ValueEncoding.STRING_RAW, expireAtMs, value);
        RowId id = header(key);
        check(id, header, RowKeys.header(GENERATION, id.keyHash(), key), header.encode(key));
    }

    @Property(tries = 100)
    void anyOtherRowIsWrittenAsItIs(
            @ForAll @IntRange(max = 1100) int keyLength, @ForAll @IntRange(max = 300) int length) {
        byte[] rowKey = bytes(keyLength, keyLength);
        byte[] value = bytes(length, length);
        check(RowId.row(5, rowKey), value, rowKey, value);
    }

    @Test
    void whatIsAbsentIsDeleted() {
        RowId id = header(bytes(1, 10));
        StoredRow row = new StoredRow(id, RowValue.ABSENT);
        assertThat(row.kind()).isEqualTo(Kind.DELETE);
        assertThat(row.valueLength()).isZero();
        assertThat(row.key()).isEqualTo(id.rowKey());
        assertThat(counted(id, RowValue.ABSENT)).isGreaterThanOrEqualTo(row.keyLength());
    }

    /** What the batch counts for a row must not be less than it takes: stores make room by that. */
    private static long counted(RowId id, Object value) {
        return WrittenRow.bytes(id, value) - WrittenRow.GUARD_BYTES - WriteBatch.OP_OVERHEAD;
    }

    private static void check(RowId id, Object value, byte[] key, byte[] stored) {
        StoredRow row = new StoredRow(id, value);
        assertThat(row.kind()).isEqualTo(Kind.PUT);
        assertThat(row.slot()).isEqualTo(id.slot());
        assertThat(row.keyLength()).isEqualTo(key.length);
        assertThat(row.valueLength()).isEqualTo(stored.length);
        byte[] room = new byte[1 + key.length + stored.length + 1];
        row.putKey(room, 1);
        row.putValue(room, 1 + key.length);
        assertThat(Arrays.copyOfRange(room, 1, 1 + key.length)).isEqualTo(key);
        assertThat(Arrays.copyOfRange(room, 1 + key.length, room.length - 1)).isEqualTo(stored);
        assertThat(room[0]).isZero();
        assertThat(room[room.length - 1]).isZero();
        assertThat(counted(id, value)).isGreaterThanOrEqualTo(key.length + stored.length);
    }

    private record Open(byte[] bytes) implements OpenPayload {
        @Override
        public long id() {
            return 1;
        }

        @Override
        public int length() {
            return bytes.length;
        }

        @Override
        public void put(byte[] target, int offset) {
            System.arraycopy(bytes, 0, target, offset, bytes.length);
        }
    }
}
