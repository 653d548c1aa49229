package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Runs a connection's command that waits for something else than its keys, and brings the outcome to its event loop. */
final class LaterCall {
    private LaterCall() {}

    /** Begins the command; the outcome is told on its connection's event loop, in any case later than now. */
    static void begin(
            Handler.Later later,
            ClientSession client,
            Args args,
            BiConsumer<@Nullable Reply, @Nullable CommandException> outcome) {
        Executor loop = client.executor();
        try {
            later.run(client, args)
                    .whenComplete((result, error) -> loop.execute(() -> outcome.accept(result, outcomeOf(error))));
        } catch (CommandException failed) {
            loop.execute(() -> outcome.accept(null, failed));
        } catch (RuntimeException defect) {
            loop.execute(() -> outcome.accept(null, Defects.failure(defect)));
        }
    }

    private static @Nullable CommandException outcomeOf(@Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return cause == null ? null : cause instanceof CommandException failed ? failed : Defects.failure(cause);
    }
}
