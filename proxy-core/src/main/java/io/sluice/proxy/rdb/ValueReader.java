package io.sluice.proxy.rdb;

/**
 * Reads a value of one type, whose type byte has been read already.
 *
 * @param <V> what values are read into
 */
@FunctionalInterface
public interface ValueReader<V> {
    /**
     * Reads one value.
     *
     * @throws RdbException if the input is damaged, and nothing else
     */
    V read(RdbReader in);
}
