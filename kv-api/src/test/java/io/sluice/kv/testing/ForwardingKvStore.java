package io.sluice.kv.testing;

import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Hands every call on; a decorator overrides what it changes. Closing it closes the store behind it. A commit ahead
 * becomes a plain commit, so that what a decorator does to commits is done to all of them.
 */
public abstract class ForwardingKvStore implements KvStore {

    protected final KvStore delegate;

    protected ForwardingKvStore(KvStore delegate) {
        this.delegate = delegate;
    }

    @Override
    public Capabilities capabilities() {
        return delegate.capabilities();
    }

    @Override
    public CompletionStage<byte[]> get(int slot, byte[] key) {
        return delegate.get(slot, key);
    }

    @Override
    public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
        return delegate.multiGet(keys);
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        return delegate.scan(request);
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        return delegate.commit(batch);
    }

    @Override
    public CompletionStage<Void> force() {
        return delegate.force();
    }

    @Override
    public String unwritable() {
        return delegate.unwritable();
    }

    @Override
    public CompletionStage<Void> deleteRange(int slot, byte[] from, byte[] to) {
        return delegate.deleteRange(slot, from, to);
    }

    @Override
    public Map<String, String> statistics() {
        return delegate.statistics();
    }

    @Override
    public void close() {
        delegate.close();
    }
}
