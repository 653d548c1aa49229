package io.sluice.dist;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import io.sluice.proxy.config.MonitoringSettings;
import io.sluice.proxy.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.LoggerFactory;

/** The log: one line per event, to standard output or to a file, as much as the setting {@code loglevel} says. */
final class Logging {
    private static final String LINE = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level %logger{0}: %msg%n";

    private Logging() {}

    static void start(Settings settings) throws StartFailure {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(LINE);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = appender(settings.text(MonitoringSettings.LOGFILE));
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        setLevel(context, settings.text(MonitoringSettings.LOGLEVEL));
        settings.onChange(
                MonitoringSettings.LOGLEVEL, () -> setLevel(context, settings.text(MonitoringSettings.LOGLEVEL)));
    }

    /** Writes out what is still buffered. */
    static void stop() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }

    private static OutputStreamAppender<ILoggingEvent> appender(String logfile) throws StartFailure {
        if (logfile.isEmpty()) {
            return new ConsoleAppender<>();
        }
        try {
            Path file = Path.of(logfile);
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
            RotatedFileAppender appender = new RotatedFileAppender(System::nanoTime);
            appender.setFile(file.toString());
            return appender;
        } catch (IOException | InvalidPathException e) {
            throw new StartFailure("cannot write the log file " + logfile + ": " + Reasons.of(e), e);
        }
    }

    private static void setLevel(LoggerContext context, String loglevel) {
        Level sluice =
                switch (loglevel) {
                    case "debug" -> Level.TRACE;
                    case "verbose" -> Level.DEBUG;
                    case "notice" -> Level.INFO;
                    default -> Level.WARN;
                };
        // What libraries say at their own debug level is for those who debug the libraries.
        Level libraries = loglevel.equals("debug") ? Level.DEBUG : sluice == Level.DEBUG ? Level.INFO : Level.WARN;
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(libraries);
        context.getLogger("io.sluice").setLevel(sluice);
        // HBase's client warns of each of its repetitions, with a stack trace: thousands a second while a server is
        // away.
        context.getLogger("org.apache.hadoop").setLevel(libraries == Level.WARN ? Level.ERROR : libraries);
    }
}
