package io.sluice.dist;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A client that writes one numbered change after the other until its connection breaks, and counts which were sent and
 * which were acknowledged. Afterwards it finds in a server how many there are: all that were acknowledged, none that was
 * not sent, and as its changes are made in order, none behind a missing one.
 */
abstract class CountingWriter implements Runnable {
    private static final JedisClientConfig PATIENT =
            DefaultJedisClientConfig.builder().timeoutMillis(60_000).build();

    private final int window;
    private final boolean confirms;
    private final SplittableRandom random;
    private int port;
    private volatile long sent;
    private volatile long acknowledged;

    /** Why it ended, if not because its connection broke. */
    private volatile Throwable failure;

    /**
     * @param window how many requests it sends at most before it reads the replies
     * @param confirms whether only a WAITAOF behind them acknowledges them
     */
    CountingWriter(int window, boolean confirms, SplittableRandom random) {
        this.window = window;
        this.confirms = confirms;
        this.random = random;
    }

    abstract Command command();

    /** The arguments that make change {@code number}, counted from 0. */
    abstract byte[][] arguments(long number);

    /** What change {@code number} is answered with. */
    abstract Object reply(long number);

    /** How many changes the server has; fails if it has anything that no number of changes could leave. */
    abstract long found(Jedis reader, long atMost);

    final void port(int serverPort) {
        port = serverPort;
    }

    final long acknowledged() {
        return acknowledged;
    }

    @Override
    public final void run() {
        try (Connection connection = new Connection(new HostAndPort("127.0.0.1", port), PATIENT)) {
            while (true) {
                writeSome(connection);
            }
        } catch (JedisConnectionException broken) {
            if (broken.getCause() instanceof SocketTimeoutException) {
                failure = broken;
            } // else as planned
        } catch (RuntimeException | Error unplanned) {
            failure = unplanned;
        }
    }

    private void writeSome(Connection connection) {
        long first = sent;
        int count = 1 + random.nextInt(window);
        sent = first + count;
        for (int i = 0; i < count; i++) {
            connection.sendCommand(command(), arguments(first + i));
        }
        if (confirms) {
            connection.sendCommand(() -> "WAITAOF".getBytes(US_ASCII), "1", "0", "0");
        }
        for (int i = 0; i < count; i++) {
            assertThat(text(connection.getOne())).isEqualTo(reply(first + i));
            if (!confirms) {
                acknowledged = first + i + 1;
            }
        }
        if (confirms) {
            assertThat(connection.getOne()).isEqualTo(List.of(1L, 0L));
            acknowledged = first + count;
        }
    }

    private static Object text(Object reply) {
        return reply instanceof byte[] bytes ? new String(bytes, US_ASCII) : reply;
    }

    /** Compares with a server that has started again, and goes on from what it has. */
    final void check(Jedis reader) {
        if (failure != null) {
            throw new AssertionError(this + " failed", failure);
        }
        long found = found(reader, sent);
        assertThat(found).as("%s, of %d acknowledged", this, acknowledged).isBetween(acknowledged, sent);
        sent = found;
        acknowledged = found;
    }

    /** A value that shows whose it is, and whether it is whole. */
    static String sealed(String name, long number) {
        SplittableRandom content = new SplittableRandom(number * 31 + name.hashCode());
        StringBuilder text = new StringBuilder(name).append('.').append(number).append('.');
        int length = content.nextInt(400);
        for (int i = 0; i < length; i++) {
            text.append((char) content.nextInt('a', 'z' + 1));
        }
        CRC32 sum = new CRC32();
        sum.update(text.toString().getBytes(US_ASCII));
        return text.append('.')
                .append(String.format(Locale.ROOT, "%08x", sum.getValue()))
                .toString();
    }

    static byte[][] bytes(String... words) {
        byte[][] bytes = new byte[words.length][];
        for (int i = 0; i < words.length; i++) {
            bytes[i] = words[i].getBytes(US_ASCII);
        }
        return bytes;
    }
}
