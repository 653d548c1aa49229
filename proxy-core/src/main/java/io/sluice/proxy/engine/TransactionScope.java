package io.sluice.proxy.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a command that is made of several sees besides its {@link CommandContext}. All that they change takes effect
 * together; each sees what those before it changed. Like the context it lives for one run.
 */
public final class TransactionScope {
    private final Attempt attempt;
    private final Engine engine;

    TransactionScope(Engine engine, Attempt attempt) {
        this.engine = engine;
        this.attempt = attempt;
    }

    /** The context of the next command, which works on this database. */
    public CommandContext context(int db) {
        attempt.select(db);
        return attempt;
    }

    /** Many slots at once, for commands that see databases as a whole: all slots must be the transaction's. */
    public Keyspace keyspace(int db) {
        return new TransactionKeyspace(engine, attempt, db);
    }

    /**
     * Runs a command so that it changes all or nothing.
     *
     * @throws CommandException if it failed: its changes are undone, those of the commands before it are not
     */
    public <T extends @Nullable Object> T whole(Supplier<T> command) {
        Attempt.Savepoint before = attempt.savepoint();
        try {
            return command.get();
        } catch (CommandException failed) {
            attempt.undoTo(before);
            throw failed;
        }
    }

    /** The run's clock. */
    public long nowMs() {
        return attempt.nowMs();
    }

    /** Whether one of the keys was changed since it is watched, or has expired by then. Their slots must be the transaction's. */
    public boolean isChanged(Watches watches, long nowMs) {
        return watches.isChanged(nowMs, attempt.gates());
    }

    /** Watches keys as they are now, those that are not watched already. */
    public void watch(Watches watches, int db, List<Key> keys) {
        attempt.select(db);
        attempt.prefetch(keys);
        List<Watch> all = new ArrayList<>(keys.size());
        for (Key key : keys) {
            all.add(watch(watches, db, key));
        }
        all.forEach(watches::join); // no read after this: the run ends here
    }

    private Watch watch(Watches watches, int db, Key key) {
        SlotState slot = attempt.slot(key.slot());
        var header = attempt.header(db, key);
        long expireAtMs = header == null || !header.expires() ? Long.MAX_VALUE : header.expireAtMs();
        RowId id = attempt.headerId(slot, db, key).apart();
        return new Watch(watches, slot, attempt.incarnationOf(slot), db, id, header != null, expireAtMs);
    }
}
