package io.sluice.proxy.engine;

import org.jspecify.annotations.Nullable;

/** Looks whether the commands that are parked in a slot can be served, when no publication has told. */
final class Wakeup extends Execution {
    private final SlotState slot;

    private Wakeup(Engine engine, SlotState slot, Home home) {
        super(engine, new int[] {slot.slot}, 0, home, false, false, null);
        this.slot = slot;
    }

    /** Begins to look; any thread. */
    static void of(Engine engine, SlotState slot, Home home) {
        home.execute(() -> new Wakeup(engine, slot, home).start());
    }

    @Override
    protected @Nullable Object body(CommandContext context) {
        return null;
    }

    @Override
    @Nullable
    ReadyKeys readyKeys() {
        SlotAudience audience = slot.audience;
        if (audience == null) {
            return null;
        }
        ReadyKeys ready = new ReadyKeys();
        audience.awaitedKeys().forEach(id -> ready.add(slot, id));
        return ready;
    }

    @Override
    protected void completed() {
        // nobody waits for it
    }
}
