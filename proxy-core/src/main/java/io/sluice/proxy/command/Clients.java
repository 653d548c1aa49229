package io.sluice.proxy.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** All connections, as the commands about them see it. Thread-safe. */
public interface Clients {

    /** Those that are connected, in the order of their ids. */
    List<? extends Session> all();

    @Nullable
    Session byId(long id);

    int count();

    /** How many wait for something that may never come. */
    int waiting();

    /**
     * Holds the commands of all connections back until {@link #resume}, or for so many milliseconds. A pause that is
     * running is prolonged, and never made weaker, by another.
     *
     * @param writesOnly whether commands that cannot change data go on
     */
    void pause(long millis, boolean writesOnly);

    void resume();
}
