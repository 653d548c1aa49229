package io.sluice.rocksdb;

import java.io.IOException;
import java.util.List;

/** A command of the system, for what Java has no call for. */
final class SystemCommand {
    private SystemCommand() {}

    /** @throws IOException if it is not there, or ends with anything but 0 */
    static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int result = process.waitFor();
        if (result != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + result);
        }
    }
}
