package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RowKeysTest {
    private static final byte[] LONGEST = Interesting.filled(100_000, -1);

    @Property
    void rowsThatEndWithANameComeBack(
            @ForAll int generation,
            @ForAll int hash,
            @ForAll long id,
            @ForAll double score,
            @ForAll @LongRange(min = 0) long time,
            @ForAll @From("names") byte[] name) {
        KeyTail tail = KeyTail.of(name);
        assertThat(RowKeys.decodeHeader(RowKeys.header(generation, hash, name)))
                .isEqualTo(new RowKey.Header(generation, hash, tail));
        assertThat(RowKeys.decodeElement(RowKeys.element(id, hash, name)))
                .isEqualTo(new RowKey.Element(id, hash, tail));
        assertThat(RowKeys.decodeScore(RowKeys.score(id, score, name)))
                .isEqualTo(new RowKey.Score(id, score + 0.0, tail));
        assertThat(RowKeys.decodeExpiry(RowKeys.expiry(generation, time, hash, name)))
                .isEqualTo(new RowKey.Expiry(generation, time, hash, tail));
        assertThat(RowKeys.decodeFieldExpiry(RowKeys.fieldExpiry(id, time, hash, name)))
                .isEqualTo(new RowKey.FieldExpiry(id, time, hash, tail));
        assertThat(RowKeys.decodeFieldsDue(RowKeys.fieldsDue(generation, time, hash, name)))
                .isEqualTo(new RowKey.FieldsDue(generation, time, hash, tail));
    }

    @Property
    void rowsOfNumbersComeBack(
            @ForAll int small, @ForAll long a, @ForAll long b, @ForAll @IntRange(min = 0) int index) {
        assertThat(RowKeys.decodeListChunk(RowKeys.listChunk(a, b))).isEqualTo(new RowKey.ListChunk(a, b));
        assertThat(RowKey.decode(RowKeys.listNode(a, b))).isEqualTo(new RowKey.ListNode(a, b));
        assertThat(RowKeys.decodeStringChunk(RowKeys.stringChunk(a, index)))
                .isEqualTo(new RowKey.StringChunk(a, index));
        assertThat(RowKeys.decodeValueChunk(RowKeys.valueChunk(a, b, index)))
                .isEqualTo(new RowKey.ValueChunk(a, b, index));
        assertThat(RowKeys.decodeRedoPart(RowKeys.redoPart(a, b, index))).isEqualTo(new RowKey.RedoPart(a, b, index));
        assertThat(RowKeys.decodeRedoHead(RowKeys.redoHead(a, b))).isEqualTo(new RowKey.RedoHead(a, b));
        assertThat(RowKeys.decodeSeal(RowKeys.seal(a))).isEqualTo(new RowKey.Seal(a));
        assertThat(RowKeys.decodeRegistry(RowKeys.registry(small, a))).isEqualTo(new RowKey.Registry(small, a));
        assertThat(RowKey.decode(RowKeys.reclaimId(a))).isEqualTo(new RowKey.ReclaimId(a));
        assertThat(RowKey.decode(RowKeys.reclaimGeneration(small))).isEqualTo(new RowKey.ReclaimGeneration(small));
    }

    @Test
    void noRowKeyIsLongerThanTheLimit() {
        assertThat(oneOfEachKind(LONGEST).stream().mapToInt(row -> row.length).max())
                .hasValue(RowKeys.MAX_LENGTH);
        assertThat(RowKeys.MAX_LENGTH).isLessThan(1200);
    }

    @Test
    void oneScanReadsTheMetadataAndNothingElse() {
        KeyRange range = RowKeys.metadataRange();
        List<Byte> read = new ArrayList<>();
        List<Byte> others = new ArrayList<>();
        for (byte[] row : oneOfEachKind(LONGEST)) {
            (range.contains(row) ? read : others).add(row[0]);
        }
        assertThat(read)
                .containsOnly(
                        RowKind.FENCE,
                        RowKind.SEAL,
                        RowKind.REDO_HEAD,
                        RowKind.DATABASES,
                        RowKind.RECLAIM,
                        RowKind.REGISTRY);
        assertThat(others)
                .contains(
                        RowKind.HEADER,
                        RowKind.STRING_CHUNK,
                        RowKind.REDO_PART,
                        RowKind.STORE,
                        RowKind.EXPIRY,
                        RowKind.FIELDS_DUE);
    }

    @Test
    void expiryFollowsTheMetadataAndHeadersComeFirst() {
        List<Byte> kinds = new ArrayList<>();
        for (int number = 0; number < 256; number++) {
            if (RowKind.isKnown((byte) number)) {
                kinds.add((byte) number);
            }
        }
        assertThat(kinds).startsWith(RowKind.HEADER).endsWith(RowKind.REGISTRY, RowKind.EXPIRY, RowKind.FIELDS_DUE);
    }

    @Test
    void headerRangesHoldTheirGenerationAlone() {
        for (int generation : Interesting.INTS) {
            KeyRange range = new KeyRange(RowKeys.headerRangeStart(generation), RowKeys.headerRangeEnd(generation));
            assertThat(range).isEqualTo(RowKeys.rangeOfGeneration(RowKind.HEADER, generation));
            for (int other : Interesting.INTS) {
                for (int hash : new int[] {0, -1}) {
                    for (byte[] key : List.of(new byte[0], LONGEST)) {
                        assertThat(range.contains(RowKeys.header(other, hash, key)))
                                .isEqualTo(other == generation);
                    }
                }
            }
        }
    }

    @Test
    void hashStartsSplitTheHeadersUnsigned() {
        for (int start : Interesting.INTS) {
            for (int hash : Interesting.INTS) {
                for (byte[] key : List.of(new byte[0], LONGEST)) {
                    byte[] row = RowKeys.header(4, hash, key);
                    byte[] element = RowKeys.element(4, hash, key);
                    boolean atOrAfter = Integer.compareUnsigned(hash, start) >= 0;
                    boolean after = Integer.compareUnsigned(hash, start) > 0;
                    assertThat(notBelow(row, RowKeys.headerHashStart(4, start))).isEqualTo(atOrAfter);
                    assertThat(notBelow(row, RowKeys.headerHashEnd(4, start))).isEqualTo(after);
                    assertThat(notBelow(element, RowKeys.elementHashStart(4, start)))
                            .isEqualTo(atOrAfter);
                    assertThat(notBelow(element, RowKeys.elementHashEnd(4, start)))
                            .isEqualTo(after);
                }
            }
        }
    }

    @Test
    void scoreBoundsSplitTheMembers() {
        for (double bound : Interesting.DOUBLES) {
            for (double score : Interesting.DOUBLES) {
                for (byte[] member : List.of(new byte[0], LONGEST)) {
                    byte[] row = RowKeys.score(4, score, member);
                    assertThat(notBelow(row, RowKeys.scoreStart(4, bound))).isEqualTo(score >= bound);
                    assertThat(notBelow(row, RowKeys.scoreEnd(4, bound))).isEqualTo(score > bound);
                }
            }
        }
    }

    @Property
    void expiryRangesSplitTheTimes(
            @ForAll @LongRange(min = 0) long time,
            @ForAll @LongRange(min = 0) long from,
            @ForAll @LongRange(min = 0) long to,
            @ForAll int generation,
            @ForAll int hash) {
        byte[] row = RowKeys.expiry(generation, time, hash, LONGEST);
        assertThat(RowKeys.expiryBefore(generation, to).contains(row)).isEqualTo(time < to);
        assertThat(RowKeys.expiryBetween(generation, from, to).contains(row)).isEqualTo(from <= time && time < to);
        assertThat(RowKeys.expiryBefore(generation + 1, to).contains(row)).isFalse();
        assertThat(RowKeys.expiryBefore(generation, time).contains(row)).isFalse();
        assertThat(RowKeys.rangeOfGeneration(RowKind.EXPIRY, generation).contains(row))
                .isTrue();
        byte[] due = RowKeys.fieldsDue(generation, time, hash, LONGEST);
        assertThat(RowKeys.fieldsDueBefore(generation, to).contains(due)).isEqualTo(time < to);
        assertThat(RowKeys.fieldsDueBefore(generation, Long.MAX_VALUE).contains(row))
                .isFalse();
        assertThat(RowKeys.rangeOfGeneration(RowKind.FIELDS_DUE, generation).contains(due))
                .isTrue();
    }

    @Test
    void aRangeOfAKindHoldsItAlone() {
        for (byte[] ofKind : oneOfEachKind(LONGEST)) {
            for (byte[] row : oneOfEachKind(LONGEST)) {
                assertThat(RowKeys.rangeOf(ofKind[0]).contains(row)).isEqualTo(row[0] == ofKind[0]);
            }
        }
    }

    @Test
    void aRangeOfAnIdHoldsItAlone() {
        for (long id : Interesting.LONGS) {
            for (long other : Interesting.LONGS) {
                for (byte[] row : List.of(
                        RowKeys.element(other, -1, LONGEST),
                        RowKeys.score(other, Double.POSITIVE_INFINITY, LONGEST),
                        RowKeys.fieldExpiry(other, Long.MAX_VALUE, -1, LONGEST),
                        RowKeys.listChunk(other, Long.MIN_VALUE),
                        RowKeys.listChunk(other, Long.MAX_VALUE),
                        RowKeys.listNode(other, -1),
                        RowKeys.stringChunk(other, 0),
                        RowKeys.stringChunk(other, Integer.MAX_VALUE),
                        RowKeys.valueChunk(other, -1, Integer.MAX_VALUE))) {
                    assertThat(RowKeys.rangeOf(row[0], id).contains(row)).isEqualTo(other == id);
                }
            }
        }
    }

    @Test
    void aRangeOfOneValueOrOneChangeHoldsItAlone() {
        for (long one : Interesting.LONGS) {
            for (long other : Interesting.LONGS) {
                for (int index : new int[] {0, Integer.MAX_VALUE}) {
                    assertThat(RowKeys.valueChunkRange(8, one).contains(RowKeys.valueChunk(8, other, index)))
                            .isEqualTo(one == other);
                    assertThat(RowKeys.redoPartRange(8, one).contains(RowKeys.redoPart(8, other, index)))
                            .isEqualTo(one == other);
                }
            }
        }
    }

    @Test
    void whatCannotBeARowIsRefused() {
        List<Runnable> refused = List.of(
                () -> RowKeys.score(1, Double.NaN, new byte[0]),
                () -> RowKeys.scoreStart(1, Double.NaN),
                () -> RowKeys.stringChunk(1, -1),
                () -> RowKeys.valueChunk(1, 1, -1),
                () -> RowKeys.redoPart(1, 1, -1),
                () -> RowKeys.expiry(0, -1, 0, new byte[0]),
                () -> RowKeys.expiryBefore(0, -1),
                () -> RowKeys.fieldExpiry(1, -1, 0, new byte[0]),
                () -> RowKeys.fieldsDue(1, -1, 0, new byte[0]),
                () -> RowKeys.rangeOf((byte) 0x07),
                () -> RowKeys.rangeOf(RowKind.HEADER, 1),
                () -> RowKeys.rangeOf(RowKind.SEAL, 1),
                () -> RowKeys.rangeOfGeneration(RowKind.ELEMENT, 1),
                () -> Ids.of(0, 1),
                () -> Ids.of(Ids.MAX_EPOCH + 1, 1),
                () -> Ids.of(-1, 1),
                () -> KeyRange.ofPrefix(new byte[] {-1, -1}));
        for (Runnable call : refused) {
            assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aDecoderOfOneKindNamesAnother() {
        assertThatThrownBy(() -> RowKeys.decodeHeader(RowKeys.fence()))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("HEADER")
                .hasMessageContaining("FENCE");
        assertThatThrownBy(() -> RowKeys.decodeHeader(new byte[0])).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> RowKey.decode(new byte[] {0x77}))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("0x77");
    }

    @Provide
    Arbitrary<byte[]> names() {
        return Names.any();
    }

    private static boolean notBelow(byte[] row, byte[] bound) {
        return Arrays.compareUnsigned(row, bound) >= 0;
    }

    private static List<byte[]> oneOfEachKind(byte[] name) {
        return List.of(
                RowKeys.header(-1, -1, name),
                RowKeys.element(-1, -1, name),
                RowKeys.score(-1, Double.POSITIVE_INFINITY, name),
                RowKeys.listChunk(-1, Long.MAX_VALUE),
                RowKeys.listNode(-1, -1),
                RowKeys.stringChunk(-1, Integer.MAX_VALUE),
                RowKeys.valueChunk(-1, -1, Integer.MAX_VALUE),
                RowKeys.redoPart(-1, -1, Integer.MAX_VALUE),
                RowKeys.store(),
                RowKeys.fence(),
                RowKeys.seal(-1),
                RowKeys.redoHead(-1, -1),
                RowKeys.databases(),
                RowKeys.reclaimId(-1),
                RowKeys.reclaimGeneration(-1),
                RowKeys.registry(-1, -1),
                RowKeys.expiry(-1, Long.MAX_VALUE, -1, name),
                RowKeys.fieldExpiry(-1, Long.MAX_VALUE, -1, name),
                RowKeys.fieldsDue(-1, Long.MAX_VALUE, -1, name));
    }
}
