package io.sluice.proxy.engine;

import io.sluice.kv.StoreException;
import io.sluice.proxy.text.Errors;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What a failed stage of the store means, with the wrappers of the JDK taken off. */
final class StoreErrors {
    private StoreErrors() {}

    /** Anything but a {@link StoreException} breaks the store's contract, and is fatal. */
    static StoreException of(@Nullable Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof StoreException known
                ? known
                : new StoreException.Fatal("the store failed in a way it does not declare: " + cause, cause);
    }

    /** The reply of a command whose slot is not served; of one that another process has, what clients of Redis Cluster know. */
    static CommandException notServed(int slot, @Nullable Throwable thrown) {
        StoreException error = of(thrown);
        if (error instanceof StoreException.GuardFailed) {
            return new CommandException(Errors.CLUSTERDOWN + ": another process on the same store has slot " + slot);
        }
        return new CommandException("ERR slot " + slot + " cannot be served: " + error.getMessage());
    }

    /** The reply of a command whose reads the store did not answer. */
    static CommandException notAnswered(@Nullable Throwable thrown) {
        String why = String.valueOf(of(thrown).getMessage());
        return new CommandException("ERR the store did not answer: " + why.replace('\n', ' '));
    }
}
