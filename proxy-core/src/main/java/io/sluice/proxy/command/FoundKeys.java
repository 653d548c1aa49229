package io.sluice.proxy.command;

import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.List;

/** The names of keys that KEYS or SCAN is about to answer with, and what they take in memory: there may be more keys than fit. */
final class FoundKeys {
    /** The reply's object, and the array's own. */
    private static final int OVERHEAD = 48;

    private final List<Reply> names = new ArrayList<>();
    private final long most;
    private long bytes;

    FoundKeys(Keyspace keyspace) {
        this.most = keyspace.settings().loadBudgetBytes();
    }

    void add(Key key) {
        names.add(Reply.bulk(key.bytes()));
        bytes += key.bytes().length + OVERHEAD;
    }

    /** Whether they take more than one command may. */
    boolean areTooMany() {
        return bytes > most;
    }

    List<Reply> names() {
        return names;
    }
}
