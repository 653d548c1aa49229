package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sluice as a process of its own. */
final class SluiceProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("is ready: port (\\d+),");

    private final Process process;
    private final Path standardError;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private SluiceProcess(Process process, Path standardError) {
        this.process = process;
        this.standardError = standardError;
        Thread reader = new Thread(this::readOutput, "output of process " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** For a process that may be killed: it would not delete the library that RocksDB unpacks for itself. */
    private static String keptNativeLibrary() {
        return "-Dsluice.native=" + Path.of("target", "native").toAbsolutePath();
    }

    /** From the test's class path. */
    static SluiceProcess start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                javaOfTheTest(),
                "-Xmx256m",
                keptNativeLibrary(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return start(new ProcessBuilder(command));
    }

    /** From a distribution, by its launcher, on the JDK of the test. */
    static SluiceProcess startDistribution(Path home, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/sluice").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
        builder.environment().put("SLUICE_JAVA", javaOfTheTest());
        builder.environment().put("SLUICE_HEAP", "256m");
        return start(builder);
    }

    private static String javaOfTheTest() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static SluiceProcess start(ProcessBuilder builder) throws IOException {
        Path standardError = Files.createTempFile("sluice", ".err");
        Process process = builder.redirectError(standardError.toFile()).start();
        return new SluiceProcess(process, standardError);
    }

    /** The port it listens on; waits until it is ready. */
    int port() {
        return port.orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** Waits for its end. */
    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    String standardError() throws IOException {
        return Files.readString(standardError);
    }

    void terminate() {
        process.destroy();
    }

    /** Kills it, and fails if there was nothing left to kill. */
    void kill() throws Exception {
        assertThat(process.isAlive())
                .as("it ended by itself: %s", standardError())
                .isTrue();
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws Exception {
        process.destroyForcibly().waitFor();
        Files.delete(standardError);
    }

    private void readOutput() {
        StringBuilder seen = new StringBuilder();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            while (line != null) {
                seen.append(line).append('\n');
                Matcher ready = READY.matcher(line);
                if (ready.find()) {
                    port.complete(Integer.parseInt(ready.group(1)));
                }
                line = output.readLine();
            }
            port.completeExceptionally(new IOException("it ended before it was ready:\n" + seen));
        } catch (IOException e) {
            port.completeExceptionally(e);
        }
    }
}
