package io.sluice.proxy.server;

import io.sluice.kv.Atomicity;

/** The same on a store that is atomic per slot, where every slot has commits of its own. */
class GatingPerSlotTest extends GatingTest {
    @Override
    Atomicity atomicity() {
        return Atomicity.SLOT;
    }
}
