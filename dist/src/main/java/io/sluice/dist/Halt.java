package io.sluice.dist;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/**
 * The end of the process, whatever still runs in it. Native libraries clean up before a process ends, also when the JVM is
 * halted, and RocksDB's waits there until its threads have written what they are at: as long as a slow disk takes, and for
 * ever with one that hangs. So after a failure another process sees to it that this one ends.
 */
final class Halt {
    /** What it waits is many times what the JVM needs. */
    private static final String KILL_LATER = "sleep 2; kill -9 \"$1\" 2>/dev/null";
    /** A disk that hangs may hold up the start of a process, too. */
    private static final long START_MILLIS = 1_000;

    private Halt() {}

    /** Does not return. Who has to be killed has not this exit code, but that of SIGKILL. */
    static void now(int code) {
        if (code != 0) {
            Thread starting = new Thread(Halt::killLater, "kill-later");
            starting.setDaemon(true);
            starting.start();
            try {
                starting.join(START_MILLIS);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }
        Runtime.getRuntime().halt(code);
    }

    private static void killLater() {
        String self = Long.toString(ProcessHandle.current().pid());
        try {
            new ProcessBuilder("/bin/sh", "-c", KILL_LATER, "sluice-halt", self)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException noShell) {
            // Nobody listens any more: the process ends when its libraries let it.
        }
    }
}
