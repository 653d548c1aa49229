package io.sluice.proxy.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * {@link Keyspace} for a command in a transaction that holds the lanes of all slots: sees what the commands before it
 * changed, and adds to it. What changes several slots of a store that is atomic per slot is split when it comes alone; here
 * the transaction is refused as a whole when its changes are checked, since it promises to be one step.
 */
final class TransactionKeyspace implements Keyspace {
    private final Engine engine;
    private final Attempt attempt;
    private final int db;
    private final Set<SlotState> changed = new HashSet<>();
    /** Changes are only added while one command runs. */
    private int changesSeen;

    TransactionKeyspace(Engine engine, Attempt attempt, int db) {
        this.engine = engine;
        this.attempt = attempt;
        this.db = db;
        attempt.select(db);
    }

    @Override
    public int db() {
        return db;
    }

    @Override
    public EngineSettings settings() {
        return attempt.settings();
    }

    @Override
    public int slotOf(byte[] name) {
        return engine.hasher().slotOf(name);
    }

    @Override
    public <T> T inSlot(int slot, Function<CommandContext, T> body) {
        attempt.slot(slot);
        return body.apply(attempt);
    }

    @Override
    public boolean knownEmpty(int slot, int number) {
        SlotState state = attempt.slot(slot);
        return !isChanged(state)
                && state.databasesBatch == null
                && state.knownEmpty(attempt.databases(state).generationOf(number))
                && state.memory.isAllRetired();
    }

    private boolean isChanged(SlotState state) {
        List<RowChange> changes = attempt.changes();
        while (changesSeen < changes.size()) {
            changed.add(changes.get(changesSeen++).slot());
        }
        return changed.contains(state);
    }

    @Override
    public long size(int number) {
        long total = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            if (!knownEmpty(slot, number)) {
                total += size(slot, number);
            }
        }
        return total;
    }

    @Override
    public long size(int slot, int number) {
        return SlotKeys.count(attempt, attempt.slot(slot), number, isChanged(attempt.slot(slot)));
    }

    @Override
    public List<Long> slotSizes(IntStream slots, int number) {
        return slots.mapToObj(slot -> size(slot, number)).toList();
    }

    @Override
    public void firstKeys(int number, int limit, Consumer<SlotPage> each) {
        for (int slot = 0; slot < SLOTS; slot++) {
            if (!knownEmpty(slot, number)) {
                each.accept(new SlotPage(slot, keys(slot, number, 0, limit)));
            }
        }
    }

    @Override
    public long expires(int number) {
        long total = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            SlotState state = attempt.slot(slot);
            if (isChanged(state) || state.nextExpiryMs() != Long.MAX_VALUE) {
                total += SlotKeys.countExpiring(attempt, state, number);
            }
        }
        return total;
    }

    @Override
    public KeyPage keys(int slot, int number, int fromHash, int limit) {
        return SlotKeys.page(attempt, attempt.slot(slot), number, fromHash, limit);
    }

    @Override
    public void flush(int number) {
        int databases = settings().databases();
        for (int slot = 0; slot < SLOTS; slot++) {
            SlotState state = attempt.slot(slot);
            SlotKeys.flush(attempt, state, number, databases, isChanged(state));
        }
    }

    @Override
    public void swap(int first, int second) {
        if (first != second) {
            for (int slot = 0; slot < SLOTS; slot++) {
                SlotState state = attempt.slot(slot);
                SlotKeys.swap(attempt, state, first, second, isChanged(state));
            }
        }
    }
}
