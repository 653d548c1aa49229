package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.KvStore;
import io.sluice.kv.WriteBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RocksDB's log and the journal beside it, when one of them has more than the other. */
class TwoLogsTest {
    @TempDir
    Path dir;

    /** The store is found as it was at one moment: without what came after a write that is lost. */
    @Test
    void whatCameAfterALostWriteDoesNotCount() throws Exception {
        Path data = dir.resolve("data");
        Path lost = dir.resolve("lost");
        Path whole = dir.resolve("whole");
        try (RocksDbStore store = TestStores.open(data)) {
            await(store.commit(new WriteBatch().put(1, bytes("base"), bytes("v"))));
            ahead(store, "before");
            await(store.checkpoint(lost)); // RocksDB's log as it was left
            await(store.commit(new WriteBatch().put(1, bytes("direct"), bytes("v"))));
            ahead(store, "after");
            ahead(store, "later");
            await(store.checkpoint(whole));
        }
        replace(whole, lost);
        try (RocksDbStore store = TestStores.open(lost)) {
            assertThat(await(store.get(1, bytes("before")))).isNotNull();
            assertThat(await(store.get(1, bytes("direct")))).isNull();
            assertThat(await(store.get(1, bytes("after")))).isNull();
            assertThat(await(store.get(1, bytes("later")))).isNull();
            ahead(store, "next");
        }
        try (RocksDbStore store = TestStores.open(lost)) {
            assertThat(await(store.get(1, bytes("next")))).isNotNull();
            assertThat(await(store.get(1, bytes("after")))).isNull();
        }
        for (String name : new String[] {"base", "before", "direct", "after", "later"}) {
            try (RocksDbStore store = TestStores.open(whole)) {
                assertThat(await(store.get(1, bytes(name)))).as(name).isNotNull();
            }
        }
    }

    /** A range delete is written past the journal, too. */
    @Test
    void whatCameAfterALostRangeDeleteDoesNotCount() throws Exception {
        Path lost = dir.resolve("lost");
        Path whole = dir.resolve("whole");
        try (RocksDbStore store = TestStores.open(dir.resolve("data"))) {
            await(store.commit(new WriteBatch().put(1, bytes("deleted"), bytes("v"))));
            await(store.checkpoint(lost));
            await(store.deleteRange(1, bytes("d"), bytes("e")));
            ahead(store, "after");
            await(store.checkpoint(whole));
        }
        replace(whole, lost);
        try (RocksDbStore store = TestStores.open(lost)) {
            assertThat(await(store.get(1, bytes("deleted")))).isNotNull();
            assertThat(await(store.get(1, bytes("after")))).isNull();
        }
    }

    /** Forced, it is on the disk in the journal alone, and stays there until its rows are. */
    @Test
    void whatIsForcedAndNotAppliedIsNotOverwritten() throws Exception {
        Path copy = dir.resolve("copy");
        try (RocksDbStore store = TestStores.open(dir.resolve("data"))) {
            ahead(store, "first");
            await(store.force());
            ahead(store, "second");
            await(store.force());
            ahead(store, "third");
            await(store.checkpoint(copy));
        }
        try (RocksDbStore store = TestStores.open(copy)) {
            for (String name : new String[] {"first", "second", "third"}) {
                assertThat(await(store.get(1, bytes(name)))).as(name).isNotNull();
            }
        }
    }

    private static void ahead(KvStore store, String key) throws Exception {
        await(store.commitAhead(new WriteBatch().put(1, bytes(key), bytes("v"))).durable());
    }

    /** The journal of one copy to another one. */
    private static void replace(Path from, Path to) throws IOException {
        for (Path file : Journal.files(from.resolve(Journal.DIRECTORY))) {
            Files.copy(
                    file,
                    to.resolve(Journal.DIRECTORY).resolve(file.getFileName()),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
