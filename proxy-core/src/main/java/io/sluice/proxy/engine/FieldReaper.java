package io.sluice.proxy.engine;

/** Deletes what has expired inside a value. The engine knows when there is something to delete, the type knows how. */
@FunctionalInterface
public interface FieldReaper {
    /**
     * Deletes fields of the hash at the key that are expired, the earliest first, and says anew in its header when the
     * next one expires.
     *
     * @param limit how many at most
     * @return how many
     */
    int reap(CommandContext context, Key key, int limit);
}
