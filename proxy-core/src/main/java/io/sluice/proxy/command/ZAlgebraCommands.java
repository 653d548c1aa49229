package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.MOVABLEKEYS;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.zset.ZSetAlgebra;
import io.sluice.proxy.type.zset.ZSetAlgebra.Aggregate;
import io.sluice.proxy.type.zset.ZSetAlgebra.Input;
import io.sluice.proxy.type.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** ZUNION, ZINTER, ZDIFF, those that store what these answer, and ZINTERCARD. */
final class ZAlgebraCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY, MOVABLEKEYS);
    private static final EnumSet<Flag> STORE = EnumSet.of(WRITE, DENYOOM, MOVABLEKEYS);

    private static final String INTERSECTION_COST =
            "O(N*K)+O(M*log(M)) worst case with N being the smallest input sorted"
                    + " set, K being the number of input sorted sets and M being the number of elements in the resulting sorted"
                    + " set.";
    private static final String UNION_COST =
            "O(N)+O(M*log(M)) with N being the sum of the sizes of the input sorted sets,"
                    + " and M being the number of elements in the resulting sorted set.";
    private static final String DIFFERENCE_COST =
            "O(L + (N-K)log(N)) worst case where L is the total number of elements in"
                    + " all the sets, N is the size of the first set, and K is the size of the result set.";

    private ZAlgebraCommands() {}

    /** Combines sets. */
    @FunctionalInterface
    private interface Operation {
        ZSetBuilder of(List<Input> inputs, Aggregate aggregate);
    }

    static void rows(CommandTable.Builder t) {
        pair(t, "ZUNION", "2.0.0", UNION_COST, "Add", true, ZSetAlgebra::union);
        pair(t, "ZINTER", "2.0.0", INTERSECTION_COST, "Intersect", true, ZSetAlgebra::intersect);
        pair(t, "ZDIFF", "6.2.0", DIFFERENCE_COST, "Subtract", false, (inputs, any) -> ZSetAlgebra.subtract(inputs));
        t.row(
                "ZINTERCARD",
                -3,
                READ,
                KeySpec.counted(1),
                "7.0.0",
                "O(N*K) worst case with N being the smallest input sorted set, K being the number of input sorted sets.",
                "Intersect multiple sorted sets and return the cardinality of the result",
                ZAlgebraCommands::intersectionSize);
    }

    /** The command that answers, and the one that stores. */
    private static void pair(
            CommandTable.Builder t,
            String name,
            String storeSince,
            String cost,
            String verb,
            boolean weighs,
            Operation operation) {
        String summary = verb + " multiple sorted sets";
        t.row(
                name,
                -3,
                READ,
                KeySpec.counted(1),
                "6.2.0",
                cost,
                summary,
                (c, a) -> show(c, new Parser(c, a, 1, name, weighs, true), operation));
        t.row(
                name + "STORE",
                -4,
                STORE,
                KeySpec.countedFor(1, 2),
                storeSince,
                cost,
                summary + " and store the resulting sorted set in a new key",
                (c, a) -> store(c, a, new Parser(c, a, 2, name + "STORE", weighs, false), operation));
    }

    private static Reply show(CommandContext c, Parser parser, Operation operation) {
        ZSetBuilder result = operation.of(parser.inputs, parser.aggregate);
        ZRangeCommands.Members members = new ZRangeCommands.Members(parser.withScores);
        result.forEach(members);
        return members.reply();
    }

    private static Reply store(CommandContext c, Args args, Parser parser, Operation operation) {
        return ZRangeCommands.store(c, args.key(1), operation.of(parser.inputs, parser.aggregate));
    }

    private static Reply intersectionSize(CommandContext c, Args args) {
        Parser parser = new Parser(c, args, 1, "ZINTERCARD");
        return Reply.integer(ZSetAlgebra.intersectionSize(parser.inputs, parser.limit));
    }

    /** Finds the sets and reads the options, in the order in which Redis looks at them. */
    private static final class Parser {
        private final Args args;
        final List<Input> inputs = new ArrayList<>();
        Aggregate aggregate = Aggregate.SUM;
        boolean withScores;
        long limit;

        /** Of a command that answers or stores members. */
        Parser(CommandContext c, Args args, int countAt, String command, boolean weighs, boolean shows) {
            this.args = args;
            int at = findInputs(c, countAt, command);
            while (at < args.count()) {
                if (weighs && args.count() - at > inputs.size() && args.is(at, "WEIGHTS")) {
                    at = weights(at + 1);
                } else if (weighs && at + 1 < args.count() && args.is(at, "AGGREGATE")) {
                    aggregate = aggregate(at + 1);
                    at += 2;
                } else if (shows && args.is(at, "WITHSCORES")) {
                    withScores = true;
                    at++;
                } else {
                    throw Args.syntaxError();
                }
            }
        }

        /** Of the command that counts. */
        Parser(CommandContext c, Args args, int countAt, String command) {
            this.args = args;
            for (int at = findInputs(c, countAt, command); at < args.count(); at += 2) {
                if (!args.is(at, "LIMIT") || at + 1 == args.count()) {
                    throw Args.syntaxError();
                }
                limit = args.integer(at + 1, 0, Long.MAX_VALUE, "ERR LIMIT can't be negative");
            }
        }

        private int findInputs(CommandContext c, int countAt, String command) {
            long count = args.integer(countAt);
            if (count < 1) {
                throw new CommandException(
                        "ERR at least 1 input key is needed for '" + command.toLowerCase(Locale.ROOT) + "' command");
            }
            if (count > args.count() - countAt - 1) {
                throw Args.syntaxError();
            }
            int end = countAt + 1 + (int) count;
            List<Key> keys = args.keys(countAt + 1, end, 1);
            c.prefetch(keys);
            for (Key key : keys) {
                inputs.add(Input.find(c, key));
            }
            return end;
        }

        private int weights(int from) {
            for (int i = 0; i < inputs.size(); i++) {
                inputs.get(i).weigh(ZSetArgs.score(args, from + i, Errors.WEIGHT_NOT_A_FLOAT));
            }
            return from + inputs.size();
        }

        private Aggregate aggregate(int at) {
            for (Aggregate each : Aggregate.values()) {
                if (args.is(at, each.name())) {
                    return each;
                }
            }
            throw Args.syntaxError();
        }
    }
}
