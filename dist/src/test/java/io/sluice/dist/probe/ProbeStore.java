package io.sluice.dist.probe;

import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Keeps nothing; its statistics say what its class loader showed when it was opened. */
final class ProbeStore implements KvStore {
    private final Map<String, String> seen;

    ProbeStore(String word) {
        seen = Map.of(
                "probe-word", word,
                "context-class-loader",
                        Thread.currentThread().getContextClassLoader().getName(),
                "sees-netty", sees("io.netty.buffer.ByteBuf"),
                "sees-settings", sees("io.sluice.proxy.config.Settings"),
                "sees-logging", sees("org.slf4j.Logger"),
                "sees-rocksdb", sees("org.rocksdb.RocksDB"));
    }

    private static String sees(String className) {
        try {
            Class.forName(className);
            return "true";
        } catch (ClassNotFoundException e) {
            return "false";
        }
    }

    @Override
    public Map<String, String> statistics() {
        return seen;
    }

    @Override
    public Capabilities capabilities() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<byte[]> get(int slot, byte[] key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
