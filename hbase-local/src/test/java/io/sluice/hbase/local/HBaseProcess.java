package io.sluice.hbase.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@link LocalHBase} in a JVM of its own, which can be killed and started again on the same files and ports. */
public final class HBaseProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("bootstrap servers ([^ ]+), ZooKeeper ([^ ]+),");

    private final Path directory;
    private final int port;
    private final int regionServers;
    private Process process;
    private String bootstrapServers;
    private String zookeeper;

    private HBaseProcess(Path directory, int port, int regionServers) {
        this.directory = directory;
        this.port = port;
        this.regionServers = regionServers;
    }

    /** Starts one on free ports, and waits until it is ready. */
    public static HBaseProcess start(Path directory) throws IOException {
        return start(directory, 0, 1);
    }

    /** Starts one, and waits until it is ready. */
    public static HBaseProcess start(Path directory, int port, int regionServers) throws IOException {
        HBaseProcess hbase = new HBaseProcess(directory, port, regionServers);
        hbase.start();
        return hbase;
    }

    private static final class Shared {
        static final HBaseProcess INSTANCE = startOne();

        private static HBaseProcess startOne() {
            try {
                HBaseProcess hbase = start(Files.createTempDirectory("hbase-local"));
                Runtime.getRuntime().addShutdownHook(new Thread(hbase::kill, "end of the shared HBase"));
                return hbase;
            } catch (IOException e) {
                throw new IllegalStateException("HBase did not start", e);
            }
        }
    }

    /** One for all tests of this JVM that leave it alive; it ends with the JVM. */
    public static HBaseProcess shared() {
        return Shared.INSTANCE;
    }

    /** Starts it, or starts it again after it was killed. */
    public void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                LocalHBase.class.getName(),
                "--dir",
                directory.toString(),
                "--port",
                Integer.toString(port),
                "--region-servers",
                Integer.toString(regionServers)));
        process = new ProcessBuilder(command)
                .redirectError(directory.resolve("standard-error").toFile())
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        Matcher ready = READY.matcher(line == null ? "" : line);
        if (!ready.find()) {
            kill();
            throw new IOException("HBase did not start: "
                    + Files.readString(directory.resolve("standard-error"), StandardCharsets.UTF_8));
        }
        bootstrapServers = ready.group(1);
        zookeeper = ready.group(2);
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public String zookeeper() {
        return zookeeper;
    }

    /** As {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
