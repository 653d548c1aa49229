package io.sluice.dist;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** What {@code sluice check} says about a directory that no server has open. */
final class CheckedStore {
    private CheckedStore() {}

    /** What it printed, to both streams, and its exit code if that is not 0. */
    static String check(Path data) throws InterruptedException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        ServerStarter never = (settings, store) -> {
            throw new StartFailure("a check starts no server");
        };
        int code = new Program(null, never, out, out).run(List.of("check", "--dir", data.toString()));
        return printed.toString(StandardCharsets.UTF_8) + (code == 0 ? "" : "exit code " + code + "\n");
    }
}
