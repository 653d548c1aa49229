package io.sluice.proxy.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.ListChunkValue;
import io.sluice.encoding.ListNode;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.Row;
import io.sluice.proxy.check.StoreFixture.Found;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Damage to the rows of one value is reported, whatever its type, with the row it was done to. */
class ValueCheckTest {
    private final StoreFixture fixture = StoreFixture.filled();

    // ---- strings ----

    @Test
    void chunksThatHoldMoreThanTheirString() {
        long id = fixture.idOf("large");
        int slot = fixture.header("large").slot();
        fixture.put(slot, RowKeys.stringChunk(id, 4), new byte[905]);
        fixture.put(slot, RowKeys.stringChunk(id, 5), new byte[1]);
        fixture.assertViolations("it holds 905 bytes where its string has 904", "it is behind the end of its string");
    }

    @Test
    void chunksThatAreAbsentReadAsZeroes() {
        fixture.delete(fixture.header("large").slot(), RowKeys.stringChunk(fixture.idOf("large"), 2));
        assertThat(fixture.check().violations()).isEmpty();
    }

    @Test
    void rowsOfAnotherType() {
        fixture.put(
                fixture.header("large").slot(), RowKeys.element(fixture.idOf("large"), 1, new byte[] {1}), new byte[] {0
                });
        fixture.assertViolations("its value is of a type that has no rows of kind ELEMENT");
    }

    // ---- collections ----

    private void putPacked(String key, byte encoding, byte form, String... entries) {
        Found header = fixture.header(key);
        PackedEntries.Builder packed = new PackedEntries.Builder(64);
        for (String entry : entries) {
            packed.add(entry.getBytes(ISO_8859_1));
        }
        fixture.put(
                header.slot(),
                header.row().key(),
                Header.of(encoding, packed.build(form)).encode());
    }

    @Test
    void packedHashes() {
        putPacked("hash", ValueEncoding.HASH_PACKED, Forms.LISTPACK, "a", "1", "a", "2");
        fixture.assertViolations("an element is in it twice");
        putPacked("hash", ValueEncoding.HASH_PACKED, Forms.TABLE, "a", "1", "b");
        fixture.assertViolations("an entry lacks its partner");
        putPacked("hash", ValueEncoding.HASH_PACKED, Forms.INTSET, "1", "1");
        fixture.assertViolations("its type has no such form");
        putPacked("hash", ValueEncoding.HASH_PACKED, Forms.LISTPACK);
        fixture.assertViolations("an empty collection has no header");
    }

    @Test
    void packedSets() {
        putPacked("hash", ValueEncoding.SET_PACKED, Forms.INTSET, "-7", "3", "10");
        assertThat(fixture.check().violations()).isEmpty();
        putPacked("hash", ValueEncoding.SET_PACKED, Forms.INTSET, "10", "3");
        fixture.assertViolations("they are not");
        putPacked("hash", ValueEncoding.SET_PACKED, Forms.INTSET, "10", "x");
        fixture.assertViolations("they are not");
        putPacked("hash", ValueEncoding.SET_PACKED, Forms.LISTPACK, "b", "a", "b");
        fixture.assertViolations("an element is in it twice");
    }

    @Test
    void packedSortedSets() {
        String one = new String(ElementValue.ofScore(1).payload(), ISO_8859_1);
        String two = new String(ElementValue.ofScore(2).payload(), ISO_8859_1);
        putPacked("hash", ValueEncoding.ZSET_PACKED, Forms.LISTPACK, "b", one, "c", one, "a", two);
        assertThat(fixture.check().violations()).isEmpty();
        putPacked("hash", ValueEncoding.ZSET_PACKED, Forms.LISTPACK, "c", one, "b", one);
        fixture.assertViolations("not in the order of their scores");
        putPacked("hash", ValueEncoding.ZSET_PACKED, Forms.LISTPACK, "a", two, "b", one);
        fixture.assertViolations("not in the order of their scores");
        putPacked("hash", ValueEncoding.ZSET_PACKED, Forms.LISTPACK, "a", "1");
        fixture.assertViolations("a score has 8 bytes, not 1");
    }

    @Test
    void aHashThatCountsOtherThanItsRows() {
        int slot = fixture.header("bighash").slot();
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("a"));
        fixture.delete(slot, field.key());
        fixture.assertViolations("it counts 3 elements, and has 2");
    }

    @Test
    void aFieldUnderAnotherHash() {
        int slot = fixture.header("bighash").slot();
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("a"));
        fixture.delete(slot, field.key());
        fixture.put(slot, RowKeys.element(fixture.idOf("bighash"), 5, new byte[] {'a'}), field.value());
        fixture.assertViolations("its hash is not that of its element");
    }

    @Test
    void chunksOfAValueThatAreMissingOrTooMany() {
        int slot = fixture.header("bighash").slot();
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("c"));
        long id = fixture.idOf("bighash");
        long value = ElementValue.decode(field.value()).chunks().id();
        fixture.delete(slot, RowKeys.valueChunk(id, value, 3));
        fixture.put(slot, RowKeys.valueChunk(id, value + 1, 0), new byte[] {1});
        fixture.assertViolations("nothing refers to it", "its value has 5 chunks, of which 4 are there");
        fixture.put(slot, RowKeys.valueChunk(id, value, 3), new byte[2_000]);
        fixture.delete(slot, RowKeys.valueChunk(id, value + 1, 0));
        fixture.assertViolations("it holds 2000 bytes where its string has 1024");
    }

    @Test
    void aValueInChunksIsThereWhole() {
        int slot = fixture.header("bighash").slot();
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("c"));
        long value = ElementValue.decode(field.value()).chunks().id();
        fixture.put(slot, RowKeys.valueChunk(fixture.idOf("bighash"), value, 3), new byte[1_000]);
        fixture.assertViolations("it holds 1000 bytes where its string has 1024");
    }

    @Test
    void membersOfSets() {
        int slot = fixture.header("bigset").slot();
        Row member = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("member-7"));
        fixture.put(slot, member.key(), ElementValue.of(new byte[] {'x'}).encode(nameOf(member)));
        fixture.assertViolations("a set's member has no value");
        fixture.put(
                slot,
                member.key(),
                ElementValue.nothing().withExpireAt(5_000_000_000_000L).encode(nameOf(member)));
        fixture.assertViolations("a member does not expire");
    }

    @Test
    void aSetOfIntegersWithSomethingElse() {
        int slot = fixture.header("integers").slot();
        byte[] word = "word".getBytes(ISO_8859_1);
        Row member = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("7"));
        fixture.delete(slot, member.key());
        fixture.put(slot, RowKeys.element(fixture.idOf("integers"), 5, word), member.value());
        fixture.assertViolations(
                "its hash is not that of its element", "its set's form is that of integers, and it is none");
    }

    @Test
    void aMemberWithoutItsScore() {
        int slot = fixture.header("bigzset").slot();
        fixture.delete(slot, scoreRow(slot, 1_500).key());
        assertThat(fixture.check().violations())
                .anyMatch(v -> v.contains("there is no score row for its score"))
                .anyMatch(v -> v.contains("it counts 3000 elements, and has 2999 scores"))
                .anyMatch(v -> v.contains("its rank tree counts"));
    }

    @Test
    void aSortedSetThatDoesNotKnowItsFirst() {
        int slot = fixture.header("bigzset").slot();
        fixture.delete(slot, scoreRow(slot, 0).key());
        assertThat(fixture.check().violations())
                .anyMatch(v -> v.contains("its first or last scores are not those that it names"));
    }

    @Test
    void aNodeOfARankTreeThatWasNotGiven() {
        int slot = fixture.header("bigzset").slot();
        Row node = fixture.findIn(slot, RowKind.RANK_COUNT, row -> true);
        fixture.put(slot, RowKeys.rankNode(fixture.idOf("bigzset"), 70_000), node.value());
        fixture.assertViolations("its set has not given this number", "its rank tree does not name its node 70000");
    }

    @Test
    void timesOfFields() {
        int slot = fixture.header("timed").slot();
        Row time = fixture.findIn(slot, RowKind.FIELD_EXPIRY, row -> true);
        fixture.delete(slot, time.key());
        fixture.assertViolations("it expires, and there is no row that says when");
        fixture.put(slot, time.key(), time.value());
        byte[] other = "field-3".getBytes(ISO_8859_1);
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("field-3"));
        int hash = RowKeys.decodeElement(field.key()).hash();
        fixture.put(slot, RowKeys.fieldExpiry(fixture.idOf("timed"), 5_000_000_000_000L, hash, other), new byte[0]);
        fixture.assertViolations("there is no field that expires then");
        fixture.put(
                slot,
                field.key(),
                ElementValue.decode(field.value()).withExpireAt(5).encode(other));
        assertThat(fixture.check().violations())
                .anyMatch(v -> v.contains("its hash says that no field expires as early"));
    }

    @Test
    void aHashWhoseFieldsExpireUnnoticed() {
        int slot = fixture.header("timed").slot();
        fixture.delete(
                slot, fixture.findIn(slot, RowKind.FIELDS_DUE, row -> true).key());
        fixture.assertViolations("its fields expire, and there is no row that says when");
    }

    private Row scoreRow(int slot, double score) {
        return fixture.findIn(
                slot, RowKind.SCORE, row -> RowKeys.decodeScore(row.key()).score() == score);
    }

    private static byte[] nameOf(Row element) {
        return ElementValue.elementOf(element.key(), element.value());
    }

    private static String name(Row row) {
        return new String(ElementValue.elementOf(row.key(), row.value()), ISO_8859_1);
    }

    // ---- lists ----

    private ListRef list() {
        return ListRef.decode(
                Header.decode(fixture.header("list").row().value()).payload());
    }

    private void putList(byte[] payload) {
        Found header = fixture.header("list");
        fixture.put(
                header.slot(),
                header.row().key(),
                Header.of(ValueEncoding.LIST_SPREAD, payload).encode());
    }

    @Test
    void aListHasARowForEachChunkThatItNames() {
        int slot = fixture.header("list").slot();
        ListNode root = list().root();
        assertThat(list().level()).isZero();
        byte[] chunk = RowKeys.listChunk(fixture.idOf("list"), root.number(1));
        Row row = fixture.findIn(slot, RowKind.LIST_CHUNK, r -> Arrays.equals(r.key(), chunk));
        fixture.delete(slot, chunk);
        fixture.assertViolations("its tree names chunk " + root.number(1) + " twice, or there is none");
        fixture.put(slot, chunk, row.value());
        fixture.put(slot, RowKeys.listChunk(fixture.idOf("list"), list().rightUsed()), row.value());
        fixture.assertViolations("its list has not given this number", "no node of its tree names its chunk");
    }

    @Test
    void aListCountsWhatIsBelowItsTree() {
        int slot = fixture.header("list").slot();
        ListNode root = list().root();
        byte[] chunk = RowKeys.listChunk(fixture.idOf("list"), root.number(0));
        fixture.put(slot, chunk, new byte[] {1, 1, 'x'});
        fixture.assertViolations("its tree counts " + root.elements(0) + " elements");
    }

    @Test
    void theSizeOfAListsElements() {
        putList(list().change()
                .total(list().count(), list().bytes() + 1)
                .build()
                .encode());
        fixture.assertViolations("the size of its elements is not what it says");
    }

    @Test
    void aListWithANodeTooMany() {
        int slot = fixture.header("list").slot();
        fixture.put(slot, RowKeys.listNode(fixture.idOf("list"), 0), ListNode.EMPTY.encode());
        fixture.assertViolations("a node has at least one child", "no node of its tree names its node 0");
    }

    @Test
    void aLargeElementOfAListWithoutItsChunks() {
        int slot = fixture.header("list").slot();
        Row chunk = fixture.findIn(slot, RowKind.LIST_CHUNK, row -> ListChunkValue.isLarge(row.value()));
        long value = ListChunkValue.reference(chunk.value()).id();
        fixture.delete(slot, RowKeys.valueChunk(fixture.idOf("list"), value, 0));
        fixture.assertViolations("its value has 5 chunks, of which 4 are there");
    }
}
