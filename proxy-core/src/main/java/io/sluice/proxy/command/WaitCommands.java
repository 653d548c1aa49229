package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.NOSCRIPT;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * WAIT and WAITAOF. There are no replicas, the store does that work; so a wait for a replica ends with its timeout, and a
 * wait for the local log is a wait for the store's commit of everything written before, and for the fsync of its log.
 */
final class WaitCommands {
    private final Server server;

    WaitCommands(Server server) {
        this.server = server;
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.GENERIC);
        t.later(
                "WAIT",
                3,
                EnumSet.of(NOSCRIPT),
                "3.0.0",
                "O(1)",
                "Waits for replicas; there are none.",
                this::replicas);
        t.later(
                "WAITAOF",
                4,
                EnumSet.of(NOSCRIPT),
                "7.2.0",
                "O(1)",
                "Waits until all earlier writes are in the store, and its log is forced to the disk.",
                this::durable);
    }

    private CompletionStage<Reply> replicas(Session session, Args args) {
        long wanted = args.integer(1);
        long timeout = Timeouts.millis(args, 2);
        if (wanted <= 0 || session.isInExec()) {
            return CompletableFuture.completedStage(Reply.ZERO);
        }
        Wait wait = new Wait(session, () -> Reply.ZERO);
        wait.begin(timeout);
        return wait.reply;
    }

    private CompletionStage<Reply> durable(Session session, Args args) {
        long local = args.integer(1, Errors.NOT_AN_INTEGER);
        if (local < 0 || local > 1) {
            throw new CommandException("ERR value is out of range, value must between 0 and 1");
        }
        long replicas = args.integer(2, Errors.NOT_POSITIVE);
        if (replicas < 0) {
            throw new CommandException(Errors.NOT_POSITIVE);
        }
        long timeout = Timeouts.millis(args, 3);
        CompletableFuture<Void> stored = server.store().durableUpToNow().toCompletableFuture();
        Wait wait = new Wait(session, () -> acknowledged(stored));
        if ((local == 0 && replicas == 0) || session.isInExec()) {
            return CompletableFuture.completedStage(acknowledged(stored));
        }
        wait.begin(timeout);
        stored.whenComplete((done, failure) -> session.executor().execute(() -> {
            if (failure != null) {
                wait.finish(Reply.error("ERR the store could not commit: " + failure.getMessage()));
            } else if (replicas == 0) {
                wait.end(false);
            }
        }));
        return wait.reply;
    }

    private static Reply acknowledged(CompletableFuture<Void> stored) {
        boolean durable = stored.isDone() && !stored.isCompletedExceptionally();
        return Reply.array(durable ? Reply.ONE : Reply.ZERO, Reply.ZERO);
    }

    /** One wait of one connection; touched on its event loop only. */
    private static final class Wait implements Session.Waiting {
        private final Session session;
        private final Supplier<Reply> answer;
        private final CompletableFuture<Reply> reply = new CompletableFuture<>();
        private @Nullable Future<?> timer;

        Wait(Session session, Supplier<Reply> answer) {
            this.session = session;
            this.answer = answer;
        }

        void begin(long timeoutMs) {
            session.waiting(this);
            if (timeoutMs > 0) {
                timer = session.executor().schedule(() -> end(false), timeoutMs, TimeUnit.MILLISECONDS);
            }
        }

        @Override
        public void end(boolean asError) {
            finish(asError ? Reply.error("UNBLOCKED client unblocked via CLIENT UNBLOCK") : answer.get());
        }

        void finish(Reply with) {
            if (reply.isDone()) {
                return; // the timer, the store and CLIENT UNBLOCK may all come
            }
            if (timer != null) {
                timer.cancel(false);
            }
            session.waiting(null);
            reply.complete(with);
        }
    }
}
