package io.sluice.kv.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that a test starts beside itself, which says in a line of its standard output when it is ready. */
public final class ServerProcess implements AutoCloseable {
    /** Far beyond what any server takes to end: it only keeps a test from hanging. */
    private static final int END_SECONDS = 60;

    private final Process process;
    private final MatchResult ready;

    private ServerProcess(Process process, MatchResult ready) {
        this.process = process;
        this.ready = ready;
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @param standardError the file that its standard error goes to
     * @param ready what the line that says so holds
     */
    public static ServerProcess start(List<String> command, Path standardError, Pattern ready) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(standardError.toFile())
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher matcher = ready.matcher(line);
            if (matcher.find()) {
                Thread rest = new Thread(() -> drain(output), "output of process " + process.pid());
                rest.setDaemon(true);
                rest.start();
                return new ServerProcess(process, matcher.toMatchResult());
            }
            seen.append(line).append('\n');
        }
        process.destroyForcibly();
        throw new IOException(
                command.get(0) + " ended before it was ready:\n" + seen + Files.readString(standardError));
    }

    private static void drain(BufferedReader output) {
        try {
            while (output.readLine() != null) {
                // What it says later is in its own log.
            }
        } catch (IOException ended) {
            // So has the process.
        }
    }

    /** What the line said: the groups of the pattern. */
    public MatchResult ready() {
        return ready;
    }

    /** As {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Asks it to end, and waits until it has; one that does not is killed. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        }
    }
}
