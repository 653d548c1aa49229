package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.WriteBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NicenessTest {
    private static final Path THREADS = Path.of("/proc/self/task");
    /** Of a name Linux has the first 15 bytes; this one is of the applier and many others. */
    private static final String OWN = "sluice-rocksdb-";
    /** The applier, and that of {@link BackgroundWork}. */
    private static final int OWN_NICE = 2;

    @TempDir
    private Path directory;

    @Test
    @Timeout(60)
    void threadsThatNobodyWaitsForGiveWay() throws Exception {
        try (RocksDbStore store = TestStores.open(directory, RocksDbSettings.BACKGROUND_NICE, "19")) {
            awaitApplier(store);
            assertThat(nices("rocksdb:")).isNotEmpty().containsOnly(4);
            List<Integer> nices = nices(OWN);
            while (Collections.frequency(nices, 19) < OWN_NICE) {
                Thread.onSpinWait(); // one of them joins when it is started, whoever waits for what
                nices = nices(OWN);
            }
            assertThat(nices).as("the others are as they were").contains(0).containsOnly(0, 19);
            assertThat(Collections.frequency(nices, 19)).isEqualTo(OWN_NICE);
        }
    }

    @Test
    void noneDoesWhenNoneIsAskedTo() throws Exception {
        try (RocksDbStore store = TestStores.open(directory, RocksDbSettings.BACKGROUND_NICE, "0")) {
            awaitApplier(store);
            assertThat(nices(OWN)).isNotEmpty().containsOnly(0);
        }
    }

    /** Until a commit was brought to the rows by the thread that sets it, which it does first. The second one waits for the first. */
    private static void awaitApplier(RocksDbStore store) throws Exception {
        store.commitAhead(new WriteBatch().put(1, TestStores.bytes("k"), TestStores.bytes("v")));
        TestStores.await(store.commit(new WriteBatch().put(1, TestStores.bytes("k"), TestStores.bytes("w"))));
    }

    private static List<Integer> nices(String name) throws IOException {
        List<Integer> nices = new ArrayList<>();
        for (String thread : Niceness.threads(name)) {
            nices.add(Niceness.of(THREADS.resolve(thread)));
        }
        return nices;
    }
}
