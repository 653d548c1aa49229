package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.resp.Reply;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What runs a command. The kinds differ in what they may touch and where they run. */
public sealed interface Handler {

    /** A command on keys: runs in the lanes of their slots, maybe several times; see {@link CommandContext}. */
    non-sealed interface OnKeys extends Handler {
        Reply run(CommandContext context, Args args);
    }

    /** A command about the connection or the server: runs once, on the connection's event loop, holding no lane. */
    non-sealed interface OnSession extends Handler {
        Reply run(Session session, Args args);
    }

    /**
     * A command about the connection or the server that has to wait for something (a timer, a commit, another thread):
     * begins on the connection's event loop and must not block it. The connection's later commands wait for the stage.
     */
    non-sealed interface Later extends Handler {
        CompletionStage<Reply> run(Session session, Args args);
    }

    /** A command over many slots: runs once on a worker thread, and takes lanes one at a time as it goes. */
    non-sealed interface OnKeyspace extends Handler {
        Reply run(Keyspace keyspace, Args args);
    }

    /**
     * A command on keys that waits when there is nothing for it: until one of the keys holds a value of a type, or its time
     * is up. Inside a transaction it does not wait.
     *
     * @param command runs it; answers null when there is nothing. When a key comes to hold something, it is run again for
     *     that key alone, the other awaited ones being taken out of its arguments. Checks the timeout like the rest of its
     *     arguments, by {@link Timeouts#seconds}
     * @param type of the values it waits for, of {@link io.sluice.encoding.ValueType}
     * @param awaited the keys it waits for
     * @param timeoutAt where its timeout stands; negative counts from the end
     * @param nothing what it answers inside a transaction when there is nothing; elsewhere that is a null array
     */
    record Blocking(Attempt command, byte type, KeySpec awaited, int timeoutAt, Reply nothing) implements Handler {

        /** The command itself: null when there is nothing for it. */
        @FunctionalInterface
        public interface Attempt {
            @Nullable
            Reply run(CommandContext context, Args args);
        }

        /** The keys it waits for. */
        public List<Key> keys(Args args) {
            return args.keys(awaited.start(), awaited.end(args), awaited.stride());
        }

        /** How long it waits at most, in milliseconds; 0 for ever. */
        public long timeoutMs(Args args) {
            return Timeouts.seconds(args, timeoutAt < 0 ? args.count() + timeoutAt : timeoutAt);
        }

        /** The request as it would be for one of the keys alone. */
        public Args narrowed(Args args, int keyIndex) {
            int start = awaited.start();
            int end = awaited.end(args);
            return end - start == 1 ? args : args.withOne(start, end, start + keyIndex, awaited.countAt());
        }
    }

    /** Commands about several commands of a connection, which it runs itself. */
    enum OfConnection implements Handler {
        WATCH,
        EXEC
    }
}
