package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class MetadataValuesTest {
    @Property
    void fencesComeBack(
            @ForAll @LongRange(min = 1, max = Ids.MAX_EPOCH) long epoch,
            @ForAll long high,
            @ForAll long low,
            @ForAll @LongRange(min = 0) long clock) {
        Fence fence = new Fence(epoch, new UUID(high, low), clock);
        assertThat(Fence.decode(fence.encode())).isEqualTo(fence);
    }

    @Property
    void storeRowsComeBack(@ForAll long seed) {
        assertThat(StoreMeta.decode(StoreMeta.create(seed).encode())).isEqualTo(new StoreMeta(1, seed));
    }

    @Test
    void aStoreOfAnotherFormatOrProgramIsNamed() {
        byte[] later = StoreMeta.create(1).encode();
        later[9] = 7;
        assertThatThrownBy(() -> StoreMeta.decode(later))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("format 7");
        byte[] foreign = StoreMeta.create(1).encode();
        foreign[0] = 'S';
        assertThatThrownBy(() -> StoreMeta.decode(foreign))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("another program");
    }

    @Property
    void registryEntriesComeBack(@ForAll int generation, @ForAll @From("names") byte[] key) {
        RegistryEntry entry = new RegistryEntry(generation, key);
        assertThat(RegistryEntry.decode(entry.encode())).isEqualTo(entry);
    }

    @Property
    void reclaimEntriesComeBack(@ForAll long id, @ForAll int generation, @ForAll @LongRange(min = 0) long rows) {
        for (ReclaimEntry entry : List.of(
                ReclaimEntry.ofString(id, rows),
                ReclaimEntry.ofId(id, List.of(RowKind.VALUE_CHUNK, RowKind.ELEMENT, RowKind.FIELD_EXPIRY), rows),
                ReclaimEntry.ofGeneration(generation))) {
            assertThat(ReclaimEntry.decode(entry.rowKey(), entry.encode())).isEqualTo(entry);
        }
    }

    @Test
    void reclaimEntriesNameTheRowsToDelete() {
        assertThat(ReclaimEntry.ofId(6, List.of(RowKind.SCORE, RowKind.ELEMENT), 2)
                        .ranges())
                .containsExactly(RowKeys.rangeOf(RowKind.SCORE, 6), RowKeys.rangeOf(RowKind.ELEMENT, 6));
        assertThat(ReclaimEntry.ofGeneration(9).ranges())
                .containsExactly(
                        new KeyRange(RowKeys.headerRangeStart(9), RowKeys.headerRangeEnd(9)),
                        RowKeys.rangeOfGeneration(RowKind.EXPIRY, 9),
                        RowKeys.rangeOfGeneration(RowKind.FIELDS_DUE, 9));
    }

    @Test
    void reclaimEntriesOfRowsThatTheTargetDoesNotOwnAreRefused() {
        assertThatThrownBy(() -> ReclaimEntry.ofId(6, List.of(RowKind.HEADER), 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ReclaimEntry.ofId(6, List.of(), 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ReclaimEntry.ofString(6, -1)).isInstanceOf(IllegalArgumentException.class);
        byte[] ofId = ReclaimEntry.ofString(6, 1).encode();
        assertThatThrownBy(() -> ReclaimEntry.decode(RowKeys.reclaimGeneration(6), ofId))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("STRING_CHUNK");
        assertThatThrownBy(() -> ReclaimEntry.decode(RowKeys.fence(), ofId))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("FENCE");
    }

    @Property
    void chunkedStringsComeBackAndCountTheirChunks(
            @ForAll long id,
            @ForAll @LongRange(min = 0, max = 1L << 40) long length,
            @ForAll @IntRange(min = 600) int chunk) {
        ChunkedString string = new ChunkedString(id, length, chunk);
        assertThat(ChunkedString.decode(string.encode())).isEqualTo(string);
        if (length > 0) {
            assertThat(string.chunkCount()).isEqualTo(string.chunkOf(length - 1) + 1);
        }
        assertThat(string.withLength(0).chunkCount()).isZero();
    }

    @Test
    void stringsOfTooManyChunksAreRefused() {
        long most = (long) Integer.MAX_VALUE * 3;
        assertThat(new ChunkedString(1, most, 3).chunkCount()).isEqualTo(Integer.MAX_VALUE);
        assertThatThrownBy(() -> new ChunkedString(1, most + 1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChunkedString(1, -1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChunkedString(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        long largest = (long) Integer.MAX_VALUE * Integer.MAX_VALUE;
        assertThat(new ChunkedString(1, largest, Integer.MAX_VALUE).chunkCount())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Property
    void elementValuesComeBack(@ForAll byte[] payload, @ForAll @From("names") byte[] element, @ForAll double score) {
        byte[] rowKey = RowKeys.element(1, 2, element);
        for (ElementValue value : List.of(
                ElementValue.of(payload),
                ElementValue.nothing(),
                ElementValue.ofScore(score),
                ElementValue.ofChunks(new ChunkedString(5, payload.length, 4096)))) {
            byte[] row = value.encode(element);
            assertThat(ElementValue.decode(row)).isEqualTo(value);
            assertThat(ElementValue.elementOf(rowKey, row)).isEqualTo(element);
        }
        assertThat(ElementValue.ofScore(score).score()).isEqualTo(score + 0.0);
    }

    @Test
    void anElementValueIsWhatItSays() {
        ElementValue chunked = ElementValue.ofChunks(new ChunkedString(5, 10, 4096));
        assertThat(chunked.chunks()).isEqualTo(new ChunkedString(5, 10, 4096));
        assertThatThrownBy(chunked::score).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> ElementValue.nothing().score()).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> ElementValue.nothing().chunks()).isInstanceOf(EncodingException.class);
    }

    @Provide
    Arbitrary<byte[]> names() {
        return Names.any();
    }
}
