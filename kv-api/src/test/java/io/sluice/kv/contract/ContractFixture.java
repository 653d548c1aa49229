package io.sluice.kv.contract;

import static io.sluice.kv.testing.Stages.await;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.fail;

import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Stages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;

/** A fresh store for every test, and the words the tests are written in. */
abstract class ContractFixture {

    static final int SLOT = 7;

    KvStore store;

    /** A fresh, empty store, configured as the backend is meant to be used. It is closed after the test. */
    protected abstract KvStore open() throws Exception;

    /**
     * For a durable backend: opens the data of the last {@link #open} again, after that store has been closed. Leave it
     * alone otherwise, and the tests that need it are aborted.
     */
    protected KvStore reopen() throws Exception {
        return Assumptions.abort("the backend does not promise that data outlives a close");
    }

    /**
     * Whether one {@code multiGet}, and one page, is of one moment: more than the contract asks for. Where it is true
     * the suite holds the backend to it.
     */
    protected boolean snapshotReads() {
        return false;
    }

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() {
        if (store != null) {
            store.close();
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    static String hex(byte[] bytes) {
        return bytes == null ? "absent" : HexFormat.of().formatHex(bytes);
    }

    static WriteBatch batch() {
        return new WriteBatch();
    }

    void commit(WriteBatch batch) {
        await(store.commit(batch));
    }

    void put(int slot, byte[] key, byte[] value) {
        commit(batch().put(slot, key, value));
    }

    byte[] get(int slot, byte[] key) {
        return await(store.get(slot, key));
    }

    List<byte[]> multiGet(SlotKey... keys) {
        return await(store.multiGet(List.of(keys)));
    }

    /** Everything in the slot as "key=value" in hex, by scan. */
    List<String> contents(int slot) {
        return texts(Stages.scanAll(store, new ScanRequest(slot, new byte[0], null, false, 1000, false)));
    }

    static List<String> texts(List<Row> rows) {
        return rows.stream().map(row -> hex(row.key()) + "=" + hex(row.value())).toList();
    }

    /** The failure of the stage, which must be of this kind and come through the stage. */
    static <E extends StoreException> E failure(Class<E> kind, CompletionStage<?> stage) {
        StoreException failure = catchThrowableOfType(StoreException.class, () -> await(stage));
        if (!kind.isInstance(failure)) {
            fail("expected " + kind.getSimpleName() + " but got " + failure, failure);
        }
        return kind.cast(failure);
    }

    /** Runs the body in this many threads that start together; the results in the order of the numbers they are given. */
    static <T> List<T> concurrently(int threads, Numbered<T> body) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                Callable<T> task = () -> {
                    start.await(60, TimeUnit.SECONDS);
                    return body.run(number);
                };
                running.add(pool.submit(task));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get(120, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    interface Numbered<T> {
        T run(int number) throws Exception;
    }
}
