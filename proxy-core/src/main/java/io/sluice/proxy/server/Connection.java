package io.sluice.proxy.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.unix.UnixChannel;
import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.Transaction;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Gates;
import io.sluice.proxy.engine.Prefetch;
import io.sluice.proxy.resp.ProtocolException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's socket: parses its requests, runs them one after another, writes their replies in order.
 *
 * <h2>Order</h2>
 *
 * The commands of a connection take effect in the order sent: the next one begins when the one before has run, which is
 * not when it is durable; its reply waits in the {@link ReplyQueue}. While a command waits (for the store, a lane, a
 * worker, a timer) the connection is {@code busy}, and requests queue.
 *
 * <h2>Backpressure</h2>
 *
 * The socket is not read while replies are not taken, while changes that are not durable exceed their bound, or while too
 * many parsed requests queue behind a busy command. Behind one that waits more is read, so that the connection's
 * end is seen.
 *
 * <h2>Threads</h2>
 *
 * All state belongs to the event loop. What comes from elsewhere comes through the loop's queue.
 */
final class Connection extends ChannelInboundHandlerAdapter implements ConnectionControl {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final ServerCore core;
    private final LoopHome home;
    private final Pipeline pipeline;
    private final ReplyQueue replies = new ReplyQueue();
    private final UnsentOutput unsent = new UnsentOutput();
    private final Runnable writeReplies = this::writeReplies;

    private @Nullable Channel channel;
    private @Nullable ClientSession session;

    private boolean busy;
    private boolean closing;
    /** How long the client may take to read its last replies; 0 for as long as it likes. */
    private long unreadMillis;
    /** Nothing is run because the client does not take its replies. */
    private boolean isPaused;

    /** The client has shut down its half of the connection, or all of it. */
    private boolean isInputEnded;

    private boolean queuedForWrite;
    private boolean waitsForGates;

    // The command that runs, while it is busy.
    private @Nullable CommandSpec running;
    private @Nullable Args runningArgs;
    private long startedNanos;

    Connection(ServerCore core, LoopHome home) {
        this.core = core;
        this.home = home;
        this.pipeline = new Pipeline(core);
    }

    // ---- the socket ----

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        channel = context.channel();
        channel.config().setWriteBufferWaterMark(core.connectionLimits().outputMarks());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (ProtectedMode.refuses(core.settings(), remoteAddress())) {
            core.clients().refused();
            reply(ProtectedMode.DENIED, null);
            closeAfterReplies();
            return;
        }
        ClientSession opened = core.clients().open(this);
        if (opened == null) {
            reply(Reply.error("ERR max number of clients reached"), null);
            closeAfterReplies();
            return;
        }
        session = opened;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (closing || session == null) {
            in.release();
            return;
        }
        core.meter().read(in.readableBytes());
        session.interacted();
        pipeline.read(in);
        process();
        home.served();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            process();
        }
    }

    /**
     * The client sends no more. What it has sent is run and answered, as it may only have shut down its half; but a
     * command that waits for something that may never come ends, since this is how a client's death looks.
     */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            isInputEnded = true;
            if (session == null || isPaused || session.isWaiting()) {
                context.close();
            } else {
                process();
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closing = true;
        if (session != null) {
            session.closed();
        }
        releaseAll();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            context.close();
        } else {
            failed(cause);
        }
    }

    private void releaseAll() {
        pipeline.clear();
        replies.discard();
        if (!busy) {
            pipeline.endPrefetch();
        }
    }

    // ---- requests ----

    /** Runs what can be run, until a command has to wait or nothing is left. A defect ends the connection, not the loop. */
    private void process() {
        try {
            runRequests();
        } catch (RuntimeException | Error defect) {
            failed(defect);
        }
        regulateReading();
    }

    private void failed(Throwable defect) {
        LOG.error("A connection failed in a way that it should not, and is closed", defect);
        closing = true;
        close();
    }

    private void runRequests() {
        while (!busy && !closing) {
            if (isHeldBack()) {
                break;
            }
            Request request = pipeline.next(session);
            if (request == null) {
                endOfInput();
                break;
            }
            execute(request);
            if (!busy) {
                pipeline.passed();
            }
        }
    }

    /** All that can be parsed was run: a connection that can bring no more requests ends with its last reply. */
    private void endOfInput() {
        ProtocolException error = pipeline.error();
        if (error != null) {
            if (session != null) {
                session.beginCommand(null); // a CLIENT REPLY SKIP is spent on the command before
            }
            reply(error.reply(), null);
            closeAfterReplies();
        } else if (isInputEnded) {
            closeAfterReplies();
        }
    }

    // ---- commands ----

    private void execute(Request request) {
        ClientSession client = session;
        if (client == null) {
            return;
        }
        Args args = request.args();
        CommandSpec spec = request.spec();
        Reply refusal = core.resolver().refusal(spec, args, client, core.settings());
        if (refusal == null && spec != null) {
            refusal = WriteRefusal.of(spec, client.transaction(), core.engine());
        }
        if (spec == null && CrossProtocol.isSuspicious(args.bytes(0))) {
            CrossProtocol.warn(client.address());
            close();
            return;
        }
        if (spec == null || refusal != null) {
            client.beginCommand(spec);
            Reply why = client.refused(spec, refusal == null ? Reply.error("ERR unknown command") : refusal);
            core.meter().refused(spec, why);
            reply(why, null);
            return;
        }
        CompletionStage<Void> pause = core.clients().paused(spec, client.transaction());
        if (pause != null) {
            pipeline.putBack(request);
            busy = true;
            client.postponed(true);
            pause.whenComplete((v, error) -> home.execute(this::resume));
            waits();
            return;
        }
        long now = System.nanoTime();
        client.beginCommand(spec, now);
        if (client.transaction() != null && !spec.has(Flag.UNQUEUED)) {
            // What its keys may lead to is not kept until EXEC.
            if (client.queue(spec, args.again(), core.limits().queryBuffer())) {
                reply(Reply.QUEUED, null);
            } else {
                closeAfterReplies(); // without a word, as behind a single request that is too large
            }
            return;
        }
        running = spec;
        runningArgs = args;
        startedNanos = now;
        run(client, spec, args);
    }

    private void run(ClientSession client, CommandSpec spec, Args args) {
        Handler handler = spec.handler();
        if (handler instanceof Handler.OnKeys onKeys) {
            int[] slots = KeySlots.of(spec.keys(), args);
            if (spec.has(Flag.LONG)) {
                busy = true;
                LongCall.run(this, core, spec, onKeys, args, slots, client.db());
                return;
            }
            start(new CommandCall(this, core.engine(), home, spec, args, slots, client.db(), pipeline.prefetch()));
        } else if (handler instanceof Handler.OnSession onSession) {
            Reply result = null;
            CommandException failure = null;
            try {
                result = onSession.run(client, args);
            } catch (CommandException failed) {
                failure = failed;
            } catch (RuntimeException defect) {
                failure = Defects.failure(defect);
            }
            answer(failure, result, null);
        } else if (handler instanceof Handler.Blocking blocking) {
            int[] slots = KeySlots.of(spec.keys(), args);
            start(new BlockingCall(this, core.engine(), home, client, blocking, args, slots, pipeline.prefetch()));
        } else if (handler instanceof Handler.Later later) {
            busy = true;
            start(later, client, args);
        } else if (handler instanceof Handler.OnKeyspace onKeyspace) {
            busy = true;
            LongCall.run(this, core, onKeyspace, args, client.db());
        } else if (handler == Handler.OfConnection.WATCH) {
            watch(client, spec, args);
        } else if (handler == Handler.OfConnection.EXEC) {
            exec(client);
        }
    }

    private void start(ConnectionCall call) {
        busy = true;
        if (call.start() && call.finish()) {
            busy = false;
            answer(call.failure(), call.reply(), call.gates());
        }
    }

    private void start(Handler.Later later, ClientSession client, Args args) {
        LaterCall.begin(later, client, args, (result, failure) -> completed(failure, result, null));
        if (client.isWaiting()) {
            waits();
        }
    }

    /** The running command waits for something that may never come. */
    void waits() {
        pipeline.endPrefetch(); // what it holds would be held for as long
        if (isGone()) {
            if (session != null) {
                session.closed(); // again: when the connection closed, nothing was waiting yet
            }
        } else if (isInputEnded || closing) {
            closeAfterReplies();
        } else {
            regulateReading();
        }
    }

    /** Whether nothing can be sent any more. Any thread that knows of the connection. */
    boolean isGone() {
        Channel to = channel;
        return to == null || !to.isActive();
    }

    private void watch(ClientSession client, CommandSpec spec, Args args) {
        if (client.transaction() != null) {
            answer(new CommandException("ERR WATCH inside MULTI is not allowed"), null, null);
        } else {
            int[] slots = KeySlots.of(spec.keys(), args);
            start(new WatchCall(
                    this,
                    core.engine(),
                    home,
                    client.openWatches(),
                    args.keys(1, args.count(), 1),
                    slots,
                    client.db()));
        }
    }

    private void exec(ClientSession client) {
        Transaction transaction = client.transaction();
        if (transaction == null) {
            answer(new CommandException("ERR EXEC without MULTI"), null, null);
            return;
        }
        if (transaction.isRefused()) {
            client.endTransaction();
            answer(new CommandException(Errors.EXECABORT), null, null);
            return;
        }
        TransactionRun run = client.beginExec(core.meter());
        if (run.isOverKeyspace() || run.hasAny(Flag.LONG)) {
            busy = true;
            LongCall.run(this, core, run, client.db());
        } else {
            Prefetch keys = new Prefetch(core.engine(), client.db(), run::keys);
            start(new TransactionCall(this, core.engine(), home, run, client.db(), keys));
        }
    }

    /** The running command, which had to wait, is through. */
    void completed(@Nullable CommandException failure, @Nullable Reply result, @Nullable Gates gates) {
        busy = false;
        if (channel != null && channel.isActive()) {
            try {
                answer(failure, result, gates);
                pipeline.passed();
            } catch (RuntimeException | Error defect) {
                failed(defect); // else the next reply would be taken for the one that is missing
            }
            if (closing) {
                queueForWrite(); // it was waited for
            }
            process();
        } else {
            running = null;
            runningArgs = null;
            pipeline.endPrefetch();
        }
    }

    private void resume() {
        busy = false;
        if (session != null) {
            session.postponed(false);
        }
        if (closing) {
            pipeline.endPrefetch();
        } else {
            process();
        }
    }

    private void answer(@Nullable CommandException failure, @Nullable Reply result, @Nullable Gates gates) {
        Reply reply = failure != null ? Reply.error(failure.reply()) : result == null ? Reply.NONE : result;
        ClientSession client = session;
        CommandSpec spec = running;
        Args args = runningArgs;
        running = null;
        runningArgs = null;
        if (client != null && spec != null && args != null) {
            long now = System.nanoTime();
            client.interacted(now);
            core.meter().ran(spec, args, client, reply, now - startedNanos);
        }
        reply(reply, gates);
    }

    // ---- replies ----

    private void reply(Reply reply, @Nullable Gates gates) {
        Channel to = channel;
        boolean answered = reply != Reply.NONE && (session == null || session.isAnswered());
        if (to != null && (answered || (gates != null && !gates.isOpen()))) {
            // What is not answered is waited for all the same: a later reply says that all before it is done.
            int protocol = session == null ? 2 : session.protocol();
            home.encoded(replies.add(to, answered ? reply : Reply.NONE, protocol, gates));
            queueForWrite();
        }
    }

    private void queueForWrite() {
        if (!queuedForWrite) {
            queuedForWrite = true;
            home.replied(writeReplies);
        }
    }

    /** At the end of the loop's turn, and when something that a reply waits for is settled. */
    private void writeReplies() {
        queuedForWrite = false;
        try {
            writeWhatMayLeave();
        } catch (RuntimeException | Error defect) {
            failed(defect);
        }
    }

    private void writeWhatMayLeave() {
        Channel to = channel;
        if (to == null || !to.isActive()) {
            replies.discard();
            return;
        }
        if (replies.hasLostWhatLeft()) {
            close();
            return;
        }
        long written = replies.writeTo(to, core.acks());
        if (written > 0) {
            core.meter().written(written);
            to.flush();
            if (session != null) {
                session.interacted();
            }
        }
        Gates gates = replies.firstGates();
        if (gates != null) {
            waitFor(gates);
        } else if (closing) {
            // A running command's answer is waited for, but not what may never come (nor SHUTDOWN, which ends with
            // this).
            boolean mayNeverEnd = session != null && session.isWaiting();
            if (running == null || mayNeverEnd || running.handler() instanceof Handler.Later) {
                UnsentOutput.closeBehind(to, unreadMillis);
            }
        } else if (isPaused && to.isWritable()) {
            process();
        }
    }

    private void waitFor(Gates gates) {
        if (gates.failed()) {
            // Its outcome is unknown to the client, and must not be taken for "not done".
            close();
            return;
        }
        if (!waitsForGates) {
            waitsForGates = true;
            gates.whenCloser(() -> home.execute(() -> {
                waitsForGates = false;
                writeReplies();
            }));
        }
    }

    // ---- backpressure ----

    private boolean isHeldBack() {
        Channel to = channel;
        if (to == null) {
            return true;
        }
        if (!to.isWritable() || replies.heldBytes() > core.connectionLimits().outputPauseBytes()) {
            // Goes on when what is held was handed to the socket, and the client has taken enough of that.
            isPaused = true;
            pipeline.endPrefetch(); // the client may never read
            queueForWrite();
            return true;
        }
        if (core.engine().pendingBytes() > core.connectionLimits().pendingBytes()) {
            busy = true;
            core.engine().whenPendingFalls(() -> home.execute(this::resume));
            return true;
        }
        isPaused = false;
        return false;
    }

    private void regulateReading() {
        Channel to = channel;
        if (to != null) {
            boolean waits = busy && session != null && session.isWaiting();
            boolean read = !isPaused && !pipeline.isFull(waits);
            if (to.config().isAutoRead() != read) {
                to.config().setAutoRead(read);
            }
        }
    }

    // ---- ConnectionControl ----

    @Override
    public void close() {
        Channel to = channel;
        if (to != null) {
            to.close();
        }
    }

    @Override
    public void closeAfterReplies() {
        closing = true;
        queueForWrite();
    }

    @Override
    public void endAfterReplies(long unreadMillis) {
        this.unreadMillis = unreadMillis;
        closeAfterReplies();
    }

    @Override
    public ScheduledExecutorService executor() {
        return home.loop();
    }

    @Override
    public @Nullable SocketAddress remoteAddress() {
        return channel == null ? null : channel.remoteAddress();
    }

    @Override
    public @Nullable SocketAddress localAddress() {
        return channel == null ? null : channel.localAddress();
    }

    @Override
    public int fileDescriptor() {
        return channel instanceof UnixChannel unix ? unix.fd().intValue() : -1;
    }

    @Override
    public long pendingOutputBytes() {
        return replies.heldBytes() + UnsentOutput.bytes(channel);
    }

    @Override
    public boolean isAtWork() {
        return busy || !replies.isEmpty();
    }

    @Override
    public boolean takesOutput() {
        return unsent.moves(channel);
    }
}
