package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the store still takes writes. Once it does not, it never does again in this process: see {@link Failures}. */
final class Health {
    private static final Logger LOG = LoggerFactory.getLogger(Health.class);

    private volatile @Nullable String broken;

    /** Refuses all writes from now on. The first reason stands: what follows is mostly its echo. */
    synchronized void breakDown(String reason, Throwable cause) {
        if (broken == null) {
            broken = reason;
            LOG.error("The store takes no more writes until it is restarted: {}", reason, cause);
        }
    }

    /** Why writes are refused; null while they are not. */
    @Nullable
    String reason() {
        return broken;
    }

    /** The answer to a write while writes are refused; null while they are not. */
    @Nullable
    StoreException refusal() {
        String reason = broken;
        return reason == null
                ? null
                : new StoreException.Fatal("the store takes no more writes until it is restarted: " + reason, null);
    }
}
