package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/**
 * Does something to a file although its thread is interrupted. Java closes a channel whose user is; here that must not end
 * anything, so it is done once more, with a channel that is opened anew.
 */
final class Uninterrupted {
    private Uninterrupted() {}

    interface Action {
        /** May be run several times; opens the channel that it uses if that is closed. */
        void run() throws IOException;
    }

    static void run(Action action) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            boolean done = false;
            while (!done) {
                try {
                    action.run();
                    done = true;
                } catch (ClosedChannelException closed) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
