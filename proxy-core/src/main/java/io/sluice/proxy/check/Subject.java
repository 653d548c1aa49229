package io.sluice.proxy.check;

import io.sluice.encoding.EncodingException;

/** The row that is being looked at. */
record Subject(int slot, byte[] key, byte[] value, Report report) {

    /** Reports that something is wrong with it. */
    void violation(String what) {
        report.violation(slot, key, value, what);
    }

    void violationUnless(boolean holds, String what) {
        if (!holds) {
            violation(what);
        }
    }

    /** Does what may find that bytes cannot be decoded; that is then the violation. */
    void decoding(Runnable action) {
        try {
            action.run();
        } catch (EncodingException | IllegalArgumentException e) {
            violation(String.valueOf(e.getMessage()));
        }
    }
}
