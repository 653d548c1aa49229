package io.sluice.kv.testing;

/**
 * How often a {@link FaultyKvStore} misbehaves where no script tells it what to do. Shares from 0 to 1; those of commits
 * are tried in the order given here and exclude each other.
 *
 * @param refusedReads reads and range deletes that fail as Retryable
 * @param refusedCommits commits that fail as Retryable, not applied
 * @param unknownApplied commits that are applied and fail as Indeterminate
 * @param unknownLate commits that fail as Indeterminate and land at some later commit
 * @param unknownLost commits that fail as Indeterminate and never land
 */
public record FaultPolicy(
        double refusedReads, double refusedCommits, double unknownApplied, double unknownLate, double unknownLost) {

    /** No fault but those of a script. */
    public static final FaultPolicy NONE = new FaultPolicy(0, 0, 0, 0, 0);

    /** All of them, often. */
    public static final FaultPolicy ROUGH = new FaultPolicy(0.1, 0.1, 0.1, 0.15, 0.05);

    /** All failures that leave no doubt, often. */
    public static final FaultPolicy REFUSING = new FaultPolicy(0.2, 0.2, 0, 0, 0);

    Fault forCommit(double dice) {
        double bound = refusedCommits;
        if (dice < bound) {
            return Fault.REFUSE;
        }
        bound += unknownApplied;
        if (dice < bound) {
            return Fault.APPLY_UNKNOWN;
        }
        bound += unknownLate;
        if (dice < bound) {
            return Fault.LATE;
        }
        bound += unknownLost;
        return dice < bound ? Fault.LOSE : Fault.NONE;
    }

    Fault forOther(double dice) {
        return dice < refusedReads ? Fault.REFUSE : Fault.NONE;
    }
}
