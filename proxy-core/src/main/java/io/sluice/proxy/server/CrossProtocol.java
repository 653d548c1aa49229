package io.sluice.proxy.server;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognises HTTP where the Redis protocol is expected: a web page can make a browser send a request here whose body holds
 * commands, and a server that passes over the headers would run them. Redis closes the connection at {@code POST} and
 * {@code Host:}; so does Sluice. Thread-safe.
 */
final class CrossProtocol {
    private static final Logger LOG = LoggerFactory.getLogger(CrossProtocol.class);
    private static final long WARN_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final AtomicLong LAST_WARNING = new AtomicLong(System.nanoTime() - WARN_EVERY_NANOS);

    private CrossProtocol() {}

    static boolean isSuspicious(byte[] commandName) {
        if (commandName.length != 4 && commandName.length != 5) {
            return false;
        }
        String name = new String(commandName, StandardCharsets.ISO_8859_1);
        return name.equalsIgnoreCase("POST") || name.equalsIgnoreCase("Host:");
    }

    /** Logs it, at most once a minute: an attacker must not fill the disk. */
    static void warn(String address) {
        long now = System.nanoTime();
        long last = LAST_WARNING.get();
        if (now - last >= WARN_EVERY_NANOS && LAST_WARNING.compareAndSet(last, now)) {
            LOG.warn(
                    "{} speaks HTTP, perhaps to run commands by cross-protocol scripting; its connection is closed",
                    address);
        }
    }
}
