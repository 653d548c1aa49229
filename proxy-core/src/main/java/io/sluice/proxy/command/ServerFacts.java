package io.sluice.proxy.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What is fixed once the server runs.
 *
 * @param version Sluice's own
 * @param runId 40 hexadecimal digits, drawn at each start
 * @param replicationId 40 hexadecimal digits; DEBUG CHANGE-REPL-ID draws new ones
 * @param startedMs when it started, in milliseconds since the epoch
 * @param port the TCP port it listens on
 * @param transport the way to the kernel's sockets, such as {@code epoll}
 * @param backend the store's name
 * @param home the directory it was installed in, when it was
 */
public record ServerFacts(
        String version,
        String runId,
        AtomicReference<String> replicationId,
        long startedMs,
        int port,
        String transport,
        String backend,
        Optional<Path> home) {

    /** The version of Redis whose behaviour Sluice follows, reported as {@code redis_version}. */
    public static final String REDIS_VERSION = "7.2.4";
}
