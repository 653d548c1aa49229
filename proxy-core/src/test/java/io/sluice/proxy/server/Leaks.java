package io.sluice.proxy.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Makes a leaked buffer fail a test. Netty finds one when the collector has dropped a buffer that was never released, and
 * something else is allocated; so this collects and allocates. Works with the detector set to paranoid, as the build does.
 */
final class Leaks {
    private static final int ROUNDS = 5;
    private static final List<String> FOUND = new CopyOnWriteArrayList<>();

    private Leaks() {}

    static void watch() {
        if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
            throw new AssertionError("leaks are not looked for: io.netty.leakDetection.level is not paranoid");
        }
        ByteBufUtil.setLeakListener((resource, records) -> FOUND.add(resource + ": " + records));
        FOUND.clear();
    }

    static void assertNone() {
        List<String> found = found();
        if (!found.isEmpty()) {
            throw new AssertionError(found.size() + " buffers leaked, the first: " + found.get(0));
        }
    }

    static List<String> found() {
        for (int i = 0; i < ROUNDS; i++) {
            System.gc();
            ByteBuf probe = ByteBufAllocator.DEFAULT.directBuffer(16);
            probe.release();
        }
        return FOUND;
    }
}
