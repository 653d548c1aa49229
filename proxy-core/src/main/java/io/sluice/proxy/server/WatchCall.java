package io.sluice.proxy.server;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.Watches;
import io.sluice.proxy.resp.Reply;
import java.util.List;

/** WATCH. */
final class WatchCall extends ConnectionCall {
    private final Watches watches;
    private final int db;
    private final List<Key> keys;

    WatchCall(
            Connection connection, Engine engine, LoopHome home, Watches watches, List<Key> keys, int[] slots, int db) {
        super(connection, engine, home, slots, db, false, null);
        this.watches = watches;
        this.db = db;
        this.keys = keys;
    }

    @Override
    protected Object body(CommandContext context) {
        scope().watch(watches, db, keys);
        return Reply.OK;
    }
}
