package io.sluice.proxy.engine;

/**
 * Which slot a key lies in. A store keeps the function it was first written with: with another one its keys are not found.
 */
@FunctionalInterface
public interface SlotFunction {
    /** As Redis Cluster has it. */
    SlotFunction OF_CLUSTER = KeyHasher::slot;

    /** From 0 to {@link Keyspace#SLOTS}, exclusive. */
    int slotOf(byte[] key);
}
