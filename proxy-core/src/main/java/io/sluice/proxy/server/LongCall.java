package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.Gates;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.engine.WorkerHome;
import io.sluice.proxy.resp.Reply;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs a connection's command on a worker thread, because it may take long, and brings the outcome to its event loop. */
final class LongCall {
    private record Outcome(@Nullable CommandException failure, @Nullable Reply reply, @Nullable Gates gates) {}

    private interface Work {
        Outcome run();
    }

    private LongCall() {}

    static void run(
            Connection connection,
            ServerCore core,
            CommandSpec spec,
            Handler.OnKeys handler,
            Args args,
            int[] slots,
            int db) {
        run(connection, core, () -> {
            WorkerHome home = new WorkerHome();
            var call = new WorkerHome.Waitable(core.engine(), slots, db, home, spec.has(Flag.SPLIT)) {
                @Override
                protected Object body(CommandContext context) {
                    return handler.run(context, args);
                }

                @Override
                protected boolean mayReachFurther() {
                    return spec.has(Flag.REACHING);
                }
            };
            home.await(call);
            return new Outcome(call.failure(), (Reply) call.result(), call.gates());
        });
    }

    static void run(Connection connection, ServerCore core, Handler.OnKeyspace handler, Args args, int db) {
        run(connection, core, () -> {
            Engine.Outcome<Reply> outcome = core.engine().onKeyspace(db, keyspace -> handler.run(keyspace, args));
            return new Outcome(outcome.failure(), outcome.result(), outcome.gates());
        });
    }

    static void run(Connection connection, ServerCore core, TransactionRun transaction, int db) {
        Work work = () -> {
            WorkerHome home = new WorkerHome();
            int[] slots = transaction.slots();
            if (transaction.isOverKeyspace()) {
                core.engine().loadAllSlots();
                slots = IntStream.range(0, Keyspace.SLOTS).toArray();
            }
            var call = new WorkerHome.Waitable(core.engine(), slots, db, home, false) {
                @Override
                protected boolean mayReachFurther() {
                    return transaction.hasAny(Flag.REACHING);
                }

                @Override
                protected boolean keepsLanes() {
                    return transaction.keepsLanes();
                }

                @Override
                protected @Nullable Object body(CommandContext context) {
                    transaction.run(scope());
                    return null;
                }
            };
            home.await(call);
            return new Outcome(call.failure(), null, call.gates());
        };
        run(connection, core, work, outcome -> {
            Runnable done = () -> connection.completed(outcome.failure, transaction.reply(), outcome.gates);
            if (transaction.finish(outcome.failure != null, done)) {
                done.run();
            }
        });
    }

    private static void run(Connection connection, ServerCore core, Work work) {
        run(connection, core, work, done -> connection.completed(done.failure, done.reply, done.gates));
    }

    private static void run(Connection connection, ServerCore core, Work work, Consumer<Outcome> completion) {
        core.workers().execute(() -> {
            Outcome outcome;
            try {
                outcome = work.run();
            } catch (CommandException failed) {
                outcome = new Outcome(failed, null, null);
            } catch (RuntimeException | Error defect) {
                outcome = new Outcome(Defects.failure(defect), null, null);
            }
            Outcome done = outcome;
            connection.executor().execute(() -> completion.accept(done));
        });
    }
}
