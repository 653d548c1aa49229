package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
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
        "0,STORE,1,false",
        "0,SLOT,2,false",
        "100000,STORE,3,false",
        "100000,SLOT,2,false",
        "300,STORE,5,false",
        "0,STORE,1,true",
        "100000,SLOT,2,true",
        "300,STORE,5,true"
    })
    void everyRangeIsCurrent(long cacheBytes, Atomicity atomicity, int pageRows, boolean lags) {
        for (int seed = 0; seed < HISTORIES; seed++) {
            try (Run run = new Run(seed, cacheBytes, atomicity, pageRows, lags)) {
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

    private static byte[] rowKey(int index) {
        return RowKeys.stringChunk(ID, index);
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
        private int lastValue;

        Run(int seed, long cacheBytes, Atomicity atomicity, int pageRows, boolean lags) {
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
            if (dice == 0) {
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
            KeyRange range = new KeyRange(rowKey(random.nextInt(ROWS)), rowKey(random.nextInt(ROWS + 1)));
            boolean reverse = random.nextBoolean();
            int limit = 1 + random.nextInt(ROWS);
            long seed = random.nextLong();
            return rig.call(
                    c -> {
                        if (readsFirst) {
                            expect("before", range, reverse, limit, model, c);
                        }
                        TreeMap<byte[], String> changed = new TreeMap<>(model);
                        SplittableRandom choice = new SplittableRandom(seed);
                        for (int i = 0; i < changes; i++) {
                            change(c, choice, changed);
                        }
                        if (readsAfter) {
                            expect("after", range, reverse, limit, changed, c);
                        }
                        // One thread, and nothing fails: what a run has come to the end of is published at once.
                        model.clear();
                        model.putAll(changed);
                        return null;
                    },
                    TAG);
        }

        private void change(CommandContext c, SplittableRandom choice, Map<byte[], String> changed) {
            byte[] row = rowKey(choice.nextInt(ROWS));
            if (choice.nextInt(5) < 2) {
                c.deleteRow(slot, row);
                changed.remove(row);
            } else {
                String value = "v" + ++lastValue;
                c.putRow(slot, row, Rig.bytes(value));
                changed.put(row, value);
            }
        }

        private void expect(
                String when,
                KeyRange range,
                boolean reverse,
                int limit,
                NavigableMap<byte[], String> state,
                CommandContext c) {
            List<String> found = c.range(slot, range.from(), range.to(), reverse, limit, false).stream()
                    .map(Run::shown)
                    .toList();
            List<String> wanted = (reverse ? state.descendingMap() : state)
                    .entrySet().stream()
                            .filter(row -> range.contains(row.getKey()))
                            .limit(limit)
                            .map(row -> shown(new Row(row.getKey(), Rig.bytes(row.getValue()))))
                            .toList();
            if (!found.equals(wanted)) {
                mismatches.add(when + ": " + wanted + " was current, read " + found);
            }
            ranges++;
        }

        private static String shown(Row row) {
            return row.key()[row.key().length - 1] + "=" + new String(row.value());
        }

        @Override
        public void close() {
            store.stepping(false);
            rig.close();
        }
    }
}
