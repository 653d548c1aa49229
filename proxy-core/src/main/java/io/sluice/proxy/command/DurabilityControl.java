package io.sluice.proxy.command;

import java.util.concurrent.CompletionStage;

/** Waiting for the store. Thread-safe. */
public interface DurabilityControl {

    /**
     * Completes when everything that was written before the call is in the store, and forced to where it survives the loss of
     * power, as far as the store can do that.
     */
    CompletionStage<Void> durableUpToNow();
}
