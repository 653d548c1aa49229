package io.sluice.proxy.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.encoding.Databases;
import io.sluice.encoding.ElementValue;
import io.sluice.encoding.EncodingException;
import io.sluice.encoding.Fence;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.ListChunkValue;
import io.sluice.encoding.ListNode;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RedoHead;
import io.sluice.encoding.RegistryEntry;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.StoreException;
import io.sluice.kv.testing.ForwardingKvStore;
import io.sluice.proxy.check.StoreFixture.Found;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store is sound after a server has written it, and each kind of damage is reported, with the row it was done to. */
class StoreCheckTest {
    private static final String LONG_KEY = "k".repeat(2_000);
    private static final String LARGE = "v".repeat(5_000);

    private static final StoreFixture FILLED = new StoreFixture(new MemoryKvStore());

    private StoreFixture fixture = FILLED;

    @BeforeAll
    static void fill() throws Exception {
        fill(FILLED);
    }

    @BeforeEach
    void copy() {
        fixture = FILLED.copy();
    }

    private static void fill(StoreFixture fixture) throws Exception {
        fixture.run(
                "SET number 42",
                "SET text hello",
                "APPEND text there",
                "SET expiring x EX 100000",
                "SET " + LONG_KEY + " x EX 100000",
                "SET large " + LARGE,
                "SET " + LONG_KEY + "large " + LARGE,
                "SETBIT sparse 800000 1",
                "SET overwritten " + LARGE,
                "SET overwritten small",
                "HSET hash a 1 b 2",
                "HSET bighash a " + "x".repeat(100) + " b " + "y".repeat(100) + " c " + LARGE,
                "RPUSH list" + " some-element".repeat(400) + " " + LARGE + " some-element".repeat(400) + " 1 2 -3",
                "LPUSH list" + " 17 element".repeat(200),
                "SADD bigset" + numbered(50, "member-%1$d"),
                "SADD integers" + numbered(200, "%1$d"),
                "ZADD bigzset" + numbered(3_000, "%1$d member-%1$d"),
                "HSET timed" + numbered(50, "field-%1$d value"),
                "HPEXPIRE timed 100000000 FIELDS 2 field-1 field-2",
                "SELECT 3",
                "SET flushed " + LARGE,
                "SET flushedtoo x EX 100000",
                "FLUSHDB",
                "SET afterflush " + LARGE,
                "SWAPDB 3 4");
    }

    private static String numbered(int count, String words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(' ').append(String.format(words, i));
        }
        return text.toString();
    }

    private void assertViolations(String... what) {
        Report report = fixture.check();
        assertThat(report.isSound()).isFalse();
        for (int i = 0; i < what.length; i++) {
            assertThat(report.violations().get(i)).contains(what[i]);
        }
        assertThat(report.violationCount()).as(report.text()).isEqualTo(what.length);
    }

    private Found header(String key) {
        byte[] name = key.getBytes(ISO_8859_1);
        return fixture.find(RowKind.HEADER, row -> Arrays.equals(Header.keyOf(row.key(), row.value()), name));
    }

    private long idOf(String key) {
        return OrderedCodec.getLong(Header.decode(header(key).row().value()).payload(), 0);
    }

    // ---- what is right ----

    @Test
    void aStoreThatAServerHasWrittenIsSound() {
        Report report = fixture.check();
        assertThat(report.violations()).isEmpty();
        assertThat(report.isSound()).isTrue();
        assertThat(report.rows(RowKind.HEADER)).isGreaterThanOrEqualTo(11);
        assertThat(report.rows(RowKind.STORE)).isEqualTo(1);
        assertThat(report.text()).endsWith("no violation\n").contains("HEADER ").contains("STRING_CHUNK ");
    }

    @ParameterizedTest
    @EnumSource
    void soIsOneThatOnlyOneProcessCanOpen(Atomicity atomicity) throws Exception {
        fixture = new StoreFixture(
                new MemoryKvStore(new Capabilities(atomicity, false, false, 1 << 16, 1 << 30, 1L << 31)));
        fill(fixture);
        assertThat(fixture.check().violations()).isEmpty();
        fixture.put(9, RowKeys.fence(), new Fence(1, UUID.randomUUID(), 0).encode());
        assertViolations("the store's one fence belongs to slot 0");
    }

    @Test
    void nothingIsSoundToo() {
        assertThat(StoreCheck.run(new MemoryKvStore()).text()).isEqualTo("0 rows\nno violation\n");
    }

    @Test
    void anotherProgramsRowsAreRefused() {
        StoreFixture other = new StoreFixture(new MemoryKvStore());
        other.put(77, new byte[] {1}, new byte[] {2});
        assertThatThrownBy(other::check).isInstanceOf(EncodingException.class).hasMessageContaining("not Sluice's");
        other.put(0, RowKeys.store(), "another".getBytes(ISO_8859_1));
        assertThatThrownBy(other::check)
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("another program's rows");
    }

    @Test
    void aReportIsBounded() {
        for (int i = 0; i < 150; i++) {
            fixture.put(i, new byte[] {0x3, 1}, new byte[500]);
        }
        Report report = fixture.check();
        assertThat(report.violationCount()).isEqualTo(150);
        assertThat(report.violations()).hasSize(100);
        assertThat(report.text())
                .contains("slot 0, 0x03 row: ")
                .contains("    key   0301\n")
                .contains("... (500 bytes)")
                .contains("and 50 more violations, not shown\n")
                .endsWith("150 violations\n");
    }

    @Test
    void aSlotThatCannotBeReadDoesNotHideTheOthers() {
        int broken = header("number").slot();
        fixture.delete(header("text").slot(), RowKeys.fence());
        KvStore store = new ForwardingKvStore(fixture.store) {
            @Override
            public CompletionStage<ScanPage> scan(ScanRequest request) {
                return request.slot() == broken
                        ? CompletableFuture.failedFuture(new StoreException.Fatal("block checksum mismatch", null))
                        : delegate.scan(request);
            }
        };
        Report report = StoreCheck.run(store);
        assertThat(report.violations())
                .anyMatch(v -> v.equals("slot " + broken + " cannot be read to its end: block checksum mismatch"))
                .anyMatch(v -> v.contains("it is missing, and the slot has rows"))
                .hasSize(2);
        assertThat(report.isSound()).isFalse();
    }

    // ---- rows that do not decode ----

    @Test
    void rowsThatDoNotDecode() {
        Found header = header("text");
        fixture.put(header.slot(), header.row().key(), new byte[] {1, 1, 0x7f});
        assertViolations("encoding 0x7F is not known for type 0x01");
    }

    @Test
    void kindsThatAreNotKnownOrOnlyReserved() {
        fixture.put(5, new byte[] {0x7e}, new byte[] {1});
        assertViolations("kind 0x7E is not known");
    }

    @Test
    void redoRows() {
        byte[] change = {0, 1, 0x60};
        fixture.put(6, RowKeys.redoPart(1, 1, 0), change);
        fixture.put(7, RowKeys.redoHead(1, 1), new byte[] {1});
        fixture.put(8, RowKeys.redoHead(1, 1), new RedoHead(true, 2, 6).encode());
        fixture.put(8, RowKeys.redoPart(1, 1, 0), change);
        fixture.put(9, RowKeys.redoHead(1, 1), new RedoHead(true, 1, 2).encode());
        fixture.put(9, RowKeys.redoPart(1, 1, 0), Arrays.copyOf(change, 2));
        fixture.put(10, RowKeys.redoHead(1, 1), RedoHead.OF_GARBAGE.encode());
        fixture.put(10, RowKeys.redoPart(1, 1, 0), new byte[] {77});
        assertViolations("no head has its name", "ends where", "part 1 is not there", "in the middle of a row");
    }

    /** What a change in force makes of the rows is what is checked: here, of none a database's row that does not decode. */
    @Test
    void aSlotLeftInTheMiddleOfALargeChange() {
        byte[] part = {1, 1, 0x60, 1, 77};
        fixture.put(8, RowKeys.redoHead(1, 1), new RedoHead(true, 1, part.length).encode());
        fixture.put(8, RowKeys.redoPart(1, 1, 0), part);
        assertViolations("format 77");
        fixture.put(8, RowKeys.redoHead(1, 1), RedoHead.OF_GARBAGE.encode());
        assertThat(fixture.check().isSound()).isTrue();
    }

    @Test
    void theStoresRowElsewhere() {
        fixture.put(5, RowKeys.store(), new byte[] {1});
        assertViolations("the store's row belongs to slot 0");
    }

    // ---- headers ----

    @Test
    void aHeaderWhereItsKeyDoesNotBelong() {
        Found header = header("number");
        fixture.put(header.slot() + 1, header.row().key(), header.row().value());
        assertViolations("its key belongs to slot " + header.slot());
    }

    @Test
    void aHeaderUnderAnotherHash() {
        Found header = header("number");
        fixture.put(
                header.slot(),
                RowKeys.header(0, 12, "number".getBytes(ISO_8859_1)),
                header.row().value());
        assertViolations("its hash is not that of its key");
    }

    @Test
    void aStringThatIsNoInteger() {
        Found header = header("number");
        fixture.put(
                header.slot(),
                header.row().key(),
                Header.of(ValueEncoding.STRING_INT, "4x".getBytes(ISO_8859_1)).encode());
        assertViolations("its string is not an integer");
    }

    @Test
    void aGenerationThatNoDatabaseHas() {
        Found header = header("number");
        byte[] key = "number".getBytes(ISO_8859_1);
        int hash = RowKeys.decodeHeader(header.row().key()).hash();
        fixture.put(
                header.slot(), RowKeys.header(77_777, hash, key), header.row().value());
        assertViolations("no database has its generation");
    }

    // ---- expiry ----

    @Test
    void aHeaderWithoutItsExpiryRow() {
        int slot = header("expiring").slot();
        fixture.delete(slot, fixture.findIn(slot, RowKind.EXPIRY, row -> true).key());
        assertViolations("the expiry index has no row for it");
    }

    /** What a plain SET replaces without having read it leaves its row behind, until the row's time. */
    @Test
    void anExpiryRowWithoutItsHeaderIsNoViolation() {
        Found header = header("expiring");
        fixture.delete(header.slot(), header.row().key());
        assertThat(fixture.check().isSound()).isTrue();
    }

    @Test
    void anExpiryRowOfAnotherTime() {
        Found header = header("expiring");
        fixture.put(
                header.slot(),
                header.row().key(),
                Header.decode(header.row().value()).withExpireAt(5).encode());
        assertViolations("the expiry index has no row for it");
    }

    @Test
    void aLongKeyThatItsExpiryRowDoesNotStandFor() {
        Found index = fixture.find(RowKind.EXPIRY, row -> row.key().length > 1_000);
        fixture.put(index.slot(), index.row().key(), "other".getBytes(ISO_8859_1));
        assertViolations("is not the name that its key stands for");
    }

    // ---- the registry ----

    @Test
    void aLargeValueThatIsNotRegistered() {
        long id = idOf("large");
        int slot = header("large").slot();
        Row entry = fixture.findIn(
                slot, RowKind.REGISTRY, row -> RowKeys.decodeRegistry(row.key()).id() == id);
        fixture.delete(slot, entry.key());
        assertViolations("the registry has no row for it");
    }

    @Test
    void aLargeValueThatIsRegisteredAsAnother() {
        long id = idOf("large");
        int slot = header("large").slot();
        Row entry = fixture.findIn(
                slot, RowKind.REGISTRY, row -> RowKeys.decodeRegistry(row.key()).id() == id);
        fixture.put(slot, entry.key(), new RegistryEntry(1, "large".getBytes(ISO_8859_1)).encode());
        assertViolations("the registry has no row for it");
    }

    @Test
    void aRegistryRowForNothing() {
        fixture.put(5, RowKeys.registry(1, 0x100000099L), new RegistryEntry(0, new byte[] {'x'}).encode());
        assertViolations("no header refers to what it registers");
    }

    // ---- ids, epochs, reclamation ----

    @Test
    void rowsOfAnIdThatNobodyHas() {
        Found header = header("large");
        fixture.delete(header.slot(), header.row().key());
        Report report = fixture.check();
        assertThat(report.violationCount()).isEqualTo(6);
        assertThat(report.violations().get(0)).contains("no header has its id").contains("STRING_CHUNK");
        assertThat(report.violations().get(5)).contains("no header refers to what it registers");
    }

    @Test
    void rowsOfADroppedIdThatItsReclaimEntryWouldLeave() {
        Found header = header("large");
        long id = idOf("large");
        int slot = header("large").slot();
        Row entry = fixture.findIn(
                slot, RowKind.REGISTRY, row -> RowKeys.decodeRegistry(row.key()).id() == id);
        fixture.delete(header.slot(), header.row().key());
        fixture.delete(slot, entry.key());
        ReclaimEntry right = ReclaimEntry.ofString(id, 5);
        fixture.put(header.slot(), right.rowKey(), right.encode());
        assertThat(fixture.check().violations()).isEmpty();
        fixture.put(
                header.slot(),
                right.rowKey(),
                ReclaimEntry.ofId(id, List.of(RowKind.ELEMENT), 5).encode());
        assertThat(fixture.check().violationCount()).isEqualTo(5);
        assertThat(fixture.check().violations().get(0)).contains("without this kind of row");
    }

    @Test
    void aLiveValueThatIsQueuedForReclamation() {
        ReclaimEntry entry = ReclaimEntry.ofString(idOf("large"), 5);
        fixture.put(header("large").slot(), entry.rowKey(), entry.encode());
        assertViolations("its id is queued for reclamation");
    }

    @Test
    void aReclaimEntryThatDoesNotDecode() {
        fixture.put(5, RowKeys.reclaimId(0x100000099L), new byte[] {1, 0, 0});
        assertViolations("0 kinds");
    }

    @Test
    void anIdOfAnEpochToCome() {
        Found header = header("large");
        Fence fence =
                Fence.decode(fixture.find(RowKind.FENCE, row -> true).row().value());
        long newer = idOf("large") + (1L << 40);
        byte[] payload = Header.decode(header.row().value()).payload().clone();
        OrderedCodec.putLong(payload, 0, newer);
        fixture.put(
                header.slot(),
                header.row().key(),
                Header.of(ValueEncoding.STRING_CHUNKED, payload).encode());
        Report report = fixture.check();
        assertThat(report.violations().get(0)).contains("above the fence's " + fence.epoch());
    }

    @Test
    void twoHeadersOfOneId() {
        Found header = header("large");
        byte[] key = "large".getBytes(ISO_8859_1);
        int hash = RowKeys.decodeHeader(header.row().key()).hash();
        fixture.put(header.slot(), RowKeys.header(1, hash, key), header.row().value());
        assertThat(fixture.check().violations()).anyMatch(v -> v.contains("another header has the same id"));
    }

    @Test
    void fencesAndSeals() {
        Found fence = fixture.find(RowKind.FENCE);
        long epoch = Fence.decode(fence.row().value()).epoch();
        fixture.put(fence.slot(), RowKeys.seal(epoch), Fence.sealValue());
        fixture.delete(fence.slot(), RowKeys.seal(epoch - 1));
        assertViolations("its epoch, or a later one, is sealed", "the epoch before its own is not sealed");
        fixture.put(fence.slot(), RowKeys.seal(epoch - 1), new byte[] {2});
        fixture.delete(fence.slot(), RowKeys.seal(epoch));
        assertViolations("a seal's value is one byte, 01");
    }

    // ---- databases ----

    @Test
    void aMapOfDatabasesThatContradictsItself() {
        Found found = fixture.find(RowKind.DATABASES);
        fixture.put(found.slot(), found.row().key(), new byte[] {1, 0, 0, 0, 0});
        assertThat(fixture.check().violations().get(0))
                .contains("next generation 0")
                .contains("DATABASES");
    }

    @Test
    void aDatabaseInUseThatIsQueuedForReclamation() {
        ReclaimEntry entry = ReclaimEntry.ofGeneration(0);
        fixture.put(header("number").slot(), entry.rowKey(), entry.encode());
        assertViolations("it would reclaim a database that is in use");
    }

    @Test
    void aSlotWithoutItsFence() {
        int slot = header("number").slot();
        fixture.delete(slot, RowKeys.fence());
        assertViolations("it is missing, and the slot has rows");
    }

    @Test
    void rowsOfAFlushedDatabaseAreRightWhileTheyAreQueued() {
        Found header = header("large");
        long id = idOf("large");
        fixture.put(
                header.slot(), RowKeys.databases(), Databases.INITIAL.flushed(0).encode());
        assertThat(fixture.check().violations()).anyMatch(v -> v.contains("no database has its generation"));
        ReclaimEntry entry = ReclaimEntry.ofGeneration(0);
        fixture.put(header.slot(), entry.rowKey(), entry.encode());
        assertThat(fixture.check().violations()).isEmpty();
        fixture.delete(header.slot(), RowKeys.stringChunk(id, 1));
        assertThat(fixture.check().violations()).isEmpty();
    }

    // ---- strings ----

    @Test
    void chunksThatHoldMoreThanTheirString() {
        long id = idOf("large");
        int slot = header("large").slot();
        fixture.put(slot, RowKeys.stringChunk(id, 4), new byte[905]);
        fixture.put(slot, RowKeys.stringChunk(id, 5), new byte[1]);
        assertViolations("it holds 905 bytes where its string has 904", "it is behind the end of its string");
    }

    @Test
    void chunksThatAreAbsentReadAsZeroes() {
        fixture.delete(header("large").slot(), RowKeys.stringChunk(idOf("large"), 2));
        assertThat(fixture.check().violations()).isEmpty();
    }

    @Test
    void rowsOfAnotherType() {
        fixture.put(header("large").slot(), RowKeys.element(idOf("large"), 1, new byte[] {1}), new byte[] {0});
        assertViolations("its value is of a type that has no rows of kind ELEMENT");
    }

    // ---- collections ----

    private void putPacked(String key, byte encoding, byte form, String... entries) {
        Found header = header(key);
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
        assertViolations("an element is in it twice");
        putPacked("hash", ValueEncoding.HASH_PACKED, Forms.TABLE, "a", "1", "b");
        assertViolations("an entry lacks its partner");
        putPacked("hash", ValueEncoding.HASH_PACKED, Forms.INTSET, "1", "1");
        assertViolations("its type has no such form");
        putPacked("hash", ValueEncoding.HASH_PACKED, Forms.LISTPACK);
        assertViolations("an empty collection has no header");
    }

    @Test
    void packedSets() {
        putPacked("hash", ValueEncoding.SET_PACKED, Forms.INTSET, "-7", "3", "10");
        assertThat(fixture.check().violations()).isEmpty();
        putPacked("hash", ValueEncoding.SET_PACKED, Forms.INTSET, "10", "3");
        assertViolations("they are not");
        putPacked("hash", ValueEncoding.SET_PACKED, Forms.INTSET, "10", "x");
        assertViolations("they are not");
        putPacked("hash", ValueEncoding.SET_PACKED, Forms.LISTPACK, "b", "a", "b");
        assertViolations("an element is in it twice");
    }

    @Test
    void packedSortedSets() {
        String one = new String(ElementValue.ofScore(1).payload(), ISO_8859_1);
        String two = new String(ElementValue.ofScore(2).payload(), ISO_8859_1);
        putPacked("hash", ValueEncoding.ZSET_PACKED, Forms.LISTPACK, "b", one, "c", one, "a", two);
        assertThat(fixture.check().violations()).isEmpty();
        putPacked("hash", ValueEncoding.ZSET_PACKED, Forms.LISTPACK, "c", one, "b", one);
        assertViolations("not in the order of their scores");
        putPacked("hash", ValueEncoding.ZSET_PACKED, Forms.LISTPACK, "a", two, "b", one);
        assertViolations("not in the order of their scores");
        putPacked("hash", ValueEncoding.ZSET_PACKED, Forms.LISTPACK, "a", "1");
        assertViolations("a score has 8 bytes, not 1");
    }

    @Test
    void aHashThatCountsOtherThanItsRows() {
        int slot = header("bighash").slot();
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("a"));
        fixture.delete(slot, field.key());
        assertViolations("it counts 3 elements, and has 2");
    }

    @Test
    void aFieldUnderAnotherHash() {
        int slot = header("bighash").slot();
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("a"));
        fixture.delete(slot, field.key());
        fixture.put(slot, RowKeys.element(idOf("bighash"), 5, new byte[] {'a'}), field.value());
        assertViolations("its hash is not that of its element");
    }

    @Test
    void chunksOfAValueThatAreMissingOrTooMany() {
        int slot = header("bighash").slot();
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("c"));
        long id = idOf("bighash");
        long value = ElementValue.decode(field.value()).chunks().id();
        fixture.delete(slot, RowKeys.valueChunk(id, value, 3));
        fixture.put(slot, RowKeys.valueChunk(id, value + 1, 0), new byte[] {1});
        assertViolations("nothing refers to it", "its value has 5 chunks, of which 4 are there");
        fixture.put(slot, RowKeys.valueChunk(id, value, 3), new byte[2_000]);
        fixture.delete(slot, RowKeys.valueChunk(id, value + 1, 0));
        assertViolations("it holds 2000 bytes where its string has 1024");
    }

    @Test
    void aValueInChunksIsThereWhole() {
        int slot = header("bighash").slot();
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("c"));
        long value = ElementValue.decode(field.value()).chunks().id();
        fixture.put(slot, RowKeys.valueChunk(idOf("bighash"), value, 3), new byte[1_000]);
        assertViolations("it holds 1000 bytes where its string has 1024");
    }

    @Test
    void membersOfSets() {
        int slot = header("bigset").slot();
        Row member = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("member-7"));
        fixture.put(slot, member.key(), ElementValue.of(new byte[] {'x'}).encode(nameOf(member)));
        assertViolations("a set's member has no value");
        fixture.put(
                slot,
                member.key(),
                ElementValue.nothing().withExpireAt(5_000_000_000_000L).encode(nameOf(member)));
        assertViolations("a member does not expire");
    }

    @Test
    void aSetOfIntegersWithSomethingElse() {
        int slot = header("integers").slot();
        byte[] word = "word".getBytes(ISO_8859_1);
        Row member = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("7"));
        fixture.delete(slot, member.key());
        fixture.put(slot, RowKeys.element(idOf("integers"), 5, word), member.value());
        assertViolations("its hash is not that of its element", "its set's form is that of integers, and it is none");
    }

    @Test
    void aMemberWithoutItsScore() {
        int slot = header("bigzset").slot();
        Row score = fixture.findIn(
                slot, RowKind.SCORE, row -> RowKeys.decodeScore(row.key()).score() == 1_500);
        fixture.delete(slot, score.key());
        assertThat(fixture.check().violations())
                .anyMatch(v -> v.contains("there is no score row for its score"))
                .anyMatch(v -> v.contains("it counts 3000 elements, and has 2999 scores"))
                .anyMatch(v -> v.contains("its rank tree counts"));
    }

    @Test
    void aSortedSetThatDoesNotKnowItsFirst() {
        int slot = header("bigzset").slot();
        Row first = fixture.findIn(
                slot, RowKind.SCORE, row -> RowKeys.decodeScore(row.key()).score() == 0);
        fixture.delete(slot, first.key());
        assertThat(fixture.check().violations())
                .anyMatch(v -> v.contains("its first or last scores are not those that it names"));
    }

    @Test
    void aNodeOfARankTreeThatWasNotGiven() {
        int slot = header("bigzset").slot();
        Row node = fixture.findIn(slot, RowKind.RANK_COUNT, row -> true);
        fixture.put(slot, RowKeys.rankNode(idOf("bigzset"), 70_000), node.value());
        assertViolations("its set has not given this number", "its rank tree does not name its node 70000");
    }

    @Test
    void timesOfFields() {
        int slot = header("timed").slot();
        Row time = fixture.findIn(slot, RowKind.FIELD_EXPIRY, row -> true);
        fixture.delete(slot, time.key());
        assertViolations("it expires, and there is no row that says when");
        fixture.put(slot, time.key(), time.value());
        byte[] other = "field-3".getBytes(ISO_8859_1);
        Row field = fixture.findIn(slot, RowKind.ELEMENT, row -> name(row).equals("field-3"));
        int hash = RowKeys.decodeElement(field.key()).hash();
        fixture.put(slot, RowKeys.fieldExpiry(idOf("timed"), 5_000_000_000_000L, hash, other), new byte[0]);
        assertViolations("there is no field that expires then");
        fixture.put(
                slot,
                field.key(),
                ElementValue.decode(field.value()).withExpireAt(5).encode(other));
        assertThat(fixture.check().violations())
                .anyMatch(v -> v.contains("its hash says that no field expires as early"));
    }

    @Test
    void aHashWhoseFieldsExpireUnnoticed() {
        int slot = header("timed").slot();
        fixture.delete(
                slot, fixture.findIn(slot, RowKind.FIELDS_DUE, row -> true).key());
        assertViolations("its fields expire, and there is no row that says when");
    }

    private static byte[] nameOf(Row element) {
        return ElementValue.elementOf(element.key(), element.value());
    }

    private static String name(Row row) {
        return new String(ElementValue.elementOf(row.key(), row.value()), ISO_8859_1);
    }

    // ---- lists ----

    private ListRef list() {
        return ListRef.decode(Header.decode(header("list").row().value()).payload());
    }

    private void putList(byte[] payload) {
        Found header = header("list");
        fixture.put(
                header.slot(),
                header.row().key(),
                Header.of(ValueEncoding.LIST_SPREAD, payload).encode());
    }

    @Test
    void aListHasARowForEachChunkThatItNames() {
        int slot = header("list").slot();
        ListNode root = list().root();
        assertThat(list().level()).isZero();
        byte[] chunk = RowKeys.listChunk(idOf("list"), root.number(1));
        Row row = fixture.findIn(slot, RowKind.LIST_CHUNK, r -> Arrays.equals(r.key(), chunk));
        fixture.delete(slot, chunk);
        assertViolations("its tree names chunk " + root.number(1) + " twice, or there is none");
        fixture.put(slot, chunk, row.value());
        fixture.put(slot, RowKeys.listChunk(idOf("list"), list().rightUsed()), row.value());
        assertViolations("its list has not given this number", "no node of its tree names its chunk");
    }

    @Test
    void aListCountsWhatIsBelowItsTree() {
        int slot = header("list").slot();
        ListNode root = list().root();
        byte[] chunk = RowKeys.listChunk(idOf("list"), root.number(0));
        fixture.put(slot, chunk, new byte[] {1, 1, 'x'});
        assertViolations("its tree counts " + root.elements(0) + " elements");
    }

    @Test
    void theSizeOfAListsElements() {
        putList(list().change()
                .total(list().count(), list().bytes() + 1)
                .build()
                .encode());
        assertViolations("the size of its elements is not what it says");
    }

    @Test
    void aListWithANodeTooMany() {
        int slot = header("list").slot();
        fixture.put(slot, RowKeys.listNode(idOf("list"), 0), ListNode.EMPTY.encode());
        assertViolations("a node has at least one child", "no node of its tree names its node 0");
    }

    @Test
    void aLargeElementOfAListWithoutItsChunks() {
        int slot = header("list").slot();
        Row chunk = fixture.findIn(slot, RowKind.LIST_CHUNK, row -> ListChunkValue.isLarge(row.value()));
        long value = ListChunkValue.reference(chunk.value()).id();
        fixture.delete(slot, RowKeys.valueChunk(idOf("list"), value, 0));
        assertViolations("its value has 5 chunks, of which 4 are there");
    }
}
