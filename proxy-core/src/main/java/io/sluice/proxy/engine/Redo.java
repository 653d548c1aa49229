package io.sluice.proxy.engine;

import io.sluice.encoding.RedoHead;
import io.sluice.encoding.RedoParts;
import io.sluice.encoding.RedoParts.RedoRow;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Capabilities;
import io.sluice.kv.WriteBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change that is larger than the store's largest batch, on its way into the store (R7).
 *
 * <h2>Steps</h2>
 *
 * Each step is one batch. First the change is written down in parts, which mean nothing yet; then one small batch puts its
 * head in force, and this is the moment at which all of the change has taken effect: it is durable, and replies that depend on
 * it leave. Then its rows are written, in as many batches as it takes, and then parts and head are deleted. Where the store
 * is atomic as a whole and the change lies in several slots, each slot has parts and a head of its own, and all heads are put
 * in force by one batch; so each slot can be finished by itself.
 *
 * <h2>Who may see what</h2>
 *
 * Until the last step is done the rows of the change stay in the memory of their slots, where readers find them before
 * the store's, and no further batch of the queue is sent: it could be overwritten by a step that comes after it. Every step
 * is guarded by the epoch, as every commit is. So if the owner loses the slot in between, none of the steps that are left
 * can land, and the next owner does them before it serves the slot ({@link RedoRecovery}): a head that is in force is
 * applied, anything else was never told to anybody and is deleted.
 *
 * <h2>Failure (R8)</h2>
 *
 * A step is sent until it is durable, like any batch, and with the guards of the epoch as it is then. The name of the change
 * keeps the epoch that it began in: what counts is that it is unique, and epochs before are sealed.
 *
 * <h2>Memory</h2>
 *
 * Parts are made as they are sent. What a change holds is its rows, and they count as pending until the last step is done;
 * how large a change may be is {@link ChangeLimits}'s matter.
 *
 * <p>Used by one thread at a time: the queue's, whose step is in flight.
 */
final class Redo {
    /** Larger parts save no round trips, and have to be in memory as a whole. */
    private static final int MOST_PART_BYTES = 4 << 20;

    private static final int HEAD_BYTES = RowKeys.redoHead(0, 0).length + 2 + 5 + 10 + WriteBatch.OP_OVERHEAD;
    private static final int PART_OVERHEAD = RowKeys.redoPart(0, 0, 0).length + WriteBatch.OP_OVERHEAD;

    private enum Phase {
        WRITE_PARTS,
        PUT_HEADS_IN_FORCE,
        APPLY,
        CLEAN,
        DONE
    }

    /** A row as a step writes it; null deletes. */
    private record Op(SlotState slot, byte[] key, byte @Nullable [] value) {
        long bytes() {
            return key.length + (value == null ? 0 : value.length) + WriteBatch.OP_OVERHEAD;
        }
    }

    /** What the change is in one slot, and how much of it is written down. */
    private static final class Part {
        final SlotState slot;
        final long epoch;
        final long seq;
        final Iterable<RedoRow> rows;
        int parts;
        long bytes;

        Part(SlotState slot, long epoch, long seq, Iterable<RedoRow> rows) {
            this.slot = slot;
            this.epoch = epoch;
            this.seq = seq;
            this.rows = rows;
        }

        Op head(RedoHead head) {
            return new Op(slot, RowKeys.redoHead(epoch, seq), head.encode());
        }
    }

    private final Capabilities limits;
    private final List<Part> change;
    private final CompletableFuture<Void> applied = new CompletableFuture<>();
    private Phase phase;
    private Iterator<Op> left;
    private @Nullable Op lookedAt;
    private List<Op> step = List.of();

    private Redo(Capabilities limits, List<Part> change, Phase phase) {
        this.limits = limits;
        this.change = change;
        this.phase = phase;
        this.left = opsOf(phase);
        advance();
    }

    /** The rows of a closed batch that is too large. */
    static Redo of(Batch batch, Capabilities limits) {
        Map<SlotState, List<StoredRow>> bySlot = new LinkedHashMap<>();
        batch.forEachRow((slot, row) ->
                bySlot.computeIfAbsent(slot, first -> new ArrayList<>()).add(row));
        List<Part> change = new ArrayList<>(bySlot.size());
        bySlot.forEach((slot, rows) ->
                change.add(new Part(slot, slot.epoch, slot.nextRedo(), () -> mapped(rows.iterator(), Redo::encode))));
        return new Redo(limits, change, Phase.WRITE_PARTS);
    }

    private static RedoRow encode(StoredRow row) {
        return new RedoRow(row.key(), row.value());
    }

    /** What an earlier owner has put in force, and may have begun to apply. */
    static Redo inForce(SlotState slot, long epoch, long seq, RedoHead head, List<RedoRow> rows, Capabilities limits) {
        Part part = new Part(slot, epoch, seq, rows);
        part.parts = head.parts();
        return new Redo(limits, List.of(part), Phase.APPLY);
    }

    /** What an earlier owner never put in force, or was through with: the parts with indexes below this. */
    static Redo garbage(SlotState slot, long epoch, long seq, int parts, Capabilities limits) {
        Part part = new Part(slot, epoch, seq, List.of());
        part.parts = parts;
        return new Redo(limits, List.of(part), Phase.CLEAN);
    }

    /** Whether changes of so many slots can be written down and put in force in a store of these limits. */
    static boolean isPossible(int slots, Capabilities limits) {
        return slots <= limits.maxBatchRows()
                && partBytes(limits) >= HEAD_BYTES
                && slots * (long) (HEAD_BYTES + WrittenRow.GUARD_BYTES) <= limits.maxBatchBytes();
    }

    private static int partBytes(Capabilities limits) {
        long room = limits.maxBatchBytes() - WrittenRow.GUARD_BYTES - HEAD_BYTES - PART_OVERHEAD;
        return (int) Math.min(MOST_PART_BYTES, Math.min(room, limits.maxValueBytes()));
    }

    /** Whether the change has taken effect. */
    boolean isInForce() {
        return phase.compareTo(Phase.PUT_HEADS_IN_FORCE) > 0;
    }

    /** Completes when nothing is left to do; fails when another has to do it, after the slots were dropped. */
    CompletableFuture<Void> applied() {
        return applied;
    }

    Set<SlotState> slots() {
        Set<SlotState> slots = new LinkedHashSet<>();
        change.forEach(part -> slots.add(part.slot));
        return slots;
    }

    // ---- steps ----

    /** The step that is to be sent, with the guards as they are now. */
    WriteBatch step(Fencing fencing) {
        WriteBatch out = new WriteBatch();
        if (fencing.isNeeded()) {
            slotsOf(step).forEach(slot -> fencing.guard(out, slot));
        }
        for (Op op : step) {
            if (op.value == null) {
                out.delete(op.slot.slot, op.key);
            } else {
                out.put(op.slot.slot, op.key, op.value);
            }
        }
        return out;
    }

    private static Set<SlotState> slotsOf(Collection<Op> ops) {
        Set<SlotState> slots = new LinkedHashSet<>();
        ops.forEach(op -> slots.add(op.slot));
        return slots;
    }

    /** The step is durable: goes to the next one, and answers whether there is one. */
    boolean advance() {
        step = nextStep();
        while (step.isEmpty() && phase != Phase.DONE) {
            phase = Phase.values()[phase.ordinal() + 1];
            left = opsOf(phase);
            step = nextStep();
        }
        return !step.isEmpty();
    }

    /** As many of the phase's rows as fit a batch, in their order. */
    private List<Op> nextStep() {
        List<Op> ops = new ArrayList<>();
        SlotState guarded = null;
        long bytes = 0;
        while (lookedAt != null || left.hasNext()) {
            Op op = lookedAt != null ? lookedAt : left.next();
            // The rows of a slot come one after the other.
            bytes += op.bytes() + (op.slot == guarded ? 0 : WrittenRow.GUARD_BYTES);
            if (!ops.isEmpty() && !limits.fitsBatch(bytes, ops.size() + 1)) {
                lookedAt = op;
                return ops;
            }
            lookedAt = null;
            guarded = op.slot;
            ops.add(op);
        }
        return ops;
    }

    private Iterator<Op> opsOf(Phase of) {
        return switch (of) {
            case WRITE_PARTS -> new Chain(change, this::writtenParts);
            case PUT_HEADS_IN_FORCE ->
                mapped(change.iterator(), part -> part.head(new RedoHead(true, part.parts, part.bytes)));
            case APPLY ->
                new Chain(
                        change, part -> mapped(part.rows.iterator(), row -> new Op(part.slot, row.key(), row.value())));
            case CLEAN -> cleaning();
            case DONE -> Collections.emptyIterator();
        };
    }

    /** Before the first part a head that says that the parts mean nothing: they can be found by it. */
    private Iterator<Op> writtenParts(Part part) {
        RedoParts parts = new RedoParts(part.rows.iterator(), partBytes(limits));
        return new Iterator<>() {
            private boolean begun;

            @Override
            public boolean hasNext() {
                return !begun || parts.hasNext();
            }

            @Override
            public Op next() {
                if (!begun) {
                    begun = true;
                    return part.head(RedoHead.OF_GARBAGE);
                }
                byte[] value = parts.next();
                part.bytes += value.length;
                return new Op(part.slot, RowKeys.redoPart(part.epoch, part.seq, part.parts++), value);
            }
        };
    }

    /** Unless all goes at once, the head first says that its parts mean nothing any more. */
    private Iterator<Op> cleaning() {
        long parts = 0;
        for (Part part : change) {
            parts += part.parts;
        }
        long bytes = parts * PART_OVERHEAD + change.size() * (long) (HEAD_BYTES + WrittenRow.GUARD_BYTES);
        boolean atOnce = limits.fitsBatch(bytes, parts + change.size());
        return new Chain(change, part -> {
            List<Op> ops = new ArrayList<>();
            if (!atOnce) {
                ops.add(part.head(RedoHead.OF_GARBAGE));
            }
            for (int index = 0; index < part.parts; index++) {
                ops.add(new Op(part.slot, RowKeys.redoPart(part.epoch, part.seq, index), null));
            }
            ops.add(new Op(part.slot, RowKeys.redoHead(part.epoch, part.seq), null));
            return ops.iterator();
        });
    }

    private static <A, B> Iterator<B> mapped(Iterator<A> from, Function<A, B> by) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return from.hasNext();
            }

            @Override
            public B next() {
                return by.apply(from.next());
            }
        };
    }

    /** The rows of one slot after those of the other, each slot's made when it is reached. */
    private static final class Chain implements Iterator<Op> {
        private final Iterator<Part> parts;
        private final Function<Part, Iterator<Op>> each;
        private Iterator<Op> current = Collections.emptyIterator();

        Chain(List<Part> parts, Function<Part, Iterator<Op>> each) {
            this.parts = parts.iterator();
            this.each = each;
        }

        @Override
        public boolean hasNext() {
            while (!current.hasNext() && parts.hasNext()) {
                current = each.apply(parts.next());
            }
            return current.hasNext();
        }

        @Override
        public Op next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return current.next();
        }
    }
}
