package io.sluice.proxy.engine;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;

/** The same where a batch may have as many bytes as it likes, but few rows. */
class R7RedoByRowsTest extends R7RedoTest {
    @Override
    Capabilities limits(Atomicity atomicity) {
        return new Capabilities(atomicity, true, false, 200, 600, 1 << 20, 3);
    }
}
