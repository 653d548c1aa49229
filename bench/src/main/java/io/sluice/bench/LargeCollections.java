package io.sluice.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.LongFunction;

/**
 * What the commands on collections cost when these are large: a hash, a list, a set and a sorted set are filled, and each
 * command is timed; then as many elements again are added, half of all are deleted, and the commands are timed again; at
 * last the collections are deleted, overwritten and left to expire.
 *
 * <pre>
 *   LargeCollections PORT PROCESS ELEMENTS
 * </pre>
 *
 * Prints tables in Markdown: the median of the times that a client sees, and how many rows the store was asked for.
 */
public final class LargeCollections {
    private static final int BATCH = 500;
    private static final int RUNS = 200;
    /** Of what walks through half of a list. */
    private static final int FEW_RUNS = 5;

    private static final long NANOS_PER_MICRO = 1_000;
    private static final long PATIENCE_NANOS = 600_000_000_000L;

    private final Client client;
    private final long elements;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Map<String, List<String>> cells = new LinkedHashMap<>();
    private long fresh;

    private LargeCollections(Client client, long elements) {
        this.client = client;
        this.elements = elements;
    }

    /** @param args port and process of the server, and how many elements each collection is given */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (Client client = new Client(Integer.parseInt(args[0]))) {
            new LargeCollections(client, Long.parseLong(args[2])).run();
        }
    }

    private void run() throws IOException, InterruptedException {
        fill(0, elements);
        measure(0);
        fill(elements, 2 * elements);
        deleteEverySecond();
        measure(1);
        System.out.println("| command | median, us | rows read | after deletes: median, us | rows read |");
        System.out.println("|---|---|---|---|---|");
        cells.forEach((name, row) -> System.out.println("| " + name + " | " + String.join(" | ", row) + " |"));
        System.out.println();
        drop();
    }

    // ---- what is there ----

    private void fill(long from, long to) throws IOException {
        batches(from, to, 1, n -> new String[] {"f" + n, "value-" + n}, "HSET", "h");
        batches(from, to, 1, n -> new String[] {"e" + n}, "RPUSH", "l");
        batches(from, to, 1, n -> new String[] {"m" + n}, "SADD", "s");
        batches(from, to, 1, n -> new String[] {Long.toString(n), "m" + n}, "ZADD", "z");
    }

    /** The list loses its first half, in which the elements of the first measurement were. */
    private void deleteEverySecond() throws IOException {
        batches(0, 2 * elements, 2, n -> new String[] {"f" + n}, "HDEL", "h");
        batches(0, 2 * elements, 2, n -> new String[] {"m" + n}, "SREM", "s");
        batches(0, 2 * elements, 2, n -> new String[] {"m" + n}, "ZREM", "z");
        for (long n = 0; n < elements; n += BATCH) {
            client.send("LPOP", "l", Integer.toString(BATCH));
        }
    }

    private void batches(long from, long to, int step, LongFunction<String[]> words, String... command)
            throws IOException {
        List<String> request = new ArrayList<>(List.of(command));
        for (long n = from; n < to; n += step) {
            request.addAll(Arrays.asList(words.apply(n)));
            if (request.size() >= BATCH || n + step >= to) {
                client.send(request.toArray(new String[0]));
                request = new ArrayList<>(List.of(command));
            }
        }
    }

    /** The number of an element that is there: what has an odd one is never deleted by the thousands. */
    private String some(String prefix) {
        return prefix + (random.nextLong(elements / 2) * 2 + 1);
    }

    private String aboutMiddle() {
        return Long.toString(elements / 2 + random.nextLong(elements / 10));
    }

    private String other(String prefix) {
        return prefix + "new-" + fresh++;
    }

    // ---- the commands ----

    private void measure(long list) throws IOException {
        time("HGET", RUNS, i -> words("HGET", "h", some("f")));
        time("HSET of a field that is there", RUNS, i -> words("HSET", "h", some("f"), "changed"));
        time("HSET of a new field", RUNS, i -> words("HSET", "h", other("f"), "value"));
        time("HLEN", RUNS, i -> words("HLEN", "h"));
        time("HSCAN COUNT 100", RUNS, i -> words("HSCAN", "h", cursor(), "COUNT", "100"));
        time("HRANDFIELD", RUNS, i -> words("HRANDFIELD", "h"));
        time("HDEL", RUNS, i -> words("HDEL", "h", "fnew-" + (fresh - 1 - i)));
        time("LINDEX in the middle", RUNS, i -> words("LINDEX", "l", aboutMiddle()));
        time("LRANGE of 100 in the middle", RUNS, i -> range("LRANGE", "l", 99));
        time("LSET in the middle", RUNS, i -> words("LSET", "l", aboutMiddle(), "changed"));
        String pivot = "e" + (list * elements + elements / 3);
        time("LINSERT before a third", FEW_RUNS, i -> words("LINSERT", "l", "BEFORE", pivot, other("e")));
        time("LPOS of a third", FEW_RUNS, i -> words("LPOS", "l", pivot));
        time("LPUSH", RUNS, i -> words("LPUSH", "l", other("e")));
        time("LPOP", RUNS, i -> words("LPOP", "l"));
        time("RPUSH", RUNS, i -> words("RPUSH", "l", other("e")));
        time("RPOP", RUNS, i -> words("RPOP", "l"));
        time("SISMEMBER", RUNS, i -> words("SISMEMBER", "s", some("m")));
        time("SADD", RUNS, i -> words("SADD", "s", other("m")));
        time("SREM", RUNS, i -> words("SREM", "s", "mnew-" + (fresh - 1 - i)));
        time("SRANDMEMBER", RUNS, i -> words("SRANDMEMBER", "s"));
        time("SSCAN COUNT 100", RUNS, i -> words("SSCAN", "s", cursor(), "COUNT", "100"));
        time("SPOP", RUNS, i -> words("SPOP", "s"));
        time("ZADD", RUNS, i -> words("ZADD", "z", aboutMiddle(), other("m")));
        time("ZSCORE", RUNS, i -> words("ZSCORE", "z", some("m")));
        time("ZRANK", RUNS, i -> words("ZRANK", "z", some("m")));
        time("ZRANGE of 100 by rank in the middle", RUNS, i -> range("ZRANGE", "z", 99));
        time("ZREVRANGE of 100 in the middle", RUNS, i -> range("ZREVRANGE", "z", 99));
        time("ZCOUNT of half", RUNS, i -> words("ZCOUNT", "z", aboutMiddle(), "+inf"));
        time(
                "ZRANGEBYSCORE LIMIT 0 100",
                RUNS,
                i -> words("ZRANGEBYSCORE", "z", aboutMiddle(), "+inf", "LIMIT", "0", "100"));
        time("ZPOPMIN", RUNS, i -> words("ZPOPMIN", "z"));
        time("ZREMRANGEBYRANK of 10 in the middle", RUNS, i -> range("ZREMRANGEBYRANK", "z", 9));
    }

    private static String[] words(String... words) {
        return words;
    }

    private String[] range(String command, String key, int more) {
        long from = Long.parseLong(aboutMiddle());
        return words(command, key, Long.toString(from), Long.toString(from + more));
    }

    /** A walk may go on anywhere: cursors are hashes. */
    private String cursor() {
        return Long.toString(random.nextLong(1L << 32));
    }

    private void time(String name, int runs, IntFunction<String[]> command) throws IOException {
        long[] nanos = new long[runs];
        long rows = figure("read_rows");
        for (int i = 0; i < runs; i++) {
            String[] words = command.apply(i);
            long start = System.nanoTime();
            client.send(words);
            nanos[i] = System.nanoTime() - start;
        }
        double perRun = (double) (figure("read_rows") - rows) / runs;
        Arrays.sort(nanos);
        List<String> row = cells.computeIfAbsent(name, any -> new ArrayList<>());
        row.add(Long.toString(nanos[runs / 2] / NANOS_PER_MICRO));
        row.add(String.format(Locale.ROOT, "%.1f", perRun));
    }

    private long figure(String name) throws IOException {
        for (String line : client.send("INFO", "store").get(0).split("\r\n")) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.substring(name.length() + 1));
            }
        }
        throw new IOException("INFO shows no " + name);
    }

    // ---- the end of a large collection ----

    private void drop() throws IOException, InterruptedException {
        System.out.println("| collection of " + elements + " | answered after, us | backlog then, entries |");
        System.out.println("|---|---|---|");
        end("DEL of a hash", "DEL", "h");
        end("UNLINK of a list", "UNLINK", "l");
        end("SET over a set", "SET", "s", "small");
        long start = System.nanoTime();
        client.send("PEXPIRE", "z", "1");
        while (client.send("EXISTS", "z").get(0).equals("1")) {
            Thread.onSpinWait();
        }
        ended("expiry of a sorted set, 1 ms later", System.nanoTime() - start);
        start = System.nanoTime();
        while (figure("reclaim_backlog") > 0 && System.nanoTime() - start < PATIENCE_NANOS) {
            Thread.sleep(10);
        }
        System.out.printf(Locale.ROOT, "%nThe backlog was empty %.1f s later.%n", (System.nanoTime() - start) / 1e9);
    }

    private void end(String name, String... command) throws IOException {
        long start = System.nanoTime();
        client.send(command);
        ended(name, System.nanoTime() - start);
    }

    private void ended(String name, long nanos) throws IOException {
        System.out.println("| " + name + " | " + nanos / NANOS_PER_MICRO + " | " + figure("reclaim_backlog") + " |");
    }
}
