package io.sluice.conformance;

import java.net.InetAddress;
import java.util.Optional;

/** A running server that speaks the Redis protocol. Closing it stops what was started for it. */
public interface Target extends AutoCloseable {

    /** How the server is called in reports. */
    String name();

    /** The TCP port on {@link #host()}. */
    int port();

    default String host() {
        return InetAddress.getLoopbackAddress().getHostAddress();
    }

    /** The version, if this is redis-server itself: what newer versions or Sluice answer is not asked of it. */
    default Optional<RedisVersion> redisVersion() {
        return Optional.empty();
    }

    @Override
    void close();
}
