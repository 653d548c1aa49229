package io.sluice.kv;

/** Within what a {@link WriteBatch} is all or nothing. */
public enum Atomicity {
    /** Rows of any slots together. */
    STORE,
    /** Rows of one slot: a batch must not hold two. */
    SLOT
}
