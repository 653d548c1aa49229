package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.MOVABLEKEYS;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.set.SetAlgebra;
import io.sluice.proxy.type.set.SetValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SINTER, SINTERCARD, SUNION, SDIFF, and those that store what these answer. */
final class SetAlgebraCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final EnumSet<Flag> STORE = EnumSet.of(WRITE, DENYOOM);
    private static final KeySpec KEYS = KeySpec.range(1, -1, 1);

    private static final String INTERSECTION_COST =
            "O(N*M) worst case where N is the cardinality of the smallest set and M is the number of sets.";
    private static final String COST = "O(N) where N is the total number of elements in all given sets.";

    private SetAlgebraCommands() {}

    /** Combines sets; null stands for a key that holds nothing. */
    @FunctionalInterface
    private interface Operation {
        SetAlgebra.Result of(SetAlgebra algebra, List<@Nullable SetValue> sets);
    }

    static void rows(CommandTable.Builder t) {
        row(
                t,
                "SINTER",
                READ,
                INTERSECTION_COST,
                "Returns the intersect of multiple sets.",
                reply(SetAlgebra::intersect));
        t.row(
                "SINTERCARD",
                -3,
                EnumSet.of(READONLY, MOVABLEKEYS),
                KeySpec.counted(1),
                "7.0.0",
                INTERSECTION_COST,
                "Returns the number of members of the intersect of multiple sets.",
                SetAlgebraCommands::intersectionSize);
        row(
                t,
                "SINTERSTORE",
                STORE,
                INTERSECTION_COST,
                "Stores the intersect of multiple sets in a key.",
                store(SetAlgebra::intersectToStore));
        row(t, "SUNION", READ, COST, "Returns the union of multiple sets.", reply(SetAlgebra::union));
        row(t, "SUNIONSTORE", STORE, COST, "Stores the union of multiple sets in a key.", store(SetAlgebra::union));
        row(t, "SDIFF", READ, COST, "Returns the difference of multiple sets.", reply(SetAlgebra::subtract));
        row(
                t,
                "SDIFFSTORE",
                STORE,
                COST,
                "Stores the difference of multiple sets in a key.",
                store(SetAlgebra::subtract));
    }

    private static void row(
            CommandTable.Builder t,
            String name,
            EnumSet<Flag> flags,
            String complexity,
            String summary,
            Handler.OnKeys handler) {
        t.row(name, flags == READ ? -2 : -3, flags, KEYS, "1.0.0", complexity, summary, handler);
    }

    private static Handler.OnKeys reply(Operation operation) {
        return (c, a) -> {
            List<@Nullable SetValue> sets = sets(c, a.keys(1, a.count(), 1));
            return Reply.set(
                    SetCommands.bulks(operation.of(new SetAlgebra(c), sets).members()));
        };
    }

    private static Handler.OnKeys store(Operation operation) {
        return (c, a) -> {
            Key target = a.key(1);
            c.prefetch(a.keys(1, a.count(), 1));
            List<@Nullable SetValue> sets = sets(c, a.keys(2, a.count(), 1));
            c.header(target);
            return Reply.integer(operation.of(new SetAlgebra(c), sets).store(target));
        };
    }

    /** Their sets, null where there is nothing; an error if one holds something else, whatever the others hold. */
    private static List<@Nullable SetValue> sets(CommandContext c, List<Key> keys) {
        c.prefetch(keys);
        List<@Nullable SetValue> sets = new ArrayList<>(keys.size());
        for (Key key : keys) {
            sets.add(SetValue.find(c, key));
        }
        return sets;
    }

    private static Reply intersectionSize(CommandContext c, Args a) {
        long count = a.integer(1, 1, Long.MAX_VALUE, "ERR numkeys should be greater than 0");
        if (count > a.count() - 2) {
            throw new CommandException("ERR Number of keys can't be greater than number of args");
        }
        int end = 2 + (int) count;
        long limit = 0;
        for (int i = end; i < a.count(); i++) {
            if (a.is(i, "LIMIT") && i + 1 < a.count()) {
                limit = a.integer(++i, 0, Long.MAX_VALUE, "ERR LIMIT can't be negative");
            } else {
                throw Args.syntaxError();
            }
        }
        return Reply.integer(new SetAlgebra(c).intersectionSize(sets(c, a.keys(2, end, 1)), limit));
    }
}
