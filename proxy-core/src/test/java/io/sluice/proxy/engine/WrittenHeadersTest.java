package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.MemoryKvStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenHeadersTest {
    private static final int NAMES = 200;
    /** The same hashes each time: how long chains are is a matter of them. */
    private static final KeyHasher HASHER = new KeyHasher(1);

    private final Rig rig = new Rig(new MemoryKvStore());
    private final SlotState slot = rig.slot("k");
    private final Batch batch = new Batch(slot.queue, 1);
    private final Batch later = new Batch(slot.queue, 2);
    private final ChainTable table = new ChainTable(Keyspace.SLOTS);
    private final WrittenHeaders headers = new WrittenHeaders(table, slot.slot);
    private final List<Object> moved = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aRowIsFoundByItsNameUntilItHasLeft() {
        WrittenRow a = add("a", "1");
        WrittenRow b = add("b", "2");
        assertThat(headers.header(id("a"))).isSameAs(a);
        assertThat(headers.peekHeader(id("b"))).isSameAs(b);
        assertThat(headers.header(id("c"))).isNull();
        leave(a);
        assertThat(moved).containsExactly("1");
        assertThat(headers.peekHeader(id("a"))).isNull();
        assertThat(headers.header(id("a"))).isNull();
        assertThat(headers.header(id("b"))).isSameAs(b);
        assertThat(headers.hasNoHeader()).isFalse();
        leave(b);
        assertThat(headers.hasNoHeader()).isTrue();
    }

    @Test
    void theSameKeyInAnotherGenerationIsAnotherRow() {
        WrittenRow first = add("a", "1");
        WrittenRow second = new WrittenRow(slot, id("a").in(7), "2", batch);
        headers.addHeader(second);
        assertThat(headers.header(id("a"))).isSameAs(first);
        assertThat(headers.header(id("a").in(7))).isSameAs(second);
    }

    /** What an earlier batch has written is visible, and the later one may have to be sent again. */
    @Test
    void aReplacedRowKeepsWhatALaterBatchHasOfIt() {
        WrittenRow older = add("a", "1");
        assertThat(older.renew(later, "2")).isTrue();
        add("a", "3");
        older.letGo(batch);
        assertThat(older.value()).isEqualTo("2");
        older.letGo(later);
        assertThat(older.valueIfHere()).isNull();
    }

    @Test
    void aRowThatIsStillHereLetsGoOfNothing() {
        WrittenRow row = add("a", "1");
        row.letGo(batch);
        assertThat(row.valueIfHere()).isEqualTo("1");
    }

    @Test
    void whatANewerOneHasReplacedMovesNowhere() {
        WrittenRow older = add("a", "1");
        WrittenRow newer = add("a", "2");
        assertThat(headers.header(id("a"))).isSameAs(newer);
        leave(older);
        assertThat(moved).isEmpty();
        assertThat(older.value()).as("its batch may be sent again").isEqualTo("1");
        leave(newer);
        assertThat(moved).containsExactly("2");
    }

    @Test
    void aRowLeavesOnceAndOnlyWithItsLastBatch() {
        WrittenRow row = add("a", "1");
        assertThat(row.renew(later, "2")).isTrue();
        leave(row);
        assertThat(moved).isEmpty();
        assertThat(headers.header(id("a"))).isSameAs(row);
        row.leave(later, each -> moved.add(each.value()));
        row.leave(later, each -> moved.add(each.value()));
        assertThat(moved).containsExactly("2");
        assertThat(row.renew(later, "3")).isFalse();
    }

    /** It may stay in its chain until somebody passes, and must not keep what it held. */
    @Test
    void whatHasLeftHoldsNoValueAndNoBatch() {
        WrittenRow row = add("a", "1");
        leave(row);
        assertThat(row.valueIfHere()).isNull();
        assertThat(row.batch()).isSameAs(slot.queue.past);
        assertThat(row.batch().isDurable()).isTrue();
    }

    @Test
    void whatIsReplacedKeepsItsBatchUntilThatIsVisible() {
        WrittenRow older = add("a", "1");
        add("a", "2");
        assertThat(older.batch()).isSameAs(batch);
        older.letGo(batch);
        assertThat(older.batch()).isSameAs(slot.queue.past);
    }

    @Test
    void whatIsTakenOutStandsInNoChain() {
        WrittenRow row = add("a", "1");
        leave(row);
        assertThat(headers.firstOfChain(id("a"))).isSameAs(row);
        headers.takeOut(row);
        assertThat(headers.firstOfChain(id("a"))).isNull();
    }

    @Test
    void whatHasNotLeftIsNotTakenOut() {
        WrittenRow row = add("a", "1");
        headers.takeOut(row);
        assertThat(headers.header(id("a"))).isSameAs(row);
    }

    /** The same name twice is the same chain: the older one leaves first, and cannot be taken out before the newer one. */
    @Test
    void thoseBehindAreTakenOutAsWellIfTheyHaveLeft() {
        WrittenRow other = new WrittenRow(slot, id("a").in(1 << 16), "stays", batch);
        headers.addHeader(other);
        WrittenRow older = add("a", "1");
        WrittenRow newer = new WrittenRow(slot, id("a"), "2", batch);
        older.giveWay();
        headers.addHeader(newer);
        headers.takeOut(older);
        assertThat(headers.firstOfChain(id("a"))).isSameAs(newer);
        leave(newer);
        headers.takeOut(newer);
        assertThat(headers.header(id("a"))).isNull();
        assertThat(headers.header(id("a").in(1 << 16))).isSameAs(other);
    }

    @Test
    void whatIsClearedMovesNowhere() {
        List<WrittenRow> rows = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            rows.add(add("k" + i, i));
        }
        headers.clearHeaders();
        assertThat(headers.hasNoHeader()).isTrue();
        rows.forEach(this::leave);
        assertThat(moved).isEmpty();
        assertThat(headers.header(id("k0"))).isNull();
        WrittenRow again = add("k0", "again");
        assertThat(headers.header(id("k0"))).isSameAs(again);
    }

    @Test
    void forEachHasEachThatHasNotLeft() {
        Set<WrittenRow> stay = new HashSet<>();
        for (int i = 0; i < NAMES; i++) {
            WrittenRow row = add("k" + i, i);
            if (i % 3 == 0) {
                leave(row);
            } else {
                stay.add(row);
            }
        }
        List<WrittenRow> found = new ArrayList<>();
        headers.forEachHeader(found::add);
        assertThat(found).hasSameSizeAs(stay).containsAll(stay);
    }

    /** Rows that come and go must not make the chains more, nor longer. */
    @Test
    void itGrowsWithWhatIsThereAtOnce() {
        for (int i = 0; i < 100_000; i++) {
            WrittenRow row = add("k" + i, i);
            leave(row);
        }
        assertThat(headers.chains()).isEqualTo(ChainTable.PLACES);
        for (int i = 0; i < 1000; i++) {
            add("k" + i, i);
        }
        assertThat(headers.chains()).isBetween(256, 4096);
    }

    @Test
    void slotsDoNotMeetInTheTable() {
        List<WrittenHeaders> slots =
                List.of(new WrittenHeaders(table, slot.slot - 1), headers, new WrittenHeaders(table, slot.slot + 1));
        for (int i = 0; i < 10 * ChainTable.PLACES; i++) {
            for (int number = 0; number < slots.size(); number++) {
                slots.get(number).addHeader(new WrittenRow(slot, id("k" + i), number, batch));
            }
        }
        headers.clearHeaders();
        for (int i = 0; i < 10 * ChainTable.PLACES; i++) {
            assertThat(slots.get(0).header(id("k" + i)).value()).isEqualTo(0);
            assertThat(headers.header(id("k" + i))).isNull();
            assertThat(slots.get(2).header(id("k" + i)).value()).isEqualTo(2);
        }
    }

    /** What would stay would be found, and kept, for as long as the slot has chains of its own. */
    @Test
    void whoHasChainsOfItsOwnLeavesNothingInTheTable() {
        for (int i = 0; !hasChainsOfItsOwn(); i++) {
            add("k" + i, i);
        }
        assertThat(table.first).containsOnlyNulls();
        assertThat(headers.header(id("k0")).value()).isEqualTo(0);
        headers.clearHeaders();
        assertThat(hasChainsOfItsOwn()).isFalse();
    }

    /** A row that is never seen to have left is somewhere all the time: in the table, in the slot's own chains, and in the table again. */
    @Test
    void noRowIsMissedWhileTheChainsMove() throws Exception {
        AtomicInteger filled = new AtomicInteger(); // odd while there is a row
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> looking = other.submit(() -> {
                int missed = 0;
                int before = 0;
                while (before >= 0) {
                    before = filled.get();
                    boolean nothing = headers.hasNoHeader();
                    if (nothing && before % 2 == 1 && filled.get() == before) {
                        missed++;
                    }
                }
                return missed;
            });
            RowId[] names = new RowId[ChainTable.PLACES * ChainTable.PLACES];
            Arrays.setAll(names, i -> id("k" + i));
            for (int round = 0; round < 30_000; round++) {
                for (int i = 0; i < names.length && !hasChainsOfItsOwn(); i++) {
                    headers.addHeader(new WrittenRow(slot, names[i], i, batch));
                    if (i == 0) {
                        filled.incrementAndGet();
                    }
                }
                filled.incrementAndGet();
                headers.clearHeaders();
            }
            filled.set(-1);
            assertThat(looking.get()).isZero();
        } finally {
            other.shutdownNow();
        }
    }

    /** One thread adds, renews and looks, as the lane's holder does; one makes rows leave; one looks without the lane. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsAreFoundWhileOthersLeave(boolean takeOut) throws Exception {
        ConcurrentLinkedQueue<WrittenRow> visible = new ConcurrentLinkedQueue<>();
        Map<RowId, Object> cache = new ConcurrentHashMap<>();
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService others = Executors.newFixedThreadPool(2);
        RowId fixed = id("fixed");
        add("fixed", "stays");
        try {
            Future<?> leaving = others.submit(() -> {
                while (!done.get() || !visible.isEmpty()) {
                    WrittenRow row = visible.poll();
                    if (row != null) {
                        row.leave(batch, each -> cache.put(each, each.value()));
                        if (takeOut) {
                            headers.takeOut(row);
                        }
                    }
                }
            });
            Future<?> looking = others.submit(() -> {
                while (!done.get()) {
                    assertThat(headers.hasNoHeader()).isFalse();
                }
            });
            SplittableRandom random = new SplittableRandom(42);
            Map<RowId, Object> newest = new HashMap<>();
            for (int i = 0; i < 300_000; i++) {
                RowId id = id("k" + random.nextInt(NAMES));
                WrittenRow known = headers.header(id);
                Object value = known == null ? null : known.valueIfHere();
                Object there = value == null ? cache.get(id) : value;
                assertThat(there).isEqualTo(newest.get(id));
                if (known == null || !known.renew(batch, i)) {
                    known = new WrittenRow(slot, id, i, batch);
                    headers.addHeader(known);
                }
                newest.put(id, i);
                if (random.nextInt(3) > 0) {
                    visible.add(known);
                }
            }
            done.set(true);
            leaving.get();
            looking.get();
            newest.forEach((id, value) -> {
                WrittenRow row = headers.header(id);
                assertThat(row == null ? cache.get(id) : row.value()).isEqualTo(value);
            });
            assertThat(headers.header(fixed)).isNotNull();
        } finally {
            others.shutdownNow();
        }
    }

    private boolean hasChainsOfItsOwn() {
        return headers.chains() > ChainTable.PLACES;
    }

    private WrittenRow add(String key, Object value) {
        WrittenRow row = new WrittenRow(slot, id(key), value, batch);
        headers.addHeader(row);
        return row;
    }

    private void leave(WrittenRow row) {
        row.leave(batch, each -> moved.add(each.value()));
    }

    private RowId id(String key) {
        return RowId.header(0, HASHER.key(Rig.bytes(key)));
    }
}
