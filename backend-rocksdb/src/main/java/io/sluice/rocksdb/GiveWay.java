package io.sluice.rocksdb;

import java.util.function.BooleanSupplier;

/**
 * Lets whoever wants the processor have it every hundred microseconds of long work.
 *
 * <p>Linux keeps a thread that was woken waiting for the one that runs until that has run for a while, however nice it is: for 1.4 ms,
 * and then to the next tick, up to 4. An event loop or a client that finds the journal's thread on its processor waits for as long
 * (ADR 24). Who calls this holds nothing that either could wait for.
 *
 * <p>Confined to one thread.
 */
final class GiveWay {
    /** So many rows are looked at or written in between: some hundred microseconds. */
    private static final int ROWS = 256;

    private final BooleanSupplier hasTime;
    private int rows;

    /** @param hasTime whether the work may take longer; asked each time */
    GiveWay(BooleanSupplier hasTime) {
        this.hasTime = hasTime;
    }

    /** For work that somebody waits for. */
    static GiveWay never() {
        return new GiveWay(() -> false);
    }

    /** For work that nobody waits for. */
    static GiveWay always() {
        return new GiveWay(() -> true);
    }

    /** Something was done with so many rows. */
    void after(int more) {
        rows += more;
        if (rows >= ROWS) {
            afterPiece();
        }
    }

    /** Something was done that takes as long as that many rows. */
    void afterPiece() {
        rows = 0;
        if (hasTime.getAsBoolean()) {
            Thread.yield();
        }
    }
}
