package io.sluice.proxy.engine;

import org.jspecify.annotations.Nullable;

/**
 * One key as one connection watches it.
 *
 * <p>An expired key counts as absent, whether its row is still there or not: if it was expired when the watch began,
 * nothing changes when the row is deleted; if it expires later, that is a change, and for it nobody needs to delete the
 * row.
 */
final class Watch {
    final SlotState slot;
    final int db;
    /** Changed by the audience, under its monitor; who reads it without sees one of the key's rows. */
    volatile RowId id;

    private final Watches owner;
    private final SlotAudience audience;
    private final int incarnation;
    private final boolean wasThere;
    private final long expireAtMs;

    /**
     * In the lane.
     *
     * @param incarnation the slot's when the key was looked at
     * @param expireAtMs when the key expires; {@link Long#MAX_VALUE} when it does not
     */
    Watch(Watches owner, SlotState slot, int incarnation, int db, RowId id, boolean wasThere, long expireAtMs) {
        this.owner = owner;
        this.slot = slot;
        this.audience = slot.openAudience();
        this.incarnation = incarnation;
        this.db = db;
        this.id = id;
        this.wasThere = wasThere;
        this.expireAtMs = expireAtMs;
    }

    boolean isOf(int number, RowId row) {
        return db == number && id.in(row.generation()).equals(row);
    }

    /** In the lane. */
    void join() {
        audience.join(this);
    }

    /** Any thread. */
    void leave() {
        audience.leave(this);
    }

    void touched(boolean byExpiry, @Nullable Batch batch) {
        if (!byExpiry || wasThere) {
            owner.changed(batch);
        }
    }

    /** Whether the key has changed without anybody telling: it expired, or the slot was dropped and with it what it knew. */
    boolean isOutdated(long nowMs) {
        return slot.incarnation() != incarnation || expireAtMs < nowMs;
    }
}
