package io.sluice.proxy.command;

import java.util.concurrent.CompletionStage;

/** The end of the server. Thread-safe. */
public interface Lifecycle {

    /**
     * Stops accepting, makes everything durable, closes the connections and ends the process. Completes exceptionally when
     * the data could not be made durable and the server therefore goes on.
     *
     * @param force whether to end even then
     */
    CompletionStage<Void> shutdown(boolean force);

    /** Gives up a shutdown that has begun; false when there was none, or it was too late. */
    boolean abortShutdown();
}
