package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.OpenPayload;
import io.sluice.encoding.ValueEncoding;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheEntryTest {
    private static final int LIMIT = CacheEntry.MOST_IN_PLACE;
    private static final long EXPIRY = 1_700_000_000_000L;

    /** Of every kind and on both sides of every limit, so that each follows on each. */
    private static final List<Object> VALUES = List.of(
            RowValue.ABSENT,
            row(0, 'e'),
            row(10, 'a'),
            row(11, 'b'),
            row(LIMIT, 'c'),
            row(LIMIT + 1, 'd'),
            Header.of(ValueEncoding.STRING_RAW, row(0, 'e')),
            Header.of(ValueEncoding.STRING_RAW, EXPIRY, row(10, 'f')),
            Header.of(ValueEncoding.STRING_INT, row(3, '7')),
            Header.of(ValueEncoding.STRING_RAW, row(LIMIT, 'g')),
            Header.of(ValueEncoding.STRING_RAW, EXPIRY, row(LIMIT + 1, 'h')),
            Header.of(ValueEncoding.LIST_SPREAD, EXPIRY, new Open(row(LIMIT, 'i'))),
            Header.of(ValueEncoding.LIST_SPREAD, EXPIRY, new Open(row(LIMIT + 1, 'j'))));

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
    void anyValueFollowsOnAny() {
        for (Object first : VALUES) {
            for (Object second : VALUES) {
                CacheEntry entry = entry(first);
                assertThat(entry.value()).isEqualTo(first);
                entry.set(second);
                assertThat(entry.value()).isEqualTo(second);
                assertThat(entry.value() instanceof Header header && header.open() != null)
                        .isFalse();
                entry.set(first);
                assertThat(entry.value()).isEqualTo(first);
            }
        }
    }

    @Test
    void whatWasReadStaysAsItWas() {
        Header first = Header.of(ValueEncoding.STRING_RAW, row(10, 'x'));
        CacheEntry entry = entry(first);
        Header read = (Header) entry.value();
        entry.set(Header.of(ValueEncoding.STRING_RAW, row(10, 'y')));
        assertThat(read).isEqualTo(first);
    }

    @Test
    void whatWasPutIsNotHeldOn() {
        byte[] put = row(10, 'x');
        CacheEntry entry = entry(put);
        put[0] = 'y';
        assertThat(entry.value()).isEqualTo(row(10, 'x'));
    }

    @Test
    void aLargeValueIsNotCopied() {
        byte[] large = row(LIMIT + 1, 'x');
        assertThat(entry(large).value()).isSameAs(large);
    }

    @Test
    void anOutlineHasAllButAStringsBytes() {
        Header string = Header.of(ValueEncoding.STRING_RAW, EXPIRY, row(10, 'x'));
        assertThat(entry(string).outline()).isEqualTo(Header.of(ValueEncoding.STRING_RAW, EXPIRY, row(0, 'x')));
        for (Object value : List.of(
                RowValue.ABSENT,
                row(10, 'x'),
                Header.of(ValueEncoding.STRING_CHUNKED, row(20, 'x')),
                Header.of(ValueEncoding.HASH_PACKED_EXPIRING, row(20, 'x')),
                Header.of(ValueEncoding.LIST_SPREAD, row(20, 'x')),
                Header.of(ValueEncoding.STRING_RAW, row(LIMIT + 1, 'x')))) {
            assertThat(entry(value).outline()).isEqualTo(value);
        }
    }

    /** Each value is one byte many times and its kind and expiry follow from its length, so that a torn one shows. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aReaderSeesWholeValuesAlone(int writers) {
        CacheEntry entry = entry(consistent(1));
        AtomicBoolean stopped = new AtomicBoolean();
        List<CompletableFuture<Void>> writing = IntStream.range(0, writers)
                .mapToObj(writer -> CompletableFuture.runAsync(() -> {
                    for (int i = writer; !stopped.get(); i++) {
                        entry.set(consistent(i % (LIMIT + 60)));
                    }
                }))
                .toList();
        try {
            for (int i = 0; i < 300_000; i++) {
                assertConsistent(entry.value());
            }
        } finally {
            stopped.set(true);
            writing.forEach(CompletableFuture::join);
        }
    }

    private static Object consistent(int length) {
        byte[] payload = row(length, (char) ('a' + length % 26));
        return switch (length % 3) {
            case 0 -> payload;
            case 1 -> Header.of(ValueEncoding.STRING_RAW, length, payload);
            default -> Header.of(ValueEncoding.STRING_INT, payload);
        };
    }

    private static void assertConsistent(Object seen) {
        byte[] payload = seen instanceof Header header ? header.payload() : (byte[]) seen;
        // Compared first, since an assertion of each would take all the time.
        Object whole = consistent(payload.length);
        boolean same = whole instanceof byte[] row && seen instanceof byte[] other
                ? Arrays.equals(row, other)
                : whole.equals(seen);
        assertThat(same).as("torn: %s", seen).isTrue();
    }

    private static CacheEntry entry(Object value) {
        return new CacheEntry(RowId.header(0, new KeyHasher(1).key(Rig.bytes("k"))), 1, value);
    }

    private static byte[] row(int length, char filler) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) filler);
        return bytes;
    }
}
