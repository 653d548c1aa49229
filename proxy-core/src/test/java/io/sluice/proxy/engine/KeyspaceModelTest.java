package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.PagingKvStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands over many slots against a model of the databases: counts exact, pages complete. */
class KeyspaceModelTest {
    private static final int DATABASES = 3;
    private static final int MOVES = 120;

    @ParameterizedTest
    @CsvSource({"STORE,1,false", "STORE,2,true", "SLOT,3,false", "SLOT,4,true"})
    void countsAreExactAndPagesComplete(Atomicity atomicity, int seed, boolean delayed) {
        KvStore memory = new PagingKvStore(new MemoryKvStore(atomicity), 7, 5);
        KvStore store = delayed ? new DelayedKvStore(memory, seed, Duration.ofNanos(20_000), 0.9) : memory;
        SplittableRandom random = new SplittableRandom(seed);
        List<Map<String, Long>> model = new ArrayList<>();
        for (int db = 0; db < DATABASES; db++) {
            model.add(new HashMap<>());
        }
        try (Rig rig = new Rig(store, 5_000, Rig.BUDGET)) {
            Housekeeper keeper = new Housekeeper(rig.engine, () -> 100, () -> 1_000_000);
            rig.engine.loadAllSlots();
            for (int move = 0; move < MOVES; move++) {
                int db = random.nextInt(DATABASES);
                int dice = random.nextInt(100);
                if (dice < 4) {
                    int flushed = random.nextInt(4) == 0 ? -1 : db;
                    rig.overKeyspace(0, k -> k.flush(flushed));
                    for (int each = 0; each < DATABASES; each++) {
                        if (flushed == -1 || flushed == each) {
                            model.get(each).clear();
                        }
                    }
                } else if (dice < 8) {
                    int other = random.nextInt(DATABASES);
                    rig.overKeyspace(0, k -> k.swap(db, other));
                    Map<String, Long> swapped = model.get(db);
                    model.set(db, model.get(other));
                    model.set(other, swapped);
                } else if (dice < 12) {
                    rig.clock.addAndGet(random.nextInt(200));
                    keeper.pass();
                } else if (dice < 14) {
                    rig.engine.dropCaches();
                } else {
                    for (int i = 0; i < 10; i++) {
                        change(rig, random, db, model.get(db));
                    }
                }
                if (move % 10 == 9) {
                    compare(rig, random, model);
                }
            }
            compare(rig, random, model);
        }
    }

    private static void change(Rig rig, SplittableRandom random, int db, Map<String, Long> keys) {
        String key = "{" + random.nextInt(4) + "}" + random.nextInt(40);
        if (random.nextInt(30) == 0) {
            key += "y".repeat(1500);
        }
        String name = key;
        int kind = random.nextInt(4);
        long expiry = random.nextInt(3) == 0 ? rig.clock.get() + 1 + random.nextInt(300) : -1;
        Rig.Call call = rig
        .new Call(
                c -> {
                    switch (kind) {
                        case 0 -> c.overwrite(rig.key(name), Rig.string("x").withExpireAt(expiry));
                        case 1 -> {
                            c.header(rig.key(name));
                            c.put(rig.key(name), Rig.string("x").withExpireAt(expiry));
                        }
                        case 2 -> c.remove(rig.key(name));
                        default -> c.header(rig.key(name));
                    }
                    return null;
                },
                db,
                false,
                false,
                null,
                rig.slotsOf(name));
        call.begin().outcome();
        if (kind < 2) {
            keys.put(name, expiry);
        } else if (kind == 2) {
            keys.remove(name);
        }
    }

    private static void compare(Rig rig, SplittableRandom random, List<Map<String, Long>> model) {
        for (int db = 0; db < DATABASES; db++) {
            Set<String> live = new TreeSet<>();
            long now = rig.clock.get();
            model.get(db).forEach((key, expiry) -> {
                if (expiry == -1 || expiry > now) {
                    live.add(key);
                }
            });
            assertThat(walk(rig, db, 1 + random.nextInt(20))).isEqualTo(live);
            // Expired keys count until they are deleted; when they are, by whoever meets them, the count is exact.
            assertThat(rig.size(db))
                    .isBetween((long) live.size(), (long) model.get(db).size());
            new Housekeeper(rig.engine, () -> 100, () -> 1_000_000).pass();
            model.get(db).keySet().retainAll(live);
            assertThat(rig.size(db)).isEqualTo(live.size());
        }
    }

    /** All keys, by pages; a key that comes twice is a mistake while nothing changes. */
    private static Set<String> walk(Rig rig, int db, int limit) {
        Set<String> found = new TreeSet<>();
        Set<Key> seen = new HashSet<>();
        for (int tag = 0; tag < 4; tag++) {
            int slot = rig.key("{" + tag + "}").slot();
            int from = 0;
            while (true) {
                int at = from;
                Keyspace.KeyPage page = rig.onKeyspace(db, k -> k.keys(slot, db, at, limit));
                for (Key key : page.keys()) {
                    assertThat(seen.add(key)).isTrue();
                    found.add(key.toString());
                }
                if (page.end()) {
                    break;
                }
                from = page.nextHash();
            }
        }
        return found;
    }
}
