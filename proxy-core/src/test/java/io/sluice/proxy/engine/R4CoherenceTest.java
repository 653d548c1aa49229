package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.Row;
import io.sluice.kv.testing.LaggingKvStore;
import io.sluice.kv.testing.PagingKvStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * R4 alone: whatever loads, commits and answers overtake each other, every command reads the current value, of keys and of
 * ranges. One thread; chance decides which call of the store moves next.
 */
class R4CoherenceTest {
    private static final int HISTORIES = 60;
    private static final int MOVES = 250;
    private static final String[] KEYS = {"{t}a", "{t}b", "{t}c", "{t}d", "{u}e", "{u}f"};

    @ParameterizedTest
    @CsvSource({
        "0,STORE,1,false",
        "0,SLOT,2,false",
        "100000,STORE,3,false",
        "100000,SLOT,2,false",
        "400,STORE,2,false",
        "0,STORE,1,true",
        "0,SLOT,2,true",
        "400,STORE,2,true"
    })
    void everyReadIsCurrent(long cacheBytes, Atomicity atomicity, int pageRows, boolean lags) {
        for (int seed = 0; seed < HISTORIES; seed++) {
            try (Run run = new Run(seed, cacheBytes, atomicity, pageRows, lags, false)) {
                run.play();
                assertThat(run.mismatches).as("seed %d", seed).isEmpty();
                assertThat(run.commands).isGreaterThan(20);
            }
        }
    }

    /** The rule switched off: leases are closed while their loads travel, so nothing lingers for them. */
    @Test
    void withoutLeasesAnOldValueIsRead() {
        List<String> mismatches = new ArrayList<>();
        for (int seed = 0; seed < HISTORIES && mismatches.isEmpty(); seed++) {
            try (Run run = new Run(seed, 0, Atomicity.STORE, 2, false, true)) {
                run.play();
                mismatches.addAll(run.mismatches);
            }
        }
        assertThat(mismatches).isNotEmpty();
    }

    private static final class Run implements AutoCloseable {
        final List<String> mismatches = new ArrayList<>();
        int commands;
        private final SplittableRandom random;
        private final StepStore store;
        /** In front of the store, when what is durable is visible later. */
        private final LaggingKvStore ahead;

        private final Rig rig;
        private final boolean leasesOff;
        private final Map<String, String> model = new TreeMap<>();
        private final List<Rig.Call> calls = new ArrayList<>();
        private int lastValue;

        Run(int seed, long cacheBytes, Atomicity atomicity, int pageRows, boolean lags, boolean leasesOff) {
            this.random = new SplittableRandom(seed);
            KvStore pages = new PagingKvStore(new MemoryKvStore(atomicity), pageRows, 3);
            this.store = new StepStore(pages);
            this.ahead = new LaggingKvStore(store);
            this.rig = new Rig(lags ? ahead : store, cacheBytes, Rig.BUDGET);
            this.leasesOff = leasesOff;
        }

        void play() {
            for (String key : KEYS) {
                if (random.nextBoolean()) {
                    rig.set(key, "first").durable();
                    model.put(key, "first");
                }
            }
            ahead.landAll();
            rig.chill(KEYS);
            store.stepping(true);
            rig.home.holdCommits();
            for (int i = 0; i < MOVES; i++) {
                move();
            }
            finish();
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
            } else if (dice < 9) {
                calls.add(command(KEYS[random.nextInt(KEYS.length)]));
            } else {
                calls.add(scan(random.nextBoolean() ? "{t}" : "{u}"));
            }
            if (leasesOff) {
                for (long lease = 0; lease <= 2L * MOVES; lease++) {
                    rig.slot("{t}").memory.closeLease(lease);
                    rig.slot("{u}").memory.closeLease(lease);
                }
            }
        }

        private void finish() {
            rig.home.commitByItself();
            while (calls.stream().anyMatch(call -> !call.completed) || store.steps() > 0 || ahead.behind() > 0) {
                rig.home.turn();
                ahead.land();
                if (store.steps() > 0) {
                    store.step(random.nextInt(store.steps()));
                }
            }
            calls.forEach(Rig.Call::value);
            store.stepping(false);
            rig.chill(KEYS);
            for (String key : KEYS) {
                expect(key + " in the store", model.get(key), rig.get(key).durable());
            }
            expect(
                    "the scan of the store",
                    names("{t}", false, 100),
                    scan("{t}").durable());
        }

        /** Runs to the end of a body are published at once: one thread, and nothing fails here. */
        private Rig.Call command(String key) {
            int kind = random.nextInt(4);
            String value = "v" + ++lastValue;
            return rig.call(
                    c -> {
                        Header before = kind == 1 ? null : c.header(rig.key(key));
                        if (kind != 1) {
                            expect(key, model.get(key), Rig.text(before));
                        }
                        switch (kind) {
                            case 1 -> {
                                c.overwrite(rig.key(key), Rig.string(value));
                                model.put(key, value);
                            }
                            case 2 -> {
                                c.remove(rig.key(key));
                                model.remove(key);
                            }
                            case 3 -> {
                                String changed = (before == null ? "" : Rig.text(before)) + "+";
                                c.put(rig.key(key), Rig.string(changed));
                                model.put(key, changed);
                            }
                            default -> {}
                        }
                        commands++;
                        return null;
                    },
                    key);
        }

        private Rig.Call scan(String tag) {
            boolean reverse = random.nextBoolean();
            boolean keysOnly = random.nextBoolean();
            int limit = 1 + random.nextInt(4);
            int slot = rig.key(tag).slot();
            return rig.call(
                    c -> {
                        List<Row> rows = c.range(
                                slot, RowKeys.headerRangeStart(0), RowKeys.headerRangeEnd(0), reverse, limit, keysOnly);
                        List<String> found =
                                rows.stream().map(row -> shown(row, keysOnly)).toList();
                        List<String> wanted = expectedRows(tag, reverse, limit, keysOnly);
                        expect("scan", wanted, found);
                        commands++;
                        return names(tag, false, 100);
                    },
                    tag);
        }

        private static String shown(Row row, boolean keysOnly) {
            String key = new String(Header.keyOf(row.key(), row.value()));
            return keysOnly ? key : key + "=" + Rig.text(Header.decode(row.value()));
        }

        private List<String> expectedRows(String tag, boolean reverse, int limit, boolean keysOnly) {
            return names(tag, reverse, limit).stream()
                    .map(key -> keysOnly ? key : key + "=" + model.get(key))
                    .toList();
        }

        private List<String> names(String tag, boolean reverse, int limit) {
            TreeMap<byte[], String> sorted = new TreeMap<>(Arrays::compareUnsigned);
            for (String key : model.keySet()) {
                if (key.startsWith(tag)) {
                    sorted.put(RowKeys.header(0, rig.key(key).hash(), Rig.bytes(key)), key);
                }
            }
            return (reverse ? sorted.descendingMap() : sorted)
                    .values().stream().limit(limit).toList();
        }

        private void expect(String what, @Nullable Object wanted, @Nullable Object found) {
            if (!Objects.equals(wanted, found)) {
                mismatches.add(what + ": " + wanted + " was current, read " + found);
            }
        }

        @Override
        public void close() {
            store.stepping(false);
            rig.close();
        }
    }
}
