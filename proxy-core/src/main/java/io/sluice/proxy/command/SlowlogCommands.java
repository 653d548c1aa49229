package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.stats.SlowLog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** SLOWLOG. */
final class SlowlogCommands {
    private static final EnumSet<Flag> OPERATOR = EnumSet.of(ADMIN, LOADING, STALE);
    private static final int USUAL_COUNT = 10;

    private static final Help HELP = Help.of(
            "SLOWLOG",
            "GET [<count>]",
            "    Return the newest <count> entries (default: 10, -1 means all). Entries are made of:",
            "    id, timestamp, time in microseconds, arguments array, client IP and port, client name",
            "LEN",
            "    Return the number of entries.",
            "RESET",
            "    Remove all entries.");

    private final SlowLog log;

    SlowlogCommands(Server server) {
        this.log = server.slowLog();
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        Containers.row(t, "SLOWLOG", "2.2.12", "The commands that took long.");
        t.onSession(
                "SLOWLOG|GET",
                -2,
                OPERATOR,
                "2.2.12",
                "O(N) where N is the number of entries returned",
                "The newest entries.",
                this::get);
        t.onSession(
                "SLOWLOG|HELP",
                2,
                EnumSet.of(LOADING, STALE),
                "6.2.0",
                "O(1)",
                "Help about the subcommands.",
                HELP::answer);
        t.onSession(
                "SLOWLOG|LEN",
                2,
                OPERATOR,
                "2.2.12",
                "O(1)",
                "The number of entries.",
                (session, args) -> Reply.integer(log.length()));
        t.onSession(
                "SLOWLOG|RESET",
                2,
                OPERATOR,
                "2.2.12",
                "O(N) where N is the number of entries in the slowlog",
                "Removes all entries.",
                this::reset);
    }

    private Reply get(Session session, Args args) {
        if (args.count() > 3) {
            throw HELP.advised(args);
        }
        List<Reply> entries = new ArrayList<>();
        for (SlowLog.Entry entry : log.newest(args.count() == 3 ? count(args) : USUAL_COUNT)) {
            entries.add(Reply.array(
                    Reply.integer(entry.id()),
                    Reply.integer(entry.unixSeconds()),
                    Reply.integer(entry.micros()),
                    Reply.array(entry.arguments().stream().map(Reply::bulk).toList()),
                    Reply.bulk(entry.address()),
                    Reply.bulk(entry.clientName())));
        }
        return Reply.array(entries);
    }

    private static int count(Args args) {
        long count = args.integer(2, -1, Long.MAX_VALUE, "ERR count should be greater than or equal to -1");
        return count < 0 ? Integer.MAX_VALUE : (int) Math.min(count, Integer.MAX_VALUE);
    }

    private Reply reset(Session session, Args args) {
        log.reset();
        return Reply.OK;
    }
}
