package io.sluice.proxy.command;

import java.util.concurrent.CompletionStage;

/** Waiting for the store. Thread-safe. */
public interface DurabilityControl {

    /** Completes when everything that was written before the call is durable in the store. */
    CompletionStage<Void> durableUpToNow();
}
