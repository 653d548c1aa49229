package io.sluice.kv.contract;

import static io.sluice.kv.testing.Stages.await;
import static io.sluice.kv.testing.Stages.scanAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keys, values, order, ranges, pages and slots. */
abstract class ReadContract extends ContractFixture {

    /** In byte order, each a trap for somebody: empty, zero bytes, prefixes, the sign bit, all ones. */
    private static final List<String> KEYS = List.of(
            "", "00", "0000", "00ff", "01", "0100", "61", "6100", "6161", "61ff", "62", "7f", "80", "8000", "fe", "ff",
            "ff00", "ff61", "ffff", "ffff00", "ffffff");

    private static final int LIMITLESS = 1000;

    private void putKeys(int slot) {
        WriteBatch batch = batch();
        List<String> shuffled = new ArrayList<>(KEYS);
        Collections.reverse(shuffled);
        for (String key : shuffled) {
            batch.put(slot, hex(key), bytes("v" + key));
        }
        commit(batch);
    }

    private static List<String> keys(List<Row> rows) {
        return rows.stream().map(row -> hex(row.key())).toList();
    }

    @Test
    void aRowThatWasNeverWrittenIsAbsent() {
        assertThat(get(SLOT, bytes("k"))).isNull();
        assertThat(get(SLOT, new byte[0])).isNull();
        assertThat(multiGet(new SlotKey(SLOT, bytes("k")))).containsExactly((byte[]) null);
        assertThat(contents(SLOT)).isEmpty();
    }

    @Test
    void everyKeyIsFoundByItsOwnBytesAlone() {
        for (String key : KEYS) {
            assertThat(get(SLOT, hex(key))).isNull();
            put(SLOT, hex(key), bytes("v" + key));
        }
        for (String key : KEYS) {
            assertThat(get(SLOT, hex(key))).isEqualTo(bytes("v" + key));
        }
        assertThat(get(SLOT, hex("000000"))).isNull();
        assertThat(get(SLOT, hex("fffffe"))).isNull();
    }

    @Test
    void keysAreOrderedAsUnsignedBytes() {
        putKeys(SLOT);
        assertThat(keys(scanAll(store, new ScanRequest(SLOT, new byte[0], null, false, LIMITLESS, false))))
                .isEqualTo(KEYS);
    }

    @Test
    void anEmptyValueIsNotAbsence() {
        put(SLOT, bytes("empty"), new byte[0]);
        assertThat(get(SLOT, bytes("empty"))).isNotNull().isEmpty();
        assertThat(multiGet(new SlotKey(SLOT, bytes("empty")), new SlotKey(SLOT, bytes("none"))))
                .containsExactly(new byte[0], null);
        assertThat(contents(SLOT)).containsExactly("656d707479=");
        commit(batch().delete(SLOT, bytes("empty")));
        assertThat(get(SLOT, bytes("empty"))).isNull();
    }

    @Test
    void everyByteOfAValueComesBack() {
        byte[] value = new byte[512];
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) i;
        }
        put(SLOT, bytes("k"), value.clone());
        assertThat(get(SLOT, bytes("k"))).isEqualTo(value);
    }

    @Test
    void multiGetAnswersInTheOrderOfTheKeysAndOfAnySlots() {
        put(1, bytes("a"), bytes("1a"));
        put(2, bytes("a"), bytes("2a"));
        put(2, bytes("b"), bytes("2b"));
        assertThat(multiGet(
                        new SlotKey(2, bytes("b")),
                        new SlotKey(1, bytes("b")),
                        new SlotKey(1, bytes("a")),
                        new SlotKey(2, bytes("b")),
                        new SlotKey(2, bytes("a"))))
                .containsExactly(bytes("2b"), null, bytes("1a"), bytes("2b"), bytes("2a"));
        assertThat(multiGet()).isEmpty();
    }

    @Test
    void everyCombinationOfBoundsBringsExactlyItsRange() {
        putKeys(SLOT);
        putKeys(SLOT - 1);
        putKeys(SLOT + 1);
        List<String> bounds = Stream.concat(KEYS.stream(), Stream.of("0001", "60", "ff60", "ffffff00"))
                .toList();
        int[] limits = {1, 2, 5, LIMITLESS};
        int turn = 0;
        for (String from : bounds) {
            for (String to : Stream.concat(bounds.stream(), Stream.of("end")).toList()) {
                boolean reverse = turn % 2 == 0;
                boolean keysOnly = turn / 2 % 3 == 0;
                int limit = limits[turn / 3 % limits.length];
                turn++;
                byte[] end = to.equals("end") ? null : hex(to);
                for (boolean direction : new boolean[] {reverse, !reverse}) {
                    ScanRequest request = new ScanRequest(SLOT, hex(from), end, direction, limit, keysOnly);
                    List<String> expected = new ArrayList<>(KEYS.stream()
                            .filter(key -> key.compareTo(from) >= 0 && (end == null || key.compareTo(to) < 0))
                            .map(key -> key + "=" + (keysOnly ? "" : hex(bytes("v" + key))))
                            .toList());
                    if (direction) {
                        Collections.reverse(expected);
                    }
                    assertThat(texts(scanAll(store, request)))
                            .as("[%s, %s) reverse %s limit %s keysOnly %s", from, to, direction, limit, keysOnly)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void aPageHoldsNoMoreThanTheLimitAndSaysWhetherThereIsMore() {
        putKeys(SLOT);
        for (boolean reverse : new boolean[] {false, true}) {
            ScanPage page = await(store.scan(new ScanRequest(SLOT, new byte[0], null, reverse, 3, false)));
            assertThat(page.rows().size()).isLessThanOrEqualTo(3);
            assertThat(page.more()).as("rows are left").isTrue();
        }
    }

    @Test
    void aPageThatSaysThereIsNoMoreIsTheEnd() {
        putKeys(SLOT);
        for (int limit = 1; limit <= KEYS.size() + 1; limit++) {
            assertThat(keys(scanAll(store, new ScanRequest(SLOT, new byte[0], null, false, limit, true))))
                    .isEqualTo(KEYS);
        }
        assertThat(await(store.scan(new ScanRequest(SLOT + 1, new byte[0], null, false, 1, true)))
                        .rows())
                .isEmpty();
    }

    @Test
    void aScanGoesOnAfterTheLongestKey() {
        int longest = Math.min(store.capabilities().maxKeyBytes(), 1 << 16);
        byte[] first = new byte[longest];
        byte[] second = new byte[longest];
        second[longest - 1] = 1;
        commit(batch().put(SLOT, first, bytes("1")).put(SLOT, second, bytes("2")));
        for (boolean reverse : new boolean[] {false, true}) {
            assertThat(scanAll(store, new ScanRequest(SLOT, new byte[0], null, reverse, 1, false)))
                    .hasSize(2);
        }
    }

    @Test
    void keysOnlyLeavesOutTheValues() {
        putKeys(SLOT);
        List<Row> rows = scanAll(store, new ScanRequest(SLOT, new byte[0], null, false, LIMITLESS, true));
        assertThat(keys(rows)).isEqualTo(KEYS);
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isEmpty());
    }

    @Test
    void slotsAreIsolatedFromEachOther() {
        int[] slots = {0, 1, 0x00ff, 0x0100, 0x7fff, 0x8000, 0xfffe, 0xffff};
        for (int slot : slots) {
            commit(batch().put(slot, new byte[0], bytes("empty" + slot)).put(slot, hex("ffff"), bytes("ones" + slot)));
        }
        for (int slot : slots) {
            List<String> expected = List.of("=" + hex(bytes("empty" + slot)), "ffff=" + hex(bytes("ones" + slot)));
            assertThat(contents(slot)).isEqualTo(expected);
            List<Row> backwards = scanAll(store, new ScanRequest(slot, new byte[0], null, true, 10, false));
            Collections.reverse(backwards);
            assertThat(texts(backwards)).isEqualTo(expected);
        }
        assertThat(contents(2)).isEmpty();
        await(store.deleteRange(1, new byte[0], hex("ffffff")));
        commit(batch().delete(0x8000, hex("ffff")));
        assertThat(contents(1)).isEmpty();
        assertThat(contents(0x8000)).hasSize(1);
        for (int slot : new int[] {0, 0x00ff, 0x0100, 0x7fff, 0xfffe, 0xffff}) {
            assertThat(contents(slot)).as("slot %s", slot).hasSize(2);
        }
    }

    @Test
    void aSlotOutOfRangeIsAProgrammingError() {
        for (int slot : new int[] {-1, SlotKey.MAX_SLOT + 1}) {
            assertThatThrownBy(() -> store.get(slot, bytes("k"))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.deleteRange(slot, bytes("a"), bytes("b")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
