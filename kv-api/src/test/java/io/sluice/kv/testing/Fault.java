package io.sluice.kv.testing;

/** What a {@link FaultyKvStore} does to one call. */
public enum Fault {
    /** Nothing. */
    NONE(false),
    /** Fails as Retryable; the call is not made. */
    REFUSE(false),
    /** Fails as Fatal; the call is not made. */
    BREAK(false),
    /** The commit is made, and whatever came of it fails as Indeterminate: the answer got lost. */
    APPLY_UNKNOWN(true),
    /** Fails as Indeterminate; the same commit is made later, by {@link FaultyKvStore#landLate} or by chance. */
    LATE(true),
    /** Fails as Indeterminate; the commit is never made: the request got lost. */
    LOSE(true),
    /** The call is made when it is released, and not before. */
    HOLD_CALL(false),
    /** The call is made at once and answered when it is released. */
    HOLD_ANSWER(false);

    final boolean forCommitsAlone;

    Fault(boolean forCommitsAlone) {
        this.forCommitsAlone = forCommitsAlone;
    }
}
