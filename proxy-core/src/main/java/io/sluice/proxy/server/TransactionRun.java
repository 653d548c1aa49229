package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.KeySpec;
import io.sluice.proxy.command.Transaction;
import io.sluice.proxy.command.Transaction.Queued;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.TransactionScope;
import io.sluice.proxy.engine.Watches;
import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one EXEC and what each of them comes to.
 *
 * <h2>Order</h2>
 *
 * {@link #run} executes them one after another in the lanes of all their keys, perhaps several times until nothing is
 * missing in memory. Commands about the connection or the server, which have effects that cannot be taken back, run in
 * their turn when they are first reached, and are not run again: then no lane is given back in between, so that no watched
 * key is changed when they have run already. Commands that wait for something begin when all others
 * are through, since nothing may be waited for in the lanes; that is the one respect in which their place in the
 * transaction does not count.
 *
 * <p>An error of one command undoes that command and no other, as in Redis. If the store does not answer a read, all of it
 * fails.
 */
final class TransactionRun {
    private final ClientSession client;
    private final CommandMeter meter;
    private final List<Queued> commands;
    private final @Nullable Watches watches;
    private final int firstDb;
    private final Reply[] replies;
    private final long[] nanos;
    /** Of the commands that run once: the database that was selected after each. */
    private final int[] dbAfter;

    private boolean executed;
    /** Whether a command has run that cannot be taken back. */
    private boolean hasBegun;
    /** Until when a watched key may have expired; not while the store was asked behind such a command. */
    private long watchedUntilMs;

    TransactionRun(ClientSession client, CommandMeter meter, Transaction transaction, @Nullable Watches watches) {
        this.client = client;
        this.meter = meter;
        this.commands = List.copyOf(transaction.commands());
        this.watches = watches;
        this.firstDb = client.db();
        this.replies = new Reply[commands.size()];
        this.nanos = new long[commands.size()];
        this.dbAfter = new int[commands.size()];
    }

    // ---- what it needs ----

    /**
     * Whether the lanes of all slots are needed: a command sees databases as a whole, or may reach for any slot when no lane may
     * be given back to take others.
     */
    boolean isOverKeyspace() {
        return commands.stream().anyMatch(queued -> queued.spec().handler() instanceof Handler.OnKeyspace)
                || (keepsLanes() && hasAny(Flag.REACHING));
    }

    /** Whether the lanes are kept while the store is asked: else a watched key could change behind what cannot be taken back. */
    boolean keepsLanes() {
        return watches != null && commands.stream().anyMatch(TransactionRun::isFinal);
    }

    /** Whether the command has effects that {@link #finish} cannot take back. */
    private static boolean isFinal(Queued queued) {
        return queued.spec().handler() instanceof Handler.OnSession
                && !queued.spec().name().equals("SELECT");
    }

    /** Whether one of the commands has the flag. */
    boolean hasAny(Flag flag) {
        return commands.stream().anyMatch(queued -> queued.spec().has(flag));
    }

    /** Whether a command must run on the event loop. */
    boolean isBoundToLoop() {
        return commands.stream().anyMatch(queued -> queued.spec().handler() instanceof Handler.OnSession);
    }

    /** The slots of the keys of all commands and of the watched ones, ascending, each once. */
    int[] slots() {
        IntStream slots = watches == null ? IntStream.empty() : Arrays.stream(watches.slots());
        for (Queued queued : commands) {
            slots = IntStream.concat(
                    slots, Arrays.stream(KeySlots.of(queued.spec().keys(), queued.args())));
        }
        return slots.sorted().distinct().toArray();
    }

    /** The keys of all commands that work on the database which is selected now. */
    List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (Queued queued : commands) {
            KeySpec where = queued.spec().keys();
            if (!where.isNone()) {
                keys.addAll(where.of(queued.args()));
            }
        }
        return keys;
    }

    // ---- in the lanes ----

    /** Executes all commands but those that wait, or none when a watched key was changed. */
    void run(TransactionScope scope) {
        executed = mayExecute(scope);
        int db = firstDb;
        for (int i = 0; executed && i < replies.length; i++) {
            long started = System.nanoTime();
            Queued queued = commands.get(i);
            Handler handler = queued.spec().handler();
            int number = db;
            if (handler instanceof Handler.OnKeys onKeys) {
                replies[i] = answer(scope, () -> onKeys.run(scope.context(number), queued.args()));
            } else if (handler instanceof Handler.Blocking blocking) {
                replies[i] = answer(scope, () -> orNothing(blocking, scope.context(number), queued.args()));
            } else if (handler instanceof Handler.OnKeyspace onKeyspace) {
                replies[i] = answer(scope, () -> onKeyspace.run(scope.keyspace(number), queued.args()));
            } else if (handler instanceof Handler.OnSession onSession) {
                if (replies[i] == null) {
                    hasBegun |= isFinal(queued);
                    replies[i] = client.onLoop(() -> once(onSession, queued.args()));
                    dbAfter[i] = client.db();
                }
                db = dbAfter[i];
            }
            nanos[i] = System.nanoTime() - started;
        }
    }

    private boolean mayExecute(TransactionScope scope) {
        if (watches == null) {
            return true;
        }
        if (!hasBegun) {
            watchedUntilMs = scope.nowMs();
        }
        boolean changed = scope.isChanged(watches, watchedUntilMs);
        if (changed && hasBegun) {
            // A slot was lost, and its lane with it. Nothing was changed in it, but "not executed" would not be true.
            throw new CommandException("ERR the transaction was interrupted: a slot of a watched key was lost");
        }
        return !changed;
    }

    private static Reply orNothing(Handler.Blocking blocking, CommandContext context, Args args) {
        Reply reply = blocking.command().run(context, args);
        return reply == null ? blocking.nothing() : reply;
    }

    private static Reply answer(TransactionScope scope, Supplier<Reply> command) {
        try {
            return scope.whole(command);
        } catch (CommandException failed) {
            return Reply.error(failed.reply());
        }
    }

    private Reply once(Handler.OnSession handler, Args args) {
        try {
            return handler.run(client, args);
        } catch (CommandException failed) {
            return Reply.error(failed.reply());
        } catch (RuntimeException defect) {
            return Reply.error(Defects.failure(defect).reply());
        }
    }

    // ---- on the event loop, when the lanes are given back ----

    /**
     * Runs what has to wait.
     *
     * @param failed whether what was to run in the lanes failed as a whole
     * @param whenDone told when all is done, unless it is when this returns
     * @return whether all is done
     */
    boolean finish(boolean failed, Runnable whenDone) {
        if (watches != null) {
            watches.close();
        }
        executed &= !failed;
        if (!executed) {
            client.select(firstDb); // an earlier run may have selected another
            client.inExec(false);
            return true;
        }
        return finishFrom(0, whenDone);
    }

    private boolean finishFrom(int first, Runnable whenDone) {
        for (int i = first; i < replies.length; i++) {
            if (commands.get(i).spec().handler() instanceof Handler.Later later) {
                begin(later, i, whenDone);
                return false;
            }
        }
        client.inExec(false);
        for (int i = 0; i < replies.length; i++) {
            Queued queued = commands.get(i);
            meter.ran(queued.spec(), queued.args(), client, replies[i], nanos[i]);
        }
        return true;
    }

    private void begin(Handler.Later later, int index, Runnable whenDone) {
        long started = System.nanoTime();
        LaterCall.begin(later, client, commands.get(index).args(), (result, failure) -> {
            replies[index] = failure != null ? Reply.error(failure.reply()) : result == null ? Reply.NONE : result;
            nanos[index] = System.nanoTime() - started;
            if (finishFrom(index + 1, whenDone)) {
                whenDone.run();
            }
        });
    }

    /** What EXEC answers. */
    Reply reply() {
        if (!executed) {
            return Reply.NULL_ARRAY;
        }
        return Reply.array(Arrays.stream(replies).map(TransactionRun::element).toList());
    }

    /** A command that answers nothing, or several things, still has one place in the array. */
    private static Reply element(Reply reply) {
        if (reply == Reply.NONE) {
            return Reply.NULL;
        }
        if (reply instanceof Reply.Aggregate several && several.kind() == Reply.Aggregate.Kind.SEQUENCE) {
            return several.size() == 0 ? Reply.NULL : element(several.get(several.size() - 1));
        }
        return reply;
    }
}
