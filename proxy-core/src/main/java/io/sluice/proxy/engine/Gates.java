package io.sluice.proxy.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The batches a reply depends on (R5): it leaves when all of them are durable. Holds the highest of each queue, and in
 * the common case one batch and no list. Not thread-safe; handed over whole.
 */
public final class Gates {
    private @Nullable Batch first;
    private @Nullable List<Batch> more;
    private boolean lost;

    void add(Batch batch) {
        if (batch.isDurable()) {
            return;
        }
        if (first == null || first == batch) {
            first = batch;
        } else if (first.queue == batch.queue) {
            first = later(first, batch);
        } else {
            addToMore(batch);
        }
    }

    private void addToMore(Batch batch) {
        if (more == null) {
            more = new ArrayList<>(2);
        }
        for (int i = 0; i < more.size(); i++) {
            Batch known = more.get(i);
            if (known.queue == batch.queue) {
                more.set(i, later(known, batch));
                return;
            }
        }
        more.add(batch);
    }

    /** The later one is durable last, unless the earlier one was lost: then no other may hide that. */
    private static Batch later(Batch known, Batch batch) {
        return known.isFailed() || known.number >= batch.number && !batch.isFailed() ? known : batch;
    }

    /** Makes these gates fail: a part of what the reply tells of was not written. */
    void lose() {
        lost = true;
    }

    public void addAll(Gates other) {
        lost |= other.lost;
        if (other.first != null) {
            add(other.first);
        }
        if (other.more != null) {
            other.more.forEach(this::add);
        }
    }

    /** Whether the other waits for nothing that this does not wait for already. */
    public boolean covers(Gates other) {
        return (lost || !other.lost)
                && (other.first == null || covers(other.first))
                && (other.more == null || other.more.stream().allMatch(this::covers));
    }

    private boolean covers(Batch batch) {
        // A lost batch is covered by nothing: a later one of its queue may well become durable.
        return batch.isDurable()
                || first == batch
                || isBehind(first, batch)
                || (more != null && more.stream().anyMatch(known -> isBehind(known, batch)));
    }

    private static boolean isBehind(@Nullable Batch known, Batch batch) {
        return known != null && !batch.isFailed() && known.queue == batch.queue && known.number >= batch.number;
    }

    /** Forgets what is durable by now. */
    public void dropDurable() {
        if (first != null && first.isDurable()) {
            first = null;
        }
        if (more != null) {
            more.removeIf(Batch::isDurable);
        }
    }

    void clear() {
        first = null;
        more = null;
        lost = false;
    }

    /** Whether none of another queue is waited for. */
    boolean isOnlyOf(CommitQueue queue) {
        return more == null && (first == null || first.queue == queue);
    }

    List<Batch> batches() {
        List<Batch> all = new ArrayList<>();
        if (first != null) {
            all.add(first);
        }
        if (more != null) {
            all.addAll(more);
        }
        return all;
    }

    /** Whether nothing is waited for any more. False when a batch has failed: see {@link #failed}. */
    public boolean isOpen() {
        if (lost || (first != null && !first.isDurable())) {
            return false;
        }
        return more == null || more.stream().allMatch(Batch::isDurable);
    }

    /** Whether a batch was lost, so that the reply must never leave. */
    public boolean failed() {
        return lost
                || (first != null && first.isFailed())
                || (more != null && more.stream().anyMatch(Batch::isFailed));
    }

    /** How long ago the first change was made that is still waited for; 0 when nothing is. */
    public long ageNanos(long nowNanos) {
        long age = 0;
        for (Batch batch : batches()) {
            if (!batch.isDurable()) {
                age = Math.max(age, nowNanos - batch.openedNanos);
            }
        }
        return age;
    }

    /** Runs the waiter when one of the batches still waited for is settled: the caller then looks again. */
    public void whenCloser(Runnable waiter) {
        for (Batch batch : batches()) {
            if (!lost && !batch.isDurable()) {
                batch.whenSettled(waiter);
                return;
            }
        }
        waiter.run();
    }
}
