package io.sluice.proxy.type.collection;

import io.sluice.encoding.OpenPayload;

/** The reference of a spread value, with what stands beside it in memory and is not part of the payload. */
public interface OpenReference extends OpenPayload {
    /** The reference alone, which is the payload. */
    OpenPayload ref();

    @Override
    default long id() {
        return ref().id();
    }

    @Override
    default int length() {
        return ref().length();
    }

    @Override
    default void put(byte[] target, int offset) {
        ref().put(target, offset);
    }
}
