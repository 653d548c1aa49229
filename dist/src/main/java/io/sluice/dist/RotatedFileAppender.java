package io.sluice.dist;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a file, and goes on in a new one of its name when it was renamed or removed, as logrotate does. It looks when
 * it has a line to write, at most once a second: until then lines go to the file as it was.
 */
final class RotatedFileAppender extends FileAppender<ILoggingEvent> {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoClock;
    /** What the system knows the open file by; null where it has nothing of the kind. */
    private @Nullable Object opened;

    private long lookedNanos;

    RotatedFileAppender(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public void start() {
        super.start();
        lookedNanos = nanoClock.getAsLong();
        noteOpened();
    }

    @Override
    protected void subAppend(ILoggingEvent event) {
        streamWriteLock.lock();
        try {
            follow();
            super.subAppend(event);
        } finally {
            streamWriteLock.unlock();
        }
    }

    private void follow() {
        long now = nanoClock.getAsLong();
        if (now - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = now;
        if (isInPlace()) {
            return;
        }
        try {
            openFile(getFile());
            noteOpened();
        } catch (IOException notNow) {
            addWarn("the file that is open takes the lines until there can be a new one", notNow);
        }
    }

    private boolean isInPlace() {
        try {
            return Objects.equals(opened, key());
        } catch (IOException gone) {
            return false;
        }
    }

    private void noteOpened() {
        try {
            opened = key();
        } catch (IOException gone) {
            opened = null;
        }
    }

    private @Nullable Object key() throws IOException {
        return Files.readAttributes(Path.of(getFile()), BasicFileAttributes.class)
                .fileKey();
    }
}
