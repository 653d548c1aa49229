package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.dist.ServerStarter.RunningServer;
import io.sluice.kv.KvStore;
import io.sluice.proxy.config.Settings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program around a server that only notes what is done to it. */
class ProgramTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @AfterEach
    void stopLogging() {
        Logging.stop();
    }

    @Test
    void helpAndVersionAnswerWithoutStarting() throws Exception {
        assertThat(run(refusing("never called"), "--help")).isZero();
        assertThat(text(out))
                .startsWith("Usage: sluice [FILE] [--NAME VALUE ...]")
                .contains("--port 6379");
        out.reset();
        assertThat(run(refusing("never called"), "--version")).isZero();
        assertThat(text(out)).isEqualTo("Sluice development build\n");
        assertThat(text(err)).isEmpty();
    }

    @Test
    void aWrongSettingIsOneLineAndOne() throws Exception {
        assertThat(run(refusing("never called"), "--prot", "1")).isEqualTo(1);
        assertThat(text(err)).isEqualTo("sluice: command line: unknown setting 'prot'; did you mean 'port'?\n");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void aServerThatCannotStartLeavesTheStoreClosed() throws Exception {
        assertThat(run(refusing("the port is taken"), "--dir", data())).isEqualTo(1);
        assertThat(text(err)).isEqualTo("sluice: the port is taken\n");

        // The directory is locked while a store has it open.
        err.reset();
        assertThat(run(refusing("the port is taken"), "--dir", data())).isEqualTo(1);
        assertThat(text(err)).isEqualTo("sluice: the port is taken\n");
    }

    @Test
    void aServerThatWasShutDownEndsTheProgramCleanly() throws Exception {
        List<String> calls = new ArrayList<>();
        ServerStarter starter = (Settings settings, KvStore store) -> new RunningServer() {
            @Override
            public int port() {
                return 1;
            }

            @Override
            public void awaitClosed() {
                calls.add("awaited");
            }

            @Override
            public void close() {
                calls.add("closed");
            }

            @Override
            public Duration timeLeft() {
                return Duration.ofMinutes(1);
            }
        };
        Path log = directory.resolve("sluice.log");

        assertThat(run(starter, "--dir", data(), "--logfile", log.toString(), "--rdbcompression", "yes"))
                .isZero();

        assertThat(calls).containsExactly("awaited", "closed");
        assertThat(text(err)).isEmpty();
        assertThat(Files.readString(log))
                .contains("WARN  Sluice: command line: 'rdbcompression yes' has no effect in Sluice")
                .contains("is ready: port 1, rocksdb in " + directory.resolve("data"))
                .endsWith("stopped\n");
    }

    @Test
    void aLogFileThatCannotBeWrittenIsOneLine() throws Exception {
        Path log = directory.resolve("absent").resolve("sluice.log");

        assertThat(run(refusing("never called"), "--logfile", log.toString())).isEqualTo(1);
        assertThat(text(err)).isEqualTo("sluice: cannot write the log file " + log + ": no such directory\n");
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private static ServerStarter refusing(String line) {
        return (settings, store) -> {
            throw new StartFailure(line);
        };
    }

    private int run(ServerStarter starter, String... arguments) throws InterruptedException {
        PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Program(null, starter, outStream, errStream).run(List.of(arguments));
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
