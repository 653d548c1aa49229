package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.Row;
import io.sluice.kv.testing.LaggingKvStore;
import io.sluice.kv.testing.PagingKvStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * R4 for the rows below headers: every range and every row that a command reads is current, whatever loads and commits
 * overtake each other, with the command's own changes laid over all. One thread; chance decides what moves next.
 */
class R4RangesTest {
    private static final int HISTORIES = 60;
    private static final int MOVES = 300;
    private static final String TAG = "{t}";
    private static final long ID = 7;
    private static final int ROWS = 12;

    @ParameterizedTest
    @CsvSource({
        "0,STORE,1,false,ELEMENT",
        "0,SLOT,2,false,STRING_CHUNK",
        "100000,STORE,3,false,STRING_CHUNK",
        "100000,STORE,3,false,ELEMENT",
        "100000,SLOT,2,false,ELEMENT",
        "300,STORE,5,false,STRING_CHUNK",
        "6000,STORE,5,false,ELEMENT",
        "0,STORE,1,true,STRING_CHUNK",
        "100000,SLOT,2,true,ELEMENT",
        "100000,STORE,1,true,ELEMENT",
        "6000,STORE,5,true,ELEMENT"
    })
    void everyRangeIsCurrent(long cacheBytes, Atomicity atomicity, int pageRows, boolean lags, Kind kind) {
        for (int seed = 0; seed < HISTORIES; seed++) {
            try (Run run = new Run(seed, cacheBytes, atomicity, pageRows, lags, kind)) {
                run.play();
                assertThat(run.mismatches).as("seed %d", seed).isEmpty();
                assertThat(run.ranges).isGreaterThan(20);
            }
        }
    }

    /** The order of the written rows holds what the map of them holds, and nothing once all is durable. */
    @Test
    void whatIsWrittenIsFoundInOrder() {
        Rig rig = new Rig(new MemoryKvStore(Atomicity.STORE));
        try (rig) {
            rig.serve(TAG);
            rig.home.holdCommits();
            int slot = rig.key(TAG).slot();
            List<Integer> order = List.of(5, 1, 9, 3);
            for (int index : order) {
                rig.call(
                        c -> {
                            c.putRow(slot, rowKey(index), Rig.bytes("v" + index));
                            return null;
                        },
                        TAG);
            }
            SlotMemory memory = rig.slot(TAG).memory;
            assertThat(memory.within(new KeyRange(rowKey(2), rowKey(9))).keySet())
                    .extracting(RowId::rowKey)
                    .containsExactly(rowKey(3), rowKey(5));
            assertThat(memory.within(new KeyRange(rowKey(9), rowKey(2)))).isEmpty();
            rig.home.commit();
            assertThat(memory.within(new KeyRange(rowKey(0), rowKey(ROWS)))).isEmpty();
        }
    }

    /** Headers and other rows stand apart in memory; a range has those of both that lie in it. */
    @Test
    void whatIsWrittenOfHeadersIsFoundInOrderWithTheOthers() {
        Rig rig = new Rig(new MemoryKvStore(Atomicity.STORE));
        try (rig) {
            rig.serve(TAG);
            rig.home.holdCommits();
            int slot = rig.key(TAG).slot();
            rig.set(TAG, "1");
            rig.call(
                    c -> {
                        c.putRow(slot, rowKey(5), Rig.bytes("v5"));
                        return null;
                    },
                    TAG);
            SlotMemory memory = rig.slot(TAG).memory;
            byte[] header = RowId.header(0, rig.key(TAG)).rowKey();
            assertThat(memory.within(new KeyRange(new byte[0], rowKey(9))).keySet())
                    .extracting(RowId::rowKey)
                    .containsExactly(header, rowKey(5));
            assertThat(memory.within(RowKeys.rangeOf(RowKind.HEADER)).keySet())
                    .extracting(RowId::rowKey)
                    .containsExactly(header);
            assertThat(memory.within(new KeyRange(rowKey(0), rowKey(9))).keySet())
                    .extracting(RowId::rowKey)
                    .containsExactly(rowKey(5));
            rig.home.commit();
            assertThat(memory.within(new KeyRange(new byte[0], rowKey(9)))).isEmpty();
        }
    }

    /** Of the two, memory keeps elements in order. */
    private enum Kind {
        ELEMENT {
            @Override
            byte[] rowKey(long id, int index) {
                return RowKeys.element(id, index, new byte[] {(byte) index});
            }
        },
        STRING_CHUNK {
            @Override
            byte[] rowKey(long id, int index) {
                return RowKeys.stringChunk(id, index);
            }
        };

        abstract byte[] rowKey(long id, int index);
    }

    private static byte[] rowKey(int index) {
        return Kind.STRING_CHUNK.rowKey(ID, index);
    }

    private record Read(KeyRange range, boolean reverse, int limit, boolean keysOnly) {
        /** What values are said to be when only keys were asked for does not matter. */
        String shown(Row row) {
            return row.key()[row.key().length - 1] + "=" + (keysOnly ? "" : new String(row.value()));
        }
    }

    private static final class Run implements AutoCloseable {
        final List<String> mismatches = new ArrayList<>();
        int ranges;
        private final SplittableRandom random;
        private final StepStore store;
        /** In front of the store, when what is durable is visible later. */
        private final LaggingKvStore ahead;

        private final Rig rig;
        private final int slot;
        private final TreeMap<byte[], String> model = new TreeMap<>(Arrays::compareUnsigned);
        private final List<Rig.Call> calls = new ArrayList<>();
        private final Kind kind;
        /** Of collections; all but the first are made by commands. */
        private final List<Long> ids = new ArrayList<>(List.of(ID));

        private int lastValue;

        Run(int seed, long cacheBytes, Atomicity atomicity, int pageRows, boolean lags, Kind kind) {
            this.kind = kind;
            this.random = new SplittableRandom(seed);
            this.store = new StepStore(new PagingKvStore(new MemoryKvStore(atomicity), pageRows, 3));
            this.ahead = new LaggingKvStore(store);
            this.rig = new Rig(lags ? ahead : store, cacheBytes, Rig.BUDGET);
            this.slot = rig.key(TAG).slot();
        }

        void play() {
            rig.serve(TAG);
            store.stepping(true);
            rig.home.holdCommits();
            for (int i = 0; i < MOVES; i++) {
                move();
            }
            rig.home.commitByItself();
            while (calls.stream().anyMatch(call -> !call.completed) || store.steps() > 0 || ahead.behind() > 0) {
                rig.home.turn();
                ahead.land();
                if (store.steps() > 0) {
                    store.step(random.nextInt(store.steps()));
                }
            }
            calls.forEach(Rig.Call::value);
        }

        private void move() {
            int dice = random.nextInt(10);
            if (random.nextInt(50) == 0) {
                rig.engine.core().extents().clear();
            } else if (dice == 0) {
                ahead.land();
            } else if (dice < 3) {
                if (store.steps() > 0) {
                    store.step(random.nextInt(store.steps()));
                }
            } else if (dice < 5) {
                rig.home.turn();
            } else if (dice < 6) {
                rig.home.commit();
            } else {
                calls.add(command());
            }
        }

        /** Reads a range, changes some rows, reads it again; or part of that. */
        private Rig.Call command() {
            boolean readsFirst = random.nextBoolean();
            int changes = random.nextInt(20) == 0 ? 2 * ROWS : random.nextInt(4);
            boolean readsAfter = random.nextBoolean();
            boolean makes = random.nextInt(20) == 0;
            long known = ids.get(random.nextInt(ids.size()));
            int from = random.nextInt(ROWS);
            int to = random.nextInt(ROWS + 1);
            boolean keysOnly = random.nextInt(4) == 0;
            boolean reverse = random.nextBoolean();
            int limit = 1 + random.nextInt(ROWS);
            long seed = random.nextLong();
            return rig.call(
                    c -> {
                        long id = makes ? c.newId(slot) : known;
                        Read read = new Read(
                                new KeyRange(kind.rowKey(id, from), kind.rowKey(id, to)), reverse, limit, keysOnly);
                        if (readsFirst) {
                            expect("before", read, model, c);
                        }
                        TreeMap<byte[], String> changed = new TreeMap<>(model);
                        SplittableRandom choice = new SplittableRandom(seed);
                        for (int i = 0; i < changes; i++) {
                            change(c, id, choice, changed);
                        }
                        if (readsAfter) {
                            expect("after", read, changed, c);
                            expectRow(kind.rowKey(id, from), changed, c);
                        }
                        // One thread, and nothing fails: what a run has come to the end of is published at once.
                        model.clear();
                        model.putAll(changed);
                        if (makes) {
                            ids.add(id);
                        }
                        return null;
                    },
                    TAG);
        }

        private void change(CommandContext c, long id, SplittableRandom choice, Map<byte[], String> changed) {
            byte[] row = kind.rowKey(id, choice.nextInt(ROWS));
            if (choice.nextInt(5) < 2) {
                c.deleteRow(slot, row);
                changed.remove(row);
            } else {
                String value = "v" + ++lastValue;
                c.putRow(slot, row, Rig.bytes(value));
                changed.put(row, value);
            }
        }

        private void expect(String when, Read read, NavigableMap<byte[], String> state, CommandContext c) {
            List<String> wanted = (read.reverse ? state.descendingMap() : state)
                    .entrySet().stream()
                            .filter(row -> read.range.contains(row.getKey()))
                            .limit(read.limit)
                            .map(row -> read.shown(new Row(row.getKey(), Rig.bytes(row.getValue()))))
                            .toList();
            // Now and then before the range was read.
            if (!read.reverse && read.limit % 2 == 0) {
                expectAt(when, read, wanted, c);
            }
            List<String> found =
                    c.range(slot, read.range.from(), read.range.to(), read.reverse, read.limit, read.keysOnly).stream()
                            .map(read::shown)
                            .toList();
            if (!found.equals(wanted)) {
                mismatches.add(when + ": " + wanted + " was current, read " + found);
            }
            if (!read.reverse) {
                expectAt(when, read, wanted, c);
            }
            ranges++;
        }

        /** The first row, one that the range may have, and the one behind the last. */
        private void expectAt(String when, Read read, List<String> wanted, CommandContext c) {
            for (int index : new int[] {0, wanted.size() / 2, wanted.size()}) {
                if (index < read.limit) {
                    Row row = c.rowAt(slot, read.range.from(), read.range.to(), index, read.keysOnly);
                    String found = row == null ? null : read.shown(row);
                    String there = index < wanted.size() ? wanted.get(index) : null;
                    if (!Objects.equals(found, there)) {
                        mismatches.add(when + ", at " + index + ": " + there + " was current, read " + found);
                    }
                }
            }
        }

        private void expectRow(byte[] key, Map<byte[], String> state, CommandContext c) {
            byte[] found = c.row(slot, key);
            String wanted = state.get(key);
            if (wanted == null ? found != null : found == null || !wanted.equals(new String(found))) {
                mismatches.add("row: " + wanted + " was current");
            }
        }

        @Override
        public void close() {
            store.stepping(false);
            rig.close();
        }
    }
}
