package io.sluice.proxy.command;

import java.util.Locale;

/** What COMMAND tells about a command in its third field, with Redis's words. */
public enum Flag {
    WRITE,
    READONLY,
    DENYOOM,
    ADMIN,
    PUBSUB,
    NOSCRIPT,
    BLOCKING,
    LOADING,
    STALE,
    SKIP_MONITOR,
    SKIP_SLOWLOG,
    FAST,
    NO_AUTH,
    ALLOW_BUSY,
    NO_ASYNC_LOADING,
    NO_MULTI,
    MOVABLEKEYS,
    NO_MANDATORY_KEYS,
    /** Does not write, but is held back with what does by CLIENT PAUSE; Redis does not show it either. */
    MAY_REPLICATE,
    SENTINEL,
    ASKING,
    /** Sluice's own: runs on a worker because it may take long; not shown. */
    LONG,
    /** Sluice's own: learns only while it runs which keys it reads, in any slot; not shown. */
    REACHING,
    /** Sluice's own: on a store that is atomic per slot it is split over the slots instead of refused; not shown. */
    SPLIT,
    /** Sluice's own: is not queued in a transaction, but runs at once; not shown. */
    UNQUEUED;

    /** The word in COMMAND's reply. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether COMMAND shows it. */
    public boolean shown() {
        return this != MAY_REPLICATE && this != LONG && this != REACHING && this != SPLIT && this != UNQUEUED;
    }
}
