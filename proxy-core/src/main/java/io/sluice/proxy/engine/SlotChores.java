package io.sluice.proxy.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * What there is to do behind the commands, noted once for all slots: a look that finds nothing, ten times a second, need not
 * read sixteen thousand slots then, which would drive what commands use out of the processor's caches.
 *
 * <h2>May be too early, never too late</h2>
 *
 * A slot changes its own summary first, and then tells its chore here. Who looks for work forgets the chore first, then reads the
 * slots, and tells what is left again: so what a slot has to do meanwhile is either read there or told after. A look that
 * ends before it has seen all slots leaves the chore as due as it was. Any thread.
 */
final class SlotChores {
    /** Slots that are not served, or not yet. */
    final Chore unserved = new Chore();
    /** Slots in which something expires. */
    final Chore expiry = new Chore();
    /** Slots whose reclaim queue may have something. */
    final Chore reclaim = new Chore();

    static final class Chore {
        private final AtomicLong dueMs = new AtomicLong(Long.MAX_VALUE);

        /** A slot needs this, not before the time. */
        void dueFrom(long timeMs) {
            if (timeMs < dueMs.get()) {
                dueMs.accumulateAndGet(timeMs, Math::min);
            }
        }

        /** A slot needs this. */
        void due() {
            dueFrom(Long.MIN_VALUE);
        }

        /**
         * Looks through the slots if one may need it by now.
         *
         * @param look says whether it has seen all slots, and told of each that needs more what that is
         */
        void whenDue(long nowMs, BooleanSupplier look) {
            long was = dueMs.get();
            if (was > nowMs) {
                return;
            }
            dueMs.set(Long.MAX_VALUE);
            boolean seenAll = false;
            try {
                seenAll = look.getAsBoolean();
            } finally {
                if (!seenAll) {
                    dueFrom(was);
                }
            }
        }
    }
}
