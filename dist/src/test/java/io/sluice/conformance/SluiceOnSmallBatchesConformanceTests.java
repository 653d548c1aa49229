package io.sluice.conformance;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.MemoryKvStore;

/** The same on a store of small batches: what changes more than a few rows is written down and applied in steps. */
class SluiceOnSmallBatchesConformanceTests extends SluiceOnSlotStoreConformanceTests {

    private static final Capabilities SMALL = new Capabilities(Atomicity.SLOT, true, false, 2_000, 21_000, 22_000);

    @Override
    MemoryKvStore newStore() {
        return new MemoryKvStore(SMALL);
    }

    @Override
    protected String[] settings() {
        return new String[] {"--packed-max-bytes", "200", "--string-chunk-bytes", "4096"};
    }

    @Override
    protected int defaultSequences() {
        return 100;
    }
}
