package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A client that changes collections of its own at random, one command or one transaction at a time, until its connection
 * breaks, and remembers what was answered. What was is repeated on a redis-server afterwards: that must answer the same, and
 * hold the same; the one change that was under way may be there as well, whole.
 */
final class CollectionHistory implements Runnable {
    private static final int KEYS_OF_A_TYPE = 3;
    private static final int NAMES = 60;

    /** The commands of a transaction, or one alone; and the answer, as text. */
    private record Change(List<List<String>> commands, String answer) {}

    private final String name;
    private final SplittableRandom random;
    private final List<Change> acknowledged = new ArrayList<>();
    private @Nullable List<List<String>> underWay;
    private int port;
    private volatile int count;
    private volatile @Nullable Throwable failure;

    CollectionHistory(String name, SplittableRandom random) {
        this.name = name;
        this.random = random;
    }

    void port(int serverPort) {
        port = serverPort;
    }

    /** How many changes were answered, ever. */
    int count() {
        return count;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only this thread counts
    public void run() {
        try (Jedis client = new Jedis("127.0.0.1", port, 60_000)) {
            while (true) {
                List<List<String>> commands = next();
                underWay = commands;
                acknowledged.add(new Change(commands, answer(client, commands)));
                underWay = null;
                count++;
            }
        } catch (JedisConnectionException killed) {
            // This is how it ends.
        } catch (RuntimeException unexpected) {
            failure = unexpected;
        }
    }

    /** Repeats on the oracle what was answered since, and compares what both hold then. */
    void check(Jedis sluice, Jedis oracle) {
        assertThat(failure).isNull();
        for (Change change : acknowledged) {
            assertThat(change.answer())
                    .as("the answer to %s", change.commands())
                    .isEqualTo(answer(oracle, change.commands()));
        }
        acknowledged.clear();
        String found = contents(sluice);
        List<List<String>> last = underWay;
        underWay = null;
        if (last != null && !found.equals(contents(oracle))) {
            answer(oracle, last);
        }
        assertThat(found).as("%s, with or without %s", name, last).isEqualTo(contents(oracle));
    }

    // ---- sending ----

    private static String answer(Jedis client, List<List<String>> commands) {
        if (commands.size() == 1) {
            return send(client, commands.get(0));
        }
        send(client, List.of("MULTI"));
        for (List<String> command : commands) {
            assertThat(send(client, command)).isEqualTo("QUEUED");
        }
        return send(client, List.of("EXEC"));
    }

    private static String send(Jedis client, List<String> words) {
        byte[][] arguments = new byte[words.size() - 1][];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = words.get(i + 1).getBytes(UTF_8);
        }
        try {
            return text(client.sendCommand(() -> words.get(0).getBytes(UTF_8), arguments));
        } catch (JedisDataException error) {
            return "-" + error.getMessage();
        }
    }

    private static String text(@Nullable Object reply) {
        if (reply instanceof byte[] bytes) {
            return new String(bytes, UTF_8);
        }
        if (reply instanceof List<?> parts) {
            List<String> texts = new ArrayList<>();
            parts.forEach(part -> texts.add(text(part)));
            return texts.toString();
        }
        return String.valueOf(reply);
    }

    // ---- what is there ----

    private String contents(Jedis server) {
        Map<String, String> all = new TreeMap<>();
        for (String type : List.of("h", "l", "s", "z")) {
            for (int i = 0; i < KEYS_OF_A_TYPE; i++) {
                String key = key(type, i);
                String found = server.type(key);
                all.put(
                        key,
                        switch (found) {
                            case "hash" -> server.hlen(key) + " " + new TreeMap<>(server.hgetAll(key));
                            case "list" -> server.llen(key) + " " + server.lrange(key, 0, -1);
                            case "set" -> server.scard(key) + " " + new TreeSet<>(server.smembers(key));
                            case "zset" -> server.zcard(key) + " " + server.zrangeWithScores(key, 0, -1);
                            default -> found;
                        });
            }
        }
        return all.toString();
    }

    // ---- drawing ----

    private List<List<String>> next() {
        int size = random.nextInt(8) == 0 ? 2 + random.nextInt(4) : 1;
        List<List<String>> commands = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            commands.add(
                    switch (random.nextInt(9)) {
                        case 0, 1 -> hash();
                        case 2, 3 -> list();
                        case 4, 5 -> set();
                        case 6, 7 -> sorted();
                        default -> anyType();
                    });
        }
        return commands;
    }

    private List<String> hash() {
        String key = some("h");
        return switch (random.nextInt(6)) {
            case 0, 1 -> with(List.of("HSET", key), this::word, this::value);
            case 2 -> List.of("HINCRBY", key, "count", number(100));
            case 3 -> List.of("HSETNX", key, word(), value());
            default -> with(List.of("HDEL", key), this::word);
        };
    }

    private List<String> list() {
        String key = some("l");
        return switch (random.nextInt(11)) {
            case 0, 1 -> with(List.of("RPUSH", key), this::value);
            case 2 -> with(List.of("LPUSH", key), this::value);
            case 3 -> List.of("LPOP", key, number(8));
            case 4 -> List.of("RPOP", key, number(8));
            case 5 -> List.of("LSET", key, number(40), value());
            case 6 -> List.of("LINSERT", key, "BEFORE", word(), value());
            case 7 -> List.of("LREM", key, "1", word());
            case 8 -> List.of("LTRIM", key, number(4), "-" + (1 + random.nextInt(3)));
            default -> List.of("LMOVE", key, some("l"), random.nextBoolean() ? "LEFT" : "RIGHT", "RIGHT");
        };
    }

    private List<String> set() {
        String key = some("s");
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> with(List.of("SADD", key), this::word);
            case 3, 4 -> with(List.of("SREM", key), this::word);
            case 5 -> List.of("SMOVE", key, some("s"), word());
            case 6 -> List.of("SUNIONSTORE", key, some("s"), some("s"));
            default -> List.of(random.nextBoolean() ? "SDIFFSTORE" : "SINTERSTORE", key, some("s"), some("s"));
        };
    }

    private List<String> sorted() {
        String key = some("z");
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> with(List.of("ZADD", key), () -> number(1000), this::word);
            case 3 -> List.of("ZINCRBY", key, number(10), word());
            case 4 -> with(List.of("ZREM", key), this::word);
            case 5 -> List.of(random.nextBoolean() ? "ZPOPMIN" : "ZPOPMAX", key, number(6));
            case 6 -> List.of("ZREMRANGEBYRANK", key, number(20), number(24));
            case 7 -> List.of("ZREMRANGEBYSCORE", key, "-inf", number(200));
            default -> List.of("ZUNIONSTORE", key, "2", some("z"), some("s"));
        };
    }

    private List<String> anyType() {
        String type = List.of("h", "l", "s", "z").get(random.nextInt(4));
        return switch (random.nextInt(3)) {
            case 0 -> List.of("DEL", some(type));
            case 1 -> List.of("RENAME", some(type), some(type));
            default -> List.of("COPY", some(type), some(type), "REPLACE");
        };
    }

    /** A command with a few more words, drawn in turn. */
    @SafeVarargs
    private List<String> with(List<String> command, Supplier<String>... words) {
        List<String> all = new ArrayList<>(command);
        for (int left = 1 + random.nextInt(6); left > 0; left--) {
            for (Supplier<String> word : words) {
                all.add(word.get());
            }
        }
        return all;
    }

    private String some(String type) {
        return key(type, random.nextInt(KEYS_OF_A_TYPE));
    }

    private String key(String type, int number) {
        return name + ":" + type + number;
    }

    private String word() {
        return "word-" + random.nextInt(NAMES);
    }

    /** Long ones leave the header and its chunks. */
    private String value() {
        return random.nextInt(20) == 0 ? word().repeat(1 + random.nextInt(300)) : word();
    }

    private String number(int bound) {
        return String.valueOf(random.nextInt(bound));
    }
}
