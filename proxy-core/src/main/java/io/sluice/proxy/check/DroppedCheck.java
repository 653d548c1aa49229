package io.sluice.proxy.check;

/** The rows of a value in a database that was flushed and is being reclaimed: some may be gone already. */
final class DroppedCheck extends SpreadCheck {
    @Override
    void row(byte kind, Subject row) {
        // it will go
    }

    @Override
    void end() {
        // nothing needs to be there
    }
}
