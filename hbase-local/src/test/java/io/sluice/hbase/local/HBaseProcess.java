package io.sluice.hbase.local;

import io.sluice.kv.testing.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** {@link LocalHBase} in a JVM of its own, which can be killed and started again on the same files and ports. */
public final class HBaseProcess implements AutoCloseable {
    private static final int FIRST_PORT = 21_000;
    private static final int TENS_OF_PORTS = 1_100;

    private static final Pattern READY = Pattern.compile("bootstrap servers ([^ ]+), ZooKeeper ([^ ]+),");

    private final Path directory;
    private final int port;
    private final int regionServers;
    private ServerProcess process;

    private HBaseProcess(Path directory, int port, int regionServers) throws IOException {
        this.directory = directory;
        this.port = port;
        this.regionServers = regionServers;
        this.process = startProcess();
    }

    /** Starts one on ports of its own. */
    public static HBaseProcess start(Path directory, int regionServers) throws IOException {
        return new HBaseProcess(directory, freePorts(regionServers + 2), regionServers);
    }

    private static final class Shared {
        static final HBaseProcess INSTANCE = startOne();

        private static HBaseProcess startOne() {
            try {
                HBaseProcess hbase = new HBaseProcess(Files.createTempDirectory("hbase-local"), 0, 2);
                Runtime.getRuntime().addShutdownHook(new Thread(hbase::kill, "end of the shared HBase"));
                return hbase;
            } catch (IOException e) {
                throw new IllegalStateException("HBase did not start", e);
            }
        }
    }

    /** One with two region servers for all tests of this JVM that leave it alive; it ends with the JVM. */
    public static HBaseProcess shared() {
        return Shared.INSTANCE;
    }

    /** The first of so many ports in a row that nobody listens on; where it looks first is chance, since others look, too. */
    private static int freePorts(int count) throws IOException {
        int tens = ThreadLocalRandom.current().nextInt(TENS_OF_PORTS);
        for (int tried = 0; tried < TENS_OF_PORTS; tried++) {
            int first = FIRST_PORT + 10 * ((tens + tried) % TENS_OF_PORTS);
            try {
                for (int i = 0; i < count; i++) {
                    new ServerSocket(first + i, 1, InetAddress.getLoopbackAddress()).close();
                }
                return first;
            } catch (IOException taken) {
                // The next ten.
            }
        }
        throw new IOException("no free ports");
    }

    private ServerProcess startProcess() throws IOException {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx512m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                LocalHBase.class.getName(),
                "--dir",
                directory.toString(),
                "--port",
                Integer.toString(port),
                "--region-servers",
                Integer.toString(regionServers));
        return ServerProcess.start(command, directory.resolve("standard-error"), READY);
    }

    public String bootstrapServers() {
        return process.ready().group(1);
    }

    public String zookeeper() {
        return process.ready().group(2);
    }

    /** As {@code kill -9} does. */
    public void kill() {
        process.kill();
    }

    public void startAgain() throws IOException {
        process = startProcess();
    }

    @Override
    public void close() {
        kill();
    }
}
