package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.WriteBatch;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
    private static final RocksDbConfig DEFAULTS = RocksDbConfig.of(TestStores.settings());
    private static final long LEVEL = DEFAULTS.levelBaseBytes();

    @TempDir
    Path dir;

    @Test
    void whatIsUsualGoesAtAWalkingPace() {
        assertThat(Pace.bytesPerSecond(DEFAULTS, 0, 0, 0)).isEqualTo(Pace.LEAST_A_SECOND);
        assertThat(Pace.bytesPerSecond(DEFAULTS, DEFAULTS.writeBuffersToMerge(), DEFAULTS.level0Tables(), 2 * LEVEL))
                .isEqualTo(Pace.LEAST_A_SECOND);
    }

    @Test
    void eachThatIsBehindMakesItFasterUntilThereIsNoLimitBeforeWritersWait() {
        long memtables = DEFAULTS.maxWriteBufferNumber() - 1L;
        assertThat(Pace.bytesPerSecond(DEFAULTS, memtables, 0, 0)).isEqualTo(Pace.MOST_A_SECOND);
        assertThat(Pace.bytesPerSecond(DEFAULTS, memtables - 1, 0, 0))
                .isBetween(Pace.LEAST_A_SECOND + 1, Pace.MOST_A_SECOND - 1);
        assertThat(Pace.bytesPerSecond(DEFAULTS, 0, 2 * DEFAULTS.level0Tables(), 0))
                .isEqualTo(Pace.MOST_A_SECOND);
        assertThat(2 * DEFAULTS.level0Tables()).isLessThan(DEFAULTS.level0SlowdownTrigger());
        assertThat(Pace.bytesPerSecond(DEFAULTS, 0, DEFAULTS.level0Tables() + 1L, 0))
                .isBetween(Pace.LEAST_A_SECOND + 1, Pace.MOST_A_SECOND - 1);
        assertThat(Pace.bytesPerSecond(DEFAULTS, 0, 0, 8 * LEVEL)).isEqualTo(Pace.MOST_A_SECOND);
        assertThat(Pace.bytesPerSecond(DEFAULTS, 0, 0, 5 * LEVEL))
                .isBetween(Pace.LEAST_A_SECOND + 1, Pace.MOST_A_SECOND - 1);
    }

    @Test
    void moreBehindIsNeverSlower() {
        long before = 0;
        for (long pending = 0; pending <= 10 * LEVEL; pending += LEVEL / 4) {
            long rate = Pace.bytesPerSecond(DEFAULTS, 0, 0, pending);
            assertThat(rate).isGreaterThanOrEqualTo(before);
            before = rate;
        }
    }

    /** With as few as can be set, one more stops the writers. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 64})
    void theLastMemtableHasNoLimit(int memtables) {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings(
                "rocksdb-max-write-buffer-number",
                Integer.toString(memtables),
                "rocksdb-level0-slowdown-trigger",
                "1"));
        assertThat(Pace.bytesPerSecond(config, memtables - 1L, 0, 0)).isEqualTo(Pace.MOST_A_SECOND);
        assertThat(Pace.bytesPerSecond(config, 0, 1, 0)).isEqualTo(Pace.MOST_A_SECOND);
        assertThat(Pace.bytesPerSecond(config, 0, 0, 0)).isEqualTo(Pace.LEAST_A_SECOND);
    }

    @Test
    void itFollowsWhatTheStoreHasToDoAndNotWhileSomebodyWaits() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(
                TestStores.settings("rocksdb-write-buffer-size", "64kb", "rocksdb-max-write-buffer-number", "2"));
        Database db = Opening.open(config, dir);
        try (RocksDbStore store = new RocksDbStore(db, config);
                Pace pace = new Pace(db, config)) {
            pace.look();
            assertThat(pace.bytesPerSecond()).isEqualTo(Pace.LEAST_A_SECOND);
            long deleted = db.options.deletedPerSecond();
            assertThat(deleted).isGreaterThan(Pace.LEAST_A_SECOND);
            AtomicLong within = new AtomicLong();
            pace.hurry(() -> {
                pace.look();
                within.set(pace.bytesPerSecond());
            });
            assertThat(within).hasValue(Pace.MOST_A_SECOND);
            assertThat(db.options.deletedPerSecond())
                    .as("files are deleted faster when more is written")
                    .isEqualTo(deleted * (Pace.MOST_A_SECOND / Pace.LEAST_A_SECOND));
            pace.look();
            assertThat(pace.bytesPerSecond()).isEqualTo(Pace.LEAST_A_SECOND);

            db.rocks.pauseBackgroundWork();
            byte[] value = new byte[1000];
            new Random(1).nextBytes(value);
            for (int i = 0; db.rocks.getLongProperty("rocksdb.num-immutable-mem-table") == 0; i++) {
                TestStores.await(store.commit(new WriteBatch().put(1, TestStores.bytes("key-" + i), value)));
            }
            pace.look();
            assertThat(pace.bytesPerSecond()).isEqualTo(Pace.MOST_A_SECOND);
            db.rocks.continueBackgroundWork();

            pace.close();
            pace.look();
            assertThat(pace.bytesPerSecond()).isEqualTo(Pace.MOST_A_SECOND);
        }
    }
}
