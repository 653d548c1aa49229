package io.sluice.conformance;

import io.sluice.kv.MemoryKvStore;

/** Sluice on the store in memory, which answers inline. */
class SluiceOnMemoryConformanceTests extends ConformanceContract {

    @Override
    protected Target startTarget() {
        return SluiceTarget.start("sluice on memory", new MemoryKvStore(), memory -> memory, settings());
    }
}
