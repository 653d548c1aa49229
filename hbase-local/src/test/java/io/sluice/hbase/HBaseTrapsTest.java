package io.sluice.hbase;

import static io.sluice.kv.testing.Stages.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.hbase.local.HBaseProcess;
import io.sluice.hbase.local.HBaseStores;
import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.Durability;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where HBase surprises: each beside what the plain client would have done. */
class HBaseTrapsTest {
    private static final int SLOT = 5;

    private String table;
    private KvStore store;
    private RawHBase raw;

    @BeforeEach
    void open() throws Exception {
        table = HBaseStores.newTable();
        store = HBaseStores.open(HBaseProcess.shared(), table);
        raw = new RawHBase(HBaseProcess.shared());
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        raw.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static WriteBatch put(String key, String value) {
        return new WriteBatch().put(SLOT, bytes(key), bytes(value));
    }

    @Test
    void aPutThatFollowsADeletionWithinAMillisecondIsLostByPlainClients() {
        byte[] row = Rows.of(SLOT, bytes("naive"));
        long now = 1_000;
        RawHBase.await(raw.table(table).delete(new Delete(row, now)));
        RawHBase.await(raw.table(table).put(new Put(row, now).addColumn(Rows.FAMILY, Rows.VALUE, bytes("v"))));

        assertThat(RawHBase.await(raw.table(table).get(new Get(row))).isEmpty()).isTrue();
    }

    @Test
    void noPutThatFollowsADeletionIsLost() {
        byte[] key = bytes("k");
        for (int i = 0; i < 1500; i++) {
            await(store.commit(new WriteBatch().delete(SLOT, key)));
            await(store.commit(put("k", "v" + i)));
            assertThat(await(store.get(SLOT, key))).as("round %s", i).isEqualTo(bytes("v" + i));
        }
    }

    @Test
    void noPutSentBehindADeletionIsLost() {
        byte[] key = bytes("k");
        for (int i = 0; i < 300; i++) {
            CompletionStage<Void> deletion = store.commit(new WriteBatch().delete(SLOT, key));
            CompletionStage<Void> put = store.commit(put("k", "v" + i));
            await(deletion);
            await(put);
            assertThat(await(store.get(SLOT, key))).as("round %s", i).isEqualTo(bytes("v" + i));
        }
    }

    @Test
    void aWriterWhoseClockIsBehindIsStillSeen() {
        long tomorrow = System.currentTimeMillis() + 86_400_000;
        RawHBase.await(raw.table(table)
                .put(new Put(Rows.first(SLOT), tomorrow).addColumn(Rows.FAMILY, Rows.CLOCK, bytes("x"))));
        RawHBase.await(raw.table(table)
                .put(new Put(Rows.of(SLOT, bytes("k")), tomorrow)
                        .addColumn(Rows.FAMILY, Rows.VALUE, Rows.stored(bytes("of another")))));

        await(store.commit(put("k", "mine")));

        assertThat(await(store.get(SLOT, bytes("k")))).isEqualTo(bytes("mine"));
        assertThat(store.statistics()).containsEntry("hbase-commits-outrun", "1");
        await(store.commit(new WriteBatch().delete(SLOT, bytes("k"))));
        assertThat(await(store.get(SLOT, bytes("k")))).isNull();
        assertThat(store.statistics()).as("asked once").containsEntry("hbase-commits-outrun", "1");
    }

    @Test
    void aBatchThatComesAfterALaterOneIsNotApplied() {
        await(store.commit(put("k", "new")));
        SlotBatch late = new SlotBatch(
                put("k", "old").put(SLOT, bytes("other"), bytes("old")).ops());

        MutateRowsResponse answer = RawHBase.await(raw.table(table)
                .coprocessorService(
                        MultiRowMutationService::newStub,
                        (stub, controller, done) ->
                                stub.mutateRows(controller, late.at(1_000, Durability.SYNC_WAL), done),
                        late.clockRow()));

        assertThat(answer.getProcessed()).isFalse();
        assertThat(await(store.get(SLOT, bytes("k")))).isEqualTo(bytes("new"));
        assertThat(await(store.get(SLOT, bytes("other")))).isNull();
    }

    @Test
    void anExplicitSplitInsideASlotIsRefused() throws Exception {
        for (int i = 0; i < 50; i++) {
            await(store.commit(put("k" + (char) ('A' + i), "v")));
        }
        splitInside(table);
        assertThat(startKeys(table)).allMatch(key -> key.length <= Rows.SLOT_BYTES);
        await(store.commit(put("kA", "a").put(SLOT, bytes("kZ"), bytes("z"))));
    }

    @Test
    void aTableThatMaySplitInsideASlotIsRefused() {
        String naive = HBaseStores.newTable();
        TableDescriptor restricted = TableLayout.descriptor(TableName.valueOf(naive));
        TableDescriptorBuilder unrestricted = TableDescriptorBuilder.newBuilder(TableName.valueOf(naive))
                .setColumnFamilies(List.of(restricted.getColumnFamilies()))
                .setRegionSplitPolicyClassName("org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolicy")
                .setValue("KeyPrefixRegionSplitPolicy.prefix_length", "2");
        RawHBase.await(raw.admin().createTable(unrestricted.build()));

        assertThatThrownBy(() -> HBaseStores.open(HBaseProcess.shared(), naive))
                .isInstanceOf(OpenException.class)
                .hasMessageContaining("MultiRowMutationEndpoint")
                .hasMessageContaining("split_restriction.type=KeyPrefix");

        for (String key : List.of("a", "k", "z")) {
            RawHBase.await(raw.table(naive)
                    .put(new Put(Rows.of(SLOT, bytes(key))).addColumn(Rows.FAMILY, Rows.VALUE, bytes("v"))));
        }
        RawHBase.await(raw.admin().flush(TableName.valueOf(naive)));
        splitInside(naive);
        assertThat(startKeys(naive)).as("the split policy alone").anyMatch(key -> key.length > Rows.SLOT_BYTES);
    }

    @Test
    void aTableWhoseCellsExpireIsRefused() {
        String naive = HBaseStores.newTable();
        TableDescriptor good = TableLayout.descriptor(TableName.valueOf(naive));
        RawHBase.await(raw.admin()
                .createTable(TableDescriptorBuilder.newBuilder(good)
                        .modifyColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(good.getColumnFamily(Rows.FAMILY))
                                .setTimeToLive(60)
                                .build())
                        .build()));

        assertThatThrownBy(() -> HBaseStores.open(HBaseProcess.shared(), naive))
                .isInstanceOf(OpenException.class)
                .hasMessage("the table " + naive + " is not fit to be used; it lacks TTL FOREVER of the family d");
    }

    /** Asks for a split at a key of the slot, and waits until the master has answered one way or the other. */
    private void splitInside(String name) {
        TableName tableName = TableName.valueOf(name);
        RawHBase.await(raw.admin().flush(tableName));
        RawHBase.await(
                raw.admin().split(tableName, Rows.of(SLOT, bytes("k"))).handle((done, refused) -> refused == null));
    }

    private List<byte[]> startKeys(String name) {
        List<byte[]> keys = new ArrayList<>();
        for (RegionInfo region : RawHBase.await(raw.admin().getRegions(TableName.valueOf(name)))) {
            keys.add(region.getStartKey());
        }
        return keys;
    }

    @Test
    void whatIsTooLargeIsToldByTheStageAndNotThrown() {
        byte[] large = new byte[11 << 20];
        assertThatThrownBy(() -> raw.table(table)
                        .put(new Put(Rows.of(SLOT, bytes("k"))).addColumn(Rows.FAMILY, Rows.VALUE, large)))
                .as("the plain client")
                .isInstanceOf(IllegalArgumentException.class);

        assertThatThrownBy(() -> await(store.commit(new WriteBatch().put(SLOT, bytes("k"), large))))
                .isInstanceOf(StoreException.Fatal.class)
                .hasMessageContaining("above the limit");
        assertThat(await(store.get(SLOT, bytes("k")))).isNull();
    }

    @Test
    void nothingThereIsToldInOneLine() {
        assertThatThrownBy(() -> HBaseStores.open(
                        HBaseProcess.shared(), table, "hbase-bootstrap-servers", "", "hbase-zookeeper-quorum", ""))
                .isInstanceOf(OpenException.class)
                .hasMessageStartingWith("nothing says where HBase is");
        assertThatThrownBy(() -> HBaseStores.open(
                        HBaseProcess.shared(),
                        table,
                        "hbase-bootstrap-servers",
                        "127.0.0.1:1",
                        "hbase-operation-timeout-ms",
                        "3000"))
                .isInstanceOf(OpenException.class)
                .hasMessageStartingWith("cannot connect to HBase");
    }

    @Test
    void theClusterIsFoundThroughZooKeeperToo() throws Exception {
        await(store.commit(put("k", "v")));
        try (KvStore other = HBaseStores.open(
                HBaseProcess.shared(),
                table,
                "hbase-bootstrap-servers",
                "",
                "hbase-zookeeper-quorum",
                HBaseProcess.shared().zookeeper())) {
            assertThat(await(other.get(SLOT, bytes("k")))).isEqualTo(bytes("v"));
        }
    }
}
