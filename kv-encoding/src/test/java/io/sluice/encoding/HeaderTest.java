package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class HeaderTest {
    @Property
    void whatIsEncodedIsDecoded(@ForAll byte[] payload, @ForAll @LongRange(min = -1) long expireAtMs) {
        Header header = Header.of(ValueEncoding.STRING_RAW, expireAtMs, payload);
        assertThat(Header.decode(header.encode())).isEqualTo(header);
    }

    @Property(tries = 50)
    void longKeysComeBackFromTheValue(@ForAll @Size(min = 1025, max = 3000) byte[] key, @ForAll byte[] payload) {
        byte[] rowKey = RowKeys.header(3, 77, key);
        Header header = Header.of(ValueEncoding.STRING_EMBSTR, 5, payload);
        byte[] value = header.encode(key);
        assertThat(Header.needsValueForKey(rowKey)).isTrue();
        assertThat(Header.keyOf(rowKey, value)).isEqualTo(key);
        assertThat(Header.decode(value)).isEqualTo(header);
    }

    @Test
    void shortKeysComeFromTheRowKey() {
        byte[] key = new byte[1024];
        byte[] rowKey = RowKeys.header(0, -1, key);
        assertThat(Header.needsValueForKey(rowKey)).isFalse();
        assertThat(Header.keyOf(rowKey, new byte[0])).isEqualTo(key);
    }

    @Test
    void anotherExpiryIsAnotherHeader() {
        Header header = Header.of(ValueEncoding.STRING_RAW, Interesting.text("v"));
        Header expiring = header.withExpireAt(0);
        assertThat(header.expires()).isFalse();
        assertThat(header.expireAtMs()).isEqualTo(Header.NO_EXPIRY);
        assertThat(expiring.expires()).isTrue();
        assertThat(expiring.payload()).isSameAs(header.payload());
        assertThat(expiring.withExpireAt(Header.NO_EXPIRY)).isEqualTo(header);
        assertThat(expiring).isNotEqualTo(header);
    }

    @Property
    void anOpenPayloadIsThatOfItsBytes(@ForAll byte[] payload, @ForAll @LongRange(min = -1) long expireAtMs) {
        Header open = Header.of(ValueEncoding.LIST_SPREAD, expireAtMs, new Open(payload));
        Header bytes = Header.of(ValueEncoding.LIST_SPREAD, expireAtMs, payload);
        assertThat(open).isEqualTo(bytes).hasSameHashCodeAs(bytes);
        assertThat(open.encode()).isEqualTo(bytes.encode());
        assertThat(open.encode(new byte[2000])).isEqualTo(bytes.encode(new byte[2000]));
        assertThat(open.payload()).isEqualTo(payload);
        assertThat(open.payloadLength()).isEqualTo(payload.length);
        assertThat(open.withExpireAt(7).open()).isSameAs(open.open());
        assertThat(open.closed()).isEqualTo(open);
        assertThat(open.closed().open()).isNull();
        assertThat(bytes.closed()).isSameAs(bytes);
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

    @Test
    void theEncodingTellsTheType() {
        assertThat(Header.of(ValueEncoding.STRING_CHUNKED, new byte[0]).type()).isEqualTo(ValueType.STRING);
        assertThat(Header.of(ValueEncoding.LIST_SPREAD, new byte[0]).type()).isEqualTo(ValueType.LIST);
        assertThat(Header.of(ValueEncoding.SET_PACKED, new byte[0]).type()).isEqualTo(ValueType.SET);
        assertThat(Header.of(ValueEncoding.ZSET_SPREAD, new byte[0]).type()).isEqualTo(ValueType.ZSET);
        assertThat(Header.of(ValueEncoding.HASH_PACKED, new byte[0]).type()).isEqualTo(ValueType.HASH);
    }

    @Test
    void whatCannotBeAHeaderIsRefused() {
        assertThatThrownBy(() -> Header.of((byte) 0x15, new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Header.of(ValueEncoding.STRING_RAW, -2, new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
        Header header = Header.of(ValueEncoding.STRING_RAW, new byte[0]);
        assertThatThrownBy(() -> header.withExpireAt(Long.MIN_VALUE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsNotKnownIsRefusedByName() {
        assertRefused("format 2", 2, 1, 0x11, 0);
        assertRefused("type 0x07", 1, 7, 0x11, 0);
        assertRefused("type 0x00", 1, 0, 0x01, 0);
        assertRefused("encoding 0x15", 1, 1, 0x15, 0);
        assertRefused("encoding 0x21 is not known for type 0x01", 1, 1, 0x21, 0);
        assertRefused("encoding 0x61", 1, 6, 0x61, 0);
        assertRefused("flags 0x04", 1, 1, 0x11, 4);
        assertRefused("before 1970", 1, 1, 0x11, 1, 0xFF, 0, 0, 0, 0, 0, 0, 0);
        assertRefused("a name of 5 bytes", 1, 1, 0x11, 2, 5, 'a', 'b', 'c', 'd', 'e');
        assertRefused("2000 more bytes are needed", 1, 1, 0x11, 2, 0xD0, 0x0F, 'a');
        assertRefused("8 more bytes are needed", 1, 1, 0x11, 1, 0);
        assertRefused("1 more bytes are needed");
    }

    /** The row key of one long key with the value of another, or of a short one: rows that do not belong together. */
    @Test
    void aValueThatDoesNotBelongToTheRowKeyIsRefused() {
        byte[] rowKey = RowKeys.header(0, 0, new byte[2000]);
        Header header = Header.of(ValueEncoding.STRING_RAW, new byte[0]);
        assertThatThrownBy(() -> Header.keyOf(rowKey, header.encode())).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> Header.keyOf(rowKey, header.encode(new byte[2001])))
                .isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> Header.keyOf(RowKeys.fence(), header.encode())).isInstanceOf(EncodingException.class);
    }

    private static void assertRefused(String named, int... value) {
        byte[] bytes = new byte[value.length];
        for (int i = 0; i < value.length; i++) {
            bytes[i] = (byte) value[i];
        }
        assertThatThrownBy(() -> Header.decode(bytes))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("header")
                .hasMessageContaining(named);
    }
}
