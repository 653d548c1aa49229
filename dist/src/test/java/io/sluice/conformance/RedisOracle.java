package io.sluice.conformance;

import io.sluice.proxy.engine.Keyspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real redis-server on a free loopback port, without persistence and with the DEBUG command enabled. It is the
 * definition of what is right.
 */
public final class RedisOracle implements Target {

    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final RedisVersion DEBUG_IS_GUARDED_SINCE = new RedisVersion(7, 0);

    private final Path folder;
    private final RedisBinary binary;
    private final int port;
    private final Process process;

    private RedisOracle(Path folder, RedisBinary binary, int port, Process process) {
        this.folder = folder;
        this.binary = binary;
        this.port = port;
        this.process = process;
    }

    /** Starts the redis-server of {@link RedisBinary} and returns when it answers PING. */
    public static RedisOracle start() {
        return start(System.getProperty("conformance.redis", ""));
    }

    /** The same in cluster mode, with all slots on this one node. */
    static RedisOracle startCluster() {
        RedisOracle oracle = start(System.getProperty("conformance.redis", ""), "--cluster-enabled", "yes");
        try (RawClient client = new RawClient(oracle)) {
            List<byte[]> words = new ArrayList<>(RawClient.bytes("CLUSTER", "ADDSLOTS"));
            for (int slot = 0; slot < Keyspace.SLOTS; slot++) {
                words.add(Integer.toString(slot).getBytes(StandardCharsets.US_ASCII));
            }
            client.call(words.toArray(byte[][]::new));
            long deadline = System.nanoTime() + START_LIMIT.toNanos();
            while (!new String(client.call("CLUSTER", "INFO"), StandardCharsets.UTF_8).contains("cluster_state:ok")) {
                if (System.nanoTime() > deadline) {
                    throw new IOException("redis-server does not serve all slots");
                }
                Thread.onSpinWait();
            }
            return oracle;
        } catch (IOException e) {
            oracle.close();
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the server that {@code conformance.redis} could name. */
    static RedisOracle start(String asked, String... options) {
        try {
            Path folder = Files.createTempDirectory("redis-oracle");
            RedisBinary binary = RedisBinary.find(asked, folder);
            int port = freePort();
            List<String> command = new ArrayList<>(List.of(binary.executable().toString()));
            command.addAll(List.of("--port", String.valueOf(port), "--bind", "127.0.0.1"));
            command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", folder.toString()));
            if (!binary.version().isBefore(DEBUG_IS_GUARDED_SINCE)) {
                command.addAll(List.of("--enable-debug-command", "yes"));
            }
            command.addAll(List.of(options));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("redis.log").toFile())
                    .start();
            RedisOracle oracle = new RedisOracle(folder, binary, port, process);
            oracle.awaitPong();
            return oracle;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while redis-server started", e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitPong() throws IOException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!answersPing()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                String log = Files.readString(folder.resolve("redis.log"), StandardCharsets.UTF_8);
                close();
                throw new IOException("redis-server did not start: " + log);
            }
            Thread.onSpinWait();
        }
    }

    /** That it is this process which answers: between the search for the port and its start another one may have taken it. */
    private boolean answersPing() {
        try (RawClient client = new RawClient(this)) {
            String info = new String(client.call("INFO", "server"), StandardCharsets.UTF_8);
            return info.contains("process_id:" + process.pid() + "\r\n");
        } catch (IOException notYet) {
            return false;
        }
    }

    RedisVersion version() {
        return binary.version();
    }

    @Override
    public String name() {
        return "redis " + binary.version();
    }

    @Override
    public Optional<RedisVersion> redisVersion() {
        return Optional.of(version());
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
