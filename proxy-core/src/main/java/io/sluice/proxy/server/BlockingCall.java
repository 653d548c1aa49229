package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.Session;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.Gates;
import io.sluice.proxy.engine.Parked;
import io.sluice.proxy.engine.Prefetch;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A command on keys that waits when there is nothing for it. */
final class BlockingCall extends ConnectionCall {
    private static final Reply UNBLOCKED = Reply.error("UNBLOCKED client unblocked via CLIENT UNBLOCK");

    private final Connection connection;
    private final Engine engine;
    private final LoopHome home;
    private final ClientSession client;
    private final Handler.Blocking handler;
    private final Args args;
    private final int[] slots;
    private final int db;
    private long timeoutMs;
    private @Nullable Waiter waiter;

    BlockingCall(
            Connection connection,
            Engine engine,
            LoopHome home,
            ClientSession client,
            Handler.Blocking handler,
            Args args,
            int[] slots,
            @Nullable Prefetch prefetch) {
        super(connection, engine, home, slots, client.db(), false, prefetch);
        this.connection = connection;
        this.engine = engine;
        this.home = home;
        this.client = client;
        this.handler = handler;
        this.args = args;
        this.slots = slots;
        this.db = client.db();
    }

    @Override
    protected @Nullable Object body(CommandContext context) {
        if (connection.isGone()) {
            return null; // while its keys were read: it has waited, and takes nothing any more
        }
        Reply reply = handler.command().run(context, args);
        if (reply == null) {
            timeoutMs = handler.timeoutMs(args);
            if (movesToOtherSlots() && !engine.isAtomicAcrossSlots()) {
                throw new CommandException(Errors.CROSSSLOT);
            }
        }
        return reply;
    }

    @Override
    protected void inForce(@Nullable Object outcome, @Nullable CommandException failed) {
        if (outcome == null && failed == null) {
            waiter = new Waiter();
            park(waiter, handler.keys(args));
        }
    }

    /** Whether there is a key that it does not wait for, in another slot than those it waits for. */
    private boolean movesToOtherSlots() {
        return slots.length > 1 && handler.keys(args).size() == 1;
    }

    @Override
    boolean finish() {
        if (waiter == null) {
            return true;
        }
        waiter.begin();
        return false;
    }

    /** The command while it waits. Told of its outcome on the event loop, maybe before it has begun to wait there. */
    private final class Waiter extends Parked implements Session.Waiting {
        private boolean begun;
        private @Nullable Runnable outcome;
        private @Nullable Future<?> timer;

        Waiter() {
            super(home, handler.type(), db);
        }

        void begin() {
            begun = true;
            if (outcome != null) {
                home.execute(outcome);
                return;
            }
            client.waiting(this);
            if (timeoutMs > 0) {
                timer = client.executor().schedule(() -> end(false), timeoutMs, TimeUnit.MILLISECONDS);
            }
            connection.waits();
        }

        private void settle(Runnable tell) {
            if (!begun) {
                outcome = tell;
                return;
            }
            if (timer != null) {
                timer.cancel(false);
            }
            client.waiting(null);
            tell.run();
        }

        @Override
        protected @Nullable Object serve(CommandContext context, int keyIndex) {
            return handler.command().run(context, handler.narrowed(args, keyIndex));
        }

        @Override
        protected boolean isGone() {
            return connection.isGone();
        }

        @Override
        protected int[] furtherSlots() {
            return movesToOtherSlots() ? slots : new int[0];
        }

        @Override
        protected void served(@Nullable Object result, @Nullable CommandException failure, Gates gates) {
            settle(() -> connection.completed(failure, (Reply) result, gates));
        }

        @Override
        protected void ended(boolean asError) {
            // That there was nothing may be known from what is not durable yet.
            settle(() -> connection.completed(null, asError ? UNBLOCKED : Reply.NULL_ARRAY, gates()));
        }
    }
}
