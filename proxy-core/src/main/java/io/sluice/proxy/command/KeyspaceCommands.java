package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.resp.Reply;
import java.util.EnumSet;

/**
 * Commands on whole databases: FLUSHDB, FLUSHALL, SWAPDB. A flush gives the data to reclamation and takes the same time
 * however much there is, so SYNC and ASYNC are the same.
 */
final class KeyspaceCommands {
    private static final int ALL = -1;

    private KeyspaceCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        t.onKeyspace(
                "FLUSHDB",
                -1,
                EnumSet.of(WRITE),
                "1.0.0",
                "O(N) where N is the number of slots that hold keys",
                "Remove all keys from the current database.",
                (keyspace, a) -> flush(keyspace, a, keyspace.db()));
        t.onKeyspace(
                "FLUSHALL",
                -1,
                EnumSet.of(WRITE),
                "1.0.0",
                "O(N) where N is the number of slots that hold keys",
                "Removes all keys from all databases.",
                (keyspace, a) -> flush(keyspace, a, ALL));
        t.onKeyspace(
                "SWAPDB",
                3,
                EnumSet.of(WRITE, FAST),
                "4.0.0",
                "O(N) where N is the number of slots that hold keys",
                "Swaps two Redis databases.",
                KeyspaceCommands::swap);
    }

    private static Reply flush(Keyspace keyspace, Args a, int db) {
        if (a.count() > 2 || (a.count() == 2 && !a.is(1, "SYNC") && !a.is(1, "ASYNC"))) {
            throw Args.syntaxError();
        }
        keyspace.flush(db);
        return Reply.OK;
    }

    private static Reply swap(Keyspace keyspace, Args a) {
        String first = "ERR invalid first DB index";
        String second = "ERR invalid second DB index";
        int one = DatabaseIndex.read(a, 1, first, first);
        int other = DatabaseIndex.read(a, 2, second, second);
        int databases = keyspace.settings().databases();
        keyspace.swap(DatabaseIndex.checked(one, databases), DatabaseIndex.checked(other, databases));
        return Reply.OK;
    }
}
