package io.sluice.proxy.command;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What commands about the server ask of the engine and of the store below it. Thread-safe; nothing here blocks. */
public interface StoreControl extends DurabilityControl {

    /** How many keys a database has, and how many of them expire. */
    record DatabaseSize(int db, long keys, long expires) {}

    /**
     * The databases that have keys, in the order of their numbers, once all that was counted is durable. Fails while one slot
     * cannot be served.
     */
    CompletionStage<List<DatabaseSize>> databaseSizes();

    /** The backend's and the engine's own figures for INFO, by name, in the order they are shown. */
    Map<String, String> statistics();

    /** Whether expired keys are deleted in the background. Reads do not see them either way. */
    void activeExpire(boolean on);

    /** Waits until all is durable, forgets what is in memory, and so makes all later reads come from the store. */
    CompletionStage<Void> reload();
}
