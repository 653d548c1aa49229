package io.sluice.bench.run;

import io.sluice.bench.Client;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server that was started for a measurement, and what the system says of its process. */
final class ServerProcess implements AutoCloseable {
    private static final long START_LIMIT_NANOS = 120_000_000_000L;
    private static final int STOP_LIMIT_SECONDS = 120;

    private final boolean redis;
    private final List<String> command;
    private final Path folder;
    private final int port;
    private Process process;
    private double startSeconds;

    private ServerProcess(boolean redis, List<String> command, Path folder, int port) throws IOException {
        this.redis = redis;
        this.command = command;
        this.folder = folder;
        this.port = port;
        process = start();
    }

    /** In memory, without persistence. */
    static ServerProcess redis(Path folder) throws IOException {
        int port = freePort();
        Files.createDirectories(folder);
        return new ServerProcess(
                true,
                List.of(
                        "redis-server",
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--appendonly",
                        "no",
                        "--maxclients",
                        "20000",
                        "--dir",
                        folder.toString()),
                folder,
                port);
    }

    /** The program that the environment names, or that of this source tree. */
    static ServerProcess sluice(Path folder, String backend, List<String> settings) throws IOException {
        int port = freePort();
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of(
                System.getenv().getOrDefault("SLUICE", "./sluice"),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--maxclients",
                "20000",
                "--dir",
                folder.resolve("data").toString(),
                "--backend",
                backend));
        command.addAll(settings);
        return new ServerProcess(false, command, folder, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process start() throws IOException {
        Path log = folder.resolve("log");
        long begin = System.nanoTime();
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        while (!answers()) {
            if (!started.isAlive() || System.nanoTime() - begin > START_LIMIT_NANOS) {
                started.destroyForcibly();
                throw new IOException(command + " did not start: " + Files.readString(log, StandardCharsets.UTF_8));
            }
            pause(1);
        }
        startSeconds = (System.nanoTime() - begin) / 1e9;
        return started;
    }

    private boolean answers() {
        try (Client client = new Client(port)) {
            return client.send("PING").contains("PONG");
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isRedis() {
        return redis;
    }

    int port() {
        return port;
    }

    /** From the command to the first PONG. */
    double startSeconds() {
        return startSeconds;
    }

    /** Ends it in order, and starts it again on the same directory. */
    void restart() throws IOException, InterruptedException {
        stop();
        process = start();
    }

    /** Keeps it from running until {@link #resume}, so that what it does in the background takes nothing from others. */
    void suspend() throws IOException, InterruptedException {
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("cannot send " + name + " to " + command);
        }
    }

    List<String> ask(String... words) throws IOException {
        try (Client client = new Client(port)) {
            return client.send(words);
        }
    }

    double cpuMicros() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e3;
    }

    double residentMib() throws IOException {
        return procFigure("status", "VmRSS") / 1024;
    }

    /** What the process has had written to disks; NaN where the system does not say. */
    double writtenBytes() throws IOException {
        return procFigure("io", "write_bytes");
    }

    private double procFigure(String file, String name) throws IOException {
        Path path = Path.of("/proc", Long.toString(process.pid()), file);
        if (!Files.isReadable(path)) {
            return Double.NaN;
        }
        for (String line : Files.readAllLines(path)) {
            if (line.startsWith(name + ":")) {
                return Double.parseDouble(line.substring(name.length() + 1).replaceAll("[^0-9]", ""));
            }
        }
        return Double.NaN;
    }

    /** All figures of INFO, by name. */
    Map<String, String> info() throws IOException {
        Map<String, String> figures = new HashMap<>();
        String.join("\n", ask("INFO", "everything")).lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                figures.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return figures;
    }

    /** Bytes of all files of its directory; NaN where it has none. */
    double diskBytes() throws IOException {
        if (!Files.isDirectory(folder.resolve("data"))) {
            return Double.NaN;
        }
        long[] bytes = {0};
        Files.walkFileTree(folder.resolve("data"), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes[0] += attributes.isRegularFile() ? attributes.size() : 0;
                return FileVisitResult.CONTINUE;
            }

            /** The store deletes files meanwhile. */
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException error) throws IOException {
                return error instanceof NoSuchFileException
                        ? FileVisitResult.CONTINUE
                        : super.visitFileFailed(file, error);
            }
        });
        return bytes[0];
    }

    private void stop() throws IOException, InterruptedException {
        signal("CONT");
        process.destroy();
        if (!process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (process.isAlive()) {
                stop();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Folders.delete(folder);
    }
}
