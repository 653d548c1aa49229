package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log file, on a clock of the test's own, while others rename and remove it. */
class RotatedFileAppenderTest {
    private final LoggerContext context = new LoggerContext();
    private final Logger log = context.getLogger("test");
    private long nanos = Long.MAX_VALUE - 1; // it overflows, as the real one may

    @TempDir
    Path directory;

    private Path file;
    private Path rotated;

    @BeforeEach
    void start() throws Exception {
        context.setMDCAdapter(new LogbackMDCAdapter());
        Path folder = Files.createDirectory(directory.resolve("log"));
        file = folder.resolve("sluice.log");
        rotated = folder.resolve("sluice.log.1");
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        RotatedFileAppender appender = new RotatedFileAppender(() -> nanos);
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setFile(file.toString());
        appender.start();
        log.addAppender(appender);
        log.info("first");
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void goesOnInANewFileWhenItWasRenamed() throws Exception {
        Files.move(file, rotated);
        log.info("at once");
        assertThat(file).doesNotExist();

        aSecondPasses();
        log.info("later");
        log.info("last");

        assertThat(rotated).hasContent("first\nat once\n");
        assertThat(file).hasContent("later\nlast\n");
    }

    @Test
    void goesOnInTheFileThatWasMadeInItsPlace() throws Exception {
        Files.move(file, rotated);
        Files.writeString(file, "made by another\n");
        aSecondPasses();
        log.info("later");

        assertThat(rotated).hasContent("first\n");
        assertThat(file).hasContent("made by another\nlater\n");
    }

    @Test
    void aFileThatIsInPlaceGoesOn() {
        aSecondPasses();
        log.info("later");

        assertThat(file).hasContent("first\nlater\n");
    }

    @Test
    void withoutAPlaceForANewFileTheOldOneGoesOn() throws Exception {
        Path moved = Files.move(file.getParent(), directory.resolve("moved"));
        Path inTheWay = Files.createFile(directory.resolve("log"));
        aSecondPasses();
        log.info("later");
        assertThat(moved.resolve("sluice.log")).hasContent("first\nlater\n");

        Files.delete(inTheWay);
        Files.createDirectory(inTheWay);
        aSecondPasses();
        log.info("last");
        assertThat(file).hasContent("last\n");
    }

    private void aSecondPasses() {
        nanos += TimeUnit.SECONDS.toNanos(1);
    }
}
