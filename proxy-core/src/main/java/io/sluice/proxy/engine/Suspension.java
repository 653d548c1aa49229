package io.sluice.proxy.engine;

/**
 * Unwinds a handler whose read memory could not answer; the engine runs it again when the store has. One for all, without
 * a stack. An {@link Error}, so that handlers that catch exceptions let it pass; the miss is remembered by the attempt,
 * so that catching it does not help either (R3).
 */
final class Suspension extends Error {
    private static final long serialVersionUID = 1L;

    static final Suspension INSTANCE = new Suspension();

    private Suspension() {
        super("a read waits for the store", null, false, false);
    }
}
