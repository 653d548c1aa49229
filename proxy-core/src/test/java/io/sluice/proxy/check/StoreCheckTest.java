package io.sluice.proxy.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.encoding.Databases;
import io.sluice.encoding.EncodingException;
import io.sluice.encoding.Fence;
import io.sluice.encoding.Header;
import io.sluice.encoding.OrderedCodec;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store is sound after a server has written it, and each kind of damage is reported, with the row it was done to. */
class StoreCheckTest {
    private StoreFixture fixture = StoreFixture.filled();

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
        fixture.fill();
        assertThat(fixture.check().violations()).isEmpty();
        fixture.put(9, RowKeys.fence(), new Fence(1, UUID.randomUUID(), 0).encode());
        fixture.assertViolations("the store's one fence belongs to slot 0");
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
        int broken = fixture.header("text").slot();
        int later = fixture.header("number").slot();
        assertThat(later).isGreaterThan(broken);
        fixture.delete(later, RowKeys.fence());
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
        Found header = fixture.header("text");
        fixture.put(header.slot(), header.row().key(), new byte[] {1, 1, 0x7f});
        fixture.assertViolations("encoding 0x7F is not known for type 0x01");
    }

    @Test
    void kindsThatAreNotKnownOrOnlyReserved() {
        fixture.put(5, new byte[] {0x7e}, new byte[] {1});
        fixture.assertViolations("kind 0x7E is not known");
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
        fixture.assertViolations("no head has its name", "ends where", "part 1 is not there", "in the middle of a row");
    }

    /** What a change in force makes of the rows is what is checked: here, of none a database's row that does not decode. */
    @Test
    void aSlotLeftInTheMiddleOfALargeChange() {
        byte[] part = {1, 1, 0x60, 1, 77};
        fixture.put(8, RowKeys.redoHead(1, 1), new RedoHead(true, 1, part.length).encode());
        fixture.put(8, RowKeys.redoPart(1, 1, 0), part);
        fixture.assertViolations("format 77");
        fixture.put(8, RowKeys.redoHead(1, 1), RedoHead.OF_GARBAGE.encode());
        assertThat(fixture.check().isSound()).isTrue();
    }

    @Test
    void theStoresRowElsewhere() {
        fixture.put(5, RowKeys.store(), new byte[] {1});
        fixture.assertViolations("the store's row belongs to slot 0");
    }

    // ---- headers ----

    @Test
    void aHeaderWhereItsKeyDoesNotBelong() {
        Found header = fixture.header("number");
        fixture.put(header.slot() + 1, header.row().key(), header.row().value());
        fixture.assertViolations("its key belongs to slot " + header.slot());
    }

    @Test
    void aHeaderUnderAnotherHash() {
        Found header = fixture.header("number");
        fixture.put(
                header.slot(),
                RowKeys.header(0, 12, "number".getBytes(ISO_8859_1)),
                header.row().value());
        fixture.assertViolations("its hash is not that of its key");
    }

    @Test
    void aStringThatIsNoInteger() {
        Found header = fixture.header("number");
        fixture.put(
                header.slot(),
                header.row().key(),
                Header.of(ValueEncoding.STRING_INT, "4x".getBytes(ISO_8859_1)).encode());
        fixture.assertViolations("its string is not an integer");
    }

    @Test
    void aGenerationThatNoDatabaseHas() {
        Found header = fixture.header("number");
        byte[] key = "number".getBytes(ISO_8859_1);
        int hash = RowKeys.decodeHeader(header.row().key()).hash();
        fixture.put(
                header.slot(), RowKeys.header(77_777, hash, key), header.row().value());
        fixture.assertViolations("no database has its generation");
    }

    // ---- expiry ----

    @Test
    void aHeaderWithoutItsExpiryRow() {
        int slot = fixture.header("expiring").slot();
        fixture.delete(slot, fixture.findIn(slot, RowKind.EXPIRY, row -> true).key());
        fixture.assertViolations("the expiry index has no row for it");
    }

    /** What a plain SET replaces without having read it leaves its row behind, until the row's time. */
    @Test
    void anExpiryRowWithoutItsHeaderIsNoViolation() {
        Found header = fixture.header("expiring");
        fixture.delete(header.slot(), header.row().key());
        assertThat(fixture.check().isSound()).isTrue();
    }

    @Test
    void anExpiryRowOfAnotherTime() {
        Found header = fixture.header("expiring");
        fixture.put(
                header.slot(),
                header.row().key(),
                Header.decode(header.row().value()).withExpireAt(5).encode());
        fixture.assertViolations("the expiry index has no row for it");
    }

    @Test
    void aLongKeyThatItsExpiryRowDoesNotStandFor() {
        Found index = fixture.find(RowKind.EXPIRY, row -> row.key().length > 1_000);
        fixture.put(index.slot(), index.row().key(), "other".getBytes(ISO_8859_1));
        fixture.assertViolations("is not the name that its key stands for");
    }

    // ---- the registry ----

    @Test
    void aLargeValueThatIsNotRegistered() {
        long id = fixture.idOf("large");
        int slot = fixture.header("large").slot();
        Row entry = fixture.findIn(
                slot, RowKind.REGISTRY, row -> RowKeys.decodeRegistry(row.key()).id() == id);
        fixture.delete(slot, entry.key());
        fixture.assertViolations("the registry has no row for it");
    }

    @Test
    void aLargeValueThatIsRegisteredAsAnother() {
        long id = fixture.idOf("large");
        int slot = fixture.header("large").slot();
        Row entry = fixture.findIn(
                slot, RowKind.REGISTRY, row -> RowKeys.decodeRegistry(row.key()).id() == id);
        fixture.put(slot, entry.key(), new RegistryEntry(1, "large".getBytes(ISO_8859_1)).encode());
        fixture.assertViolations("the registry has no row for it");
    }

    @Test
    void aRegistryRowForNothing() {
        fixture.put(5, RowKeys.registry(1, 0x100000099L), new RegistryEntry(0, new byte[] {'x'}).encode());
        fixture.assertViolations("no header refers to what it registers");
    }

    // ---- ids, epochs, reclamation ----

    @Test
    void rowsOfAnIdThatNobodyHas() {
        Found header = fixture.header("large");
        fixture.delete(header.slot(), header.row().key());
        Report report = fixture.check();
        assertThat(report.violationCount()).isEqualTo(6);
        assertThat(report.violations().get(0)).contains("no header has its id").contains("STRING_CHUNK");
        assertThat(report.violations().get(5)).contains("no header refers to what it registers");
    }

    @Test
    void rowsOfADroppedIdThatItsReclaimEntryWouldLeave() {
        Found header = fixture.header("large");
        long id = fixture.idOf("large");
        int slot = fixture.header("large").slot();
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
        ReclaimEntry entry = ReclaimEntry.ofString(fixture.idOf("large"), 5);
        fixture.put(fixture.header("large").slot(), entry.rowKey(), entry.encode());
        fixture.assertViolations("its id is queued for reclamation");
    }

    @Test
    void aReclaimEntryThatDoesNotDecode() {
        fixture.put(5, RowKeys.reclaimId(0x100000099L), new byte[] {1, 0, 0});
        fixture.assertViolations("0 kinds");
    }

    @Test
    void anIdOfAnEpochToCome() {
        Found header = fixture.header("large");
        Fence fence =
                Fence.decode(fixture.find(RowKind.FENCE, row -> true).row().value());
        long newer = fixture.idOf("large") + (1L << 40);
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
        Found header = fixture.header("large");
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
        fixture.assertViolations("its epoch, or a later one, is sealed", "the epoch before its own is not sealed");
        fixture.put(fence.slot(), RowKeys.seal(epoch - 1), new byte[] {2});
        fixture.delete(fence.slot(), RowKeys.seal(epoch));
        fixture.assertViolations("a seal's value is one byte, 01");
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
        fixture.put(fixture.header("number").slot(), entry.rowKey(), entry.encode());
        fixture.assertViolations("it would reclaim a database that is in use");
    }

    @Test
    void aSlotWithoutItsFence() {
        int slot = fixture.header("number").slot();
        fixture.delete(slot, RowKeys.fence());
        fixture.assertViolations("it is missing, and the slot has rows");
    }

    @Test
    void rowsOfAFlushedDatabaseAreRightWhileTheyAreQueued() {
        Found header = fixture.header("large");
        long id = fixture.idOf("large");
        fixture.put(
                header.slot(), RowKeys.databases(), Databases.INITIAL.flushed(0).encode());
        assertThat(fixture.check().violations()).anyMatch(v -> v.contains("no database has its generation"));
        ReclaimEntry entry = ReclaimEntry.ofGeneration(0);
        fixture.put(header.slot(), entry.rowKey(), entry.encode());
        assertThat(fixture.check().violations()).isEmpty();
        fixture.delete(header.slot(), RowKeys.stringChunk(id, 1));
        assertThat(fixture.check().violations()).isEmpty();
    }
}
