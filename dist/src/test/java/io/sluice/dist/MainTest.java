package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The program as a process: how it starts, how it refuses to, how it ends, and what is left of the data. */
@Timeout(120)
class MainTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--version", "-v"})
    void answersAndEndsWithZero(String argument) throws Exception {
        try (SluiceProcess sluice = SluiceProcess.start(argument)) {
            assertThat(sluice.exitCode()).isZero();
            assertThat(sluice.standardError()).isEmpty();
        }
    }

    @Test
    void aWrongSettingIsRefused() throws Exception {
        assertRefused("sluice: command line: unknown setting 'prot'; did you mean 'port'?\n", "--prot", "1");
    }

    @Test
    void aWrongLineOfAFileIsRefused() throws Exception {
        Path file = Files.writeString(directory.resolve("sluice.conf"), "port 0\nloglevel loud\n");
        assertRefused(
                "sluice: " + file + ":2: loglevel cannot be 'loud'; allowed: one of debug, verbose, notice, warning\n",
                file.toString());
    }

    @Test
    void aTakenPortIsRefused() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            assertRefused(
                    "sluice: cannot listen on 127.0.0.1 port " + port + ": the address is already in use\n",
                    "--bind",
                    "127.0.0.1",
                    "--port",
                    port,
                    "--dir",
                    data());
        }
    }

    @Test
    void aDirectoryInUseIsRefused() throws Exception {
        try (SluiceProcess first = start()) {
            first.port();
            assertRefused(
                    "sluice: " + data() + " is already open by another process (LOCK held)\n",
                    "--port",
                    "0",
                    "--dir",
                    data());
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefused() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        try (SluiceProcess sluice =
                SluiceProcess.start("--port", "0", "--dir", file.resolve("data").toString())) {
            assertThat(sluice.exitCode()).isEqualTo(1);
            assertThat(sluice.standardError()).startsWith("sluice: " + file).hasLineCount(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"committed", "buffered"})
    void endsCleanlyOnASignalAndKeepsWhatItAcknowledged(String acknowledgement) throws Exception {
        try (SluiceProcess sluice = start("--write-ack", acknowledgement)) {
            try (Jedis client = new Jedis("127.0.0.1", sluice.port(), 60_000);
                    Pipeline pipeline = client.pipelined()) {
                for (int i = 0; i < 1000; i++) {
                    pipeline.set("key:" + i, "value:" + i);
                }
                pipeline.sync();
            }
            sluice.terminate();
            assertThat(sluice.exitCode()).isZero();
            assertThat(sluice.standardError()).isEmpty();
        }
        assertHolds(1000);
    }

    @Test
    void endsCleanlyOnShutdown() throws Exception {
        try (SluiceProcess sluice = start()) {
            try (Jedis client = new Jedis("127.0.0.1", sluice.port(), 60_000)) {
                client.set("key:0", "value:0");
                client.shutdown();
            } catch (JedisConnectionException closedAsAsked) {
                // as Redis does it
            }
            assertThat(sluice.exitCode()).isZero();
            assertThat(sluice.standardError()).isEmpty();
        }
        assertHolds(1);
    }

    @Test
    void keepsWhatItAcknowledgedWhenItIsKilled() throws Exception {
        int acknowledged = 0;
        try (SluiceProcess sluice = start()) {
            try (Jedis client = new Jedis("127.0.0.1", sluice.port(), 60_000)) {
                while (acknowledged < 500) {
                    client.set("key:" + acknowledged, "value:" + acknowledged);
                    acknowledged++;
                }
                sluice.kill();
            }
        }
        assertHolds(acknowledged);
    }

    private void assertHolds(int keys) throws Exception {
        try (SluiceProcess again = start();
                Jedis client = new Jedis("127.0.0.1", again.port(), 60_000)) {
            assertThat(client.dbSize()).isEqualTo(keys);
            for (int i = 0; i < keys; i++) {
                assertThat(client.get("key:" + i)).isEqualTo("value:" + i);
            }
        }
    }

    private static void assertRefused(String standardError, String... arguments) throws Exception {
        try (SluiceProcess sluice = SluiceProcess.start(arguments)) {
            assertThat(sluice.exitCode()).isEqualTo(1);
            assertThat(sluice.standardError()).isEqualTo(standardError);
        }
    }

    private SluiceProcess start(String... more) throws Exception {
        String[] arguments = new String[6 + more.length];
        System.arraycopy(new String[] {"--bind", "127.0.0.1", "--port", "0", "--dir", data()}, 0, arguments, 0, 6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        return SluiceProcess.start(arguments);
    }

    private String data() {
        return directory.resolve("data").toString();
    }
}
