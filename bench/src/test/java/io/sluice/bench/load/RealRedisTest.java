package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bench.Client;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a redis-server; skipped where none is on the PATH. */
class RealRedisTest {
    @TempDir
    Path folder;

    private Process redis;
    private int port;

    @BeforeEach
    void start() throws IOException {
        Optional<Path> executable = Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator)))
                .map(each -> Path.of(each, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(executable.isPresent(), "there is no redis-server on the PATH");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        redis = new ProcessBuilder(
                        executable.get().toString(),
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--dir",
                        folder.toString(),
                        "--cluster-enabled",
                        "yes")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        long patience = System.nanoTime() + 20_000_000_000L;
        while (!serves()) {
            assertThat(redis.isAlive() && System.nanoTime() < patience).isTrue();
            Thread.onSpinWait();
        }
    }

    private boolean serves() {
        try (Client client = new Client(port)) {
            String state = client.send("CLUSTER", "INFO").get(0);
            if (state.contains("cluster_slots_assigned:0")) {
                client.send("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
            }
            return state.contains("cluster_state:ok");
        } catch (IOException notYet) {
            return false;
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (redis != null) {
            redis.destroy();
            redis.waitFor();
        }
    }

    private int run(String... args) throws InterruptedException {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return Memtier.run(
                Stream.concat(Stream.of("-s", "127.0.0.1", "-p", Integer.toString(port)), Stream.of(args))
                        .toList(),
                nowhere,
                System.err);
    }

    @Test
    void writesTheKeysAndTheBytesThatWereAskedFor() throws InterruptedException, IOException {
        assertThat(run(
                        "-t2",
                        "-c5",
                        "-n",
                        "allkeys",
                        "--ratio=1:0",
                        "--key-pattern=P:P",
                        "--key-minimum=1",
                        "--key-maximum=1000",
                        "-d",
                        "512",
                        "--cluster-mode",
                        "--pipeline=10"))
                .isZero();
        try (Client client = new Client(port)) {
            assertThat(client.send("DBSIZE")).isEqualTo(List.of("1000"));
            assertThat(client.send("STRLEN", "memtier-1")).isEqualTo(List.of("512"));
            assertThat(client.send("STRLEN", "memtier-1000")).isEqualTo(List.of("512"));
        }
    }

    @Test
    void agreesOnTheSlotsOfKeys() throws IOException {
        try (Client client = new Client(port)) {
            for (String key : List.of("a", "memtier-77", "foo{}bar", "{}", "{a}b", "a{b}c{d}", "a{b", "a}b{c}")) {
                assertThat(client.send("CLUSTER", "KEYSLOT", key))
                        .containsExactly(Integer.toString(Slots.of(key.getBytes(StandardCharsets.UTF_8))));
            }
        }
    }

    @Test
    void talksInTheThirdProtocol() throws InterruptedException, IOException {
        assertThat(run(
                        "-t1",
                        "-c2",
                        "-n",
                        "100",
                        "--protocol=resp3",
                        "--key-maximum=5",
                        "--command=HSET __key__ f __data__",
                        "--command=HGETALL __key__",
                        "--command=GET absent"))
                .isZero();
        try (Client client = new Client(port)) {
            assertThat(client.send("INFO", "commandstats").get(0)).contains("cmdstat_hgetall", "cmdstat_hset");
        }
    }
}
