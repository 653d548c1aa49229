package io.sluice.hbase;

import static io.sluice.kv.testing.Stages.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hbase.local.HBaseProcess;
import io.sluice.hbase.local.HBaseStores;
import io.sluice.kv.KvStore;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Regions that move, servers that stop, and {@code kill -9} of all of HBase, under writers that count. Each writer has a
 * slot of its own and sets the same number in several rows by one batch.
 */
class HBaseFailuresTest {
    private static final int WRITERS = 4;
    private static final int ROWS = 20;

    @TempDir
    Path directory;

    private static byte[] number(long n) {
        return Long.toString(n).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] row(int i) {
        return number(i);
    }

    /** A thread that writes until it is told to stop. */
    private static final class Writer extends Thread {
        private final KvStore store;
        private final int slot;
        private final AtomicBoolean stop;
        final AtomicLong acknowledged = new AtomicLong();
        volatile long sent;
        volatile Throwable defect;

        Writer(KvStore store, int slot, AtomicBoolean stop) {
            this.store = store;
            this.slot = slot;
            this.stop = stop;
        }

        @Override
        public void run() {
            try {
                while (!stop.get()) {
                    long next = sent + 1;
                    sent = next;
                    WriteBatch batch = new WriteBatch();
                    for (int i = 0; i < ROWS; i++) {
                        batch.put(slot, row(i), number(next));
                    }
                    send(batch, next);
                }
            } catch (Throwable failure) {
                defect = failure;
            }
        }

        /** As the engine does, but that a number of unknown outcome is left behind: the next one is higher. */
        private void send(WriteBatch batch, long number) {
            while (!stop.get()) {
                try {
                    await(store.commit(batch));
                    acknowledged.set(number);
                    return;
                } catch (StoreException.Retryable again) {
                    // Nothing was applied.
                } catch (StoreException.Indeterminate unknown) {
                    return;
                }
            }
        }
    }

    private static List<Writer> start(KvStore store, AtomicBoolean stop) {
        List<Writer> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            // Slots at both ends of the table: in several regions.
            Writer writer = new Writer(store, i * 5000, stop);
            writers.add(writer);
            writer.start();
        }
        return writers;
    }

    private static void awaitProgress(List<Writer> writers, long more) {
        for (Writer writer : writers) {
            long enough = writer.acknowledged.get() + more;
            while (writer.acknowledged.get() < enough && writer.isAlive()) {
                Thread.onSpinWait();
                Thread.yield();
            }
        }
    }

    private static void join(List<Writer> writers) throws InterruptedException {
        for (Writer writer : writers) {
            writer.join();
            assertThat(writer.defect).isNull();
        }
    }

    /** No acknowledged number is lost, and all rows of a slot have the same. */
    private static void assertWhole(KvStore store, List<Writer> writers) {
        for (Writer writer : writers) {
            List<SlotKey> keys = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                keys.add(new SlotKey(writer.slot, row(i)));
            }
            List<String> found = await(store.multiGet(keys)).stream()
                    .map(value -> new String(value, StandardCharsets.UTF_8))
                    .distinct()
                    .toList();
            assertThat(found).as("slot %s", writer.slot).hasSize(1);
            assertThat(Long.parseLong(found.get(0)))
                    .as("slot %s", writer.slot)
                    .isBetween(writer.acknowledged.get(), writer.sent);
        }
    }

    @Test
    void writersGoOnWhileRegionsMoveAndAServerStops() throws Exception {
        try (HBaseProcess hbase = HBaseProcess.start(directory, 2);
                RawHBase raw = new RawHBase(hbase);
                KvStore store = HBaseStores.open(hbase, "moving", "hbase-regions", "4")) {
            AtomicBoolean stop = new AtomicBoolean();
            List<Writer> writers = start(store, stop);
            awaitProgress(writers, 20);

            TableName table = TableName.valueOf("moving");
            Collection<ServerName> servers = RawHBase.await(raw.admin().getRegionServers());
            assertThat(servers).hasSize(2);
            for (ServerName server : servers) {
                for (RegionInfo region : RawHBase.await(raw.admin().getRegions(table))) {
                    RawHBase.await(raw.admin().move(region.getRegionName(), server));
                }
                awaitProgress(writers, 20);
            }
            assertThat(store.statistics()).as("a move is waited out").containsEntry("hbase-commits-unknown", "0");

            RawHBase.await(raw.admin().stopRegionServer(servers.iterator().next()));
            awaitProgress(writers, 20);
            stop.set(true);
            join(writers);
            assertWhole(store, writers);
        }
    }

    @Test
    void afterAKillOfHBaseEveryAcknowledgedBatchIsThereAndNoneByHalf() throws Exception {
        try (HBaseProcess hbase = HBaseProcess.start(directory, 1)) {
            List<Writer> writers;
            AtomicBoolean stop = new AtomicBoolean();
            try (KvStore store = HBaseStores.open(
                    hbase, "killed", "hbase-rpc-timeout-ms", "5000", "hbase-operation-timeout-ms", "10000")) {
                writers = start(store, stop);
                awaitProgress(writers, 100);
                hbase.kill();
                hbase.startAgain();
                // The same store, still open, finds it again.
                awaitProgress(writers, 20);
                hbase.kill();
                stop.set(true);
                join(writers);
            }
            hbase.startAgain();
            try (KvStore store = HBaseStores.open(hbase, "killed")) {
                assertWhole(store, writers);
            }
        }
    }
}
