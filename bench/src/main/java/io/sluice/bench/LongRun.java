package io.sluice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Whether a server slows down under workloads that delete as much as they write: a queue, a delay queue, a sliding window,
 * and sets that are popped until they are empty.
 *
 * <pre>
 *   LongRun PORT OPERATIONS FOLDER [WORKLOAD...]
 * </pre>
 *
 * Writes a table of throughput over time and a chart into the folder, and prints how fast the last ten thousand operations
 * were, measured by the first ten thousand.
 */
public final class LongRun {
    private static final int CLIENTS = 8;
    private static final int EDGE = 10_000;
    private static final int MARK = 1_000;
    private static final int WARM_UP = 30_000;
    private static final int BACKLOG = 10_000;
    private static final int CHART_POINTS = 200;

    private final int port;

    private LongRun(int port) {
        this.port = port;
    }

    /** One operation, the n-th on its key. */
    @FunctionalInterface
    private interface Operation {
        void run(Client client, String key, long n) throws IOException;
    }

    /**
     * What is run.
     *
     * @param members how many members a set is given first; 0 for a workload that goes on for as long as it is let
     */
    private record Workload(Operation operation, long members) {}

    private static Map<String, Workload> workloads() {
        Map<String, Workload> all = new LinkedHashMap<>();
        all.put("queue", new Workload(LongRun::queue, 0));
        all.put("delay-queue", new Workload(LongRun::delayQueue, 0));
        all.put("sliding-window", new Workload(LongRun::slidingWindow, 0));
        all.put("spop-100k", new Workload(LongRun::pop, 100_000));
        all.put("spop-1m", new Workload(LongRun::pop, 1_000_000));
        return all;
    }

    private static void queue(Client client, String key, long n) throws IOException {
        client.send("RPUSH", key, "job-" + n);
        if (n >= BACKLOG) {
            client.send("LPOP", key);
        }
    }

    private static void delayQueue(Client client, String key, long n) throws IOException {
        long due = n + Math.floorMod(n * 7919, 5 * BACKLOG);
        client.send("ZADD", key, Long.toString(due), "job-" + n);
        if (n >= BACKLOG) {
            client.send("ZPOPMIN", key);
        }
    }

    private static void slidingWindow(Client client, String key, long n) throws IOException {
        client.send("ZADD", key, Long.toString(n), "request-" + n);
        client.send("ZREMRANGEBYSCORE", key, "-inf", Long.toString(n - BACKLOG));
    }

    private static void pop(Client client, String key, long n) throws IOException {
        client.send("SPOP", key);
    }

    /** @param args the port, the number of operations, the folder, and which workloads; all if none is named */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        LongRun run = new LongRun(Integer.parseInt(args[0]));
        long operations = Long.parseLong(args[1]);
        Path folder = Files.createDirectories(Path.of(args[2]));
        Map<String, Workload> chosen = workloads();
        if (args.length > 3) {
            chosen.keySet().retainAll(List.of(args).subList(3, args.length));
        }
        Map<String, long[]> marks = new LinkedHashMap<>();
        System.out.println(
                "| workload | operations | first 10,000, operations/s | last 10,000, operations/s | ratio |");
        System.out.println("|---|---|---|---|---|");
        for (Map.Entry<String, Workload> each : chosen.entrySet()) {
            long[] times = run.measure(each.getKey(), each.getValue(), operations);
            marks.put(each.getKey(), times);
            double first = rate(times, 0, EDGE / MARK);
            double last = rate(times, times.length - 1 - EDGE / MARK, times.length - 1);
            long count = (long) (times.length - 1) * MARK;
            System.out.printf(
                    Locale.ROOT, "| %s | %d | %.0f | %.0f | %.2f |%n", each.getKey(), count, first, last, last / first);
        }
        Files.writeString(folder.resolve("long-run.csv"), table(marks));
        Files.writeString(folder.resolve("long-run.svg"), new Chart(marks).draw());
    }

    private long[] measure(String name, Workload workload, long wanted)
            throws IOException, InterruptedException, ExecutionException {
        run(workload, "warm-up-" + name, workload.members() == 0 ? WARM_UP + BACKLOG : WARM_UP);
        long operations = workload.members() == 0 ? wanted : workload.members();
        long[] times = run(workload, name, operations);
        try (Client client = new Client(port)) {
            client.send("UNLINK", "warm-up-" + name);
            client.send("UNLINK", name);
        }
        return times;
    }

    /** The time in nanoseconds at the begin and after each thousand operations. */
    private long[] run(Workload workload, String key, long operations)
            throws IOException, InterruptedException, ExecutionException {
        long before = prepare(workload, key, operations);
        AtomicLong next = new AtomicLong(before);
        AtomicLong done = new AtomicLong();
        AtomicLongArray marks = new AtomicLongArray((int) (operations / MARK) + 1);
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            marks.set(0, System.nanoTime());
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(threads.submit(() -> {
                    try (Client client = new Client(port)) {
                        for (long n = next.getAndIncrement(); n < before + operations; n = next.getAndIncrement()) {
                            workload.operation().run(client, key, n);
                            long count = done.incrementAndGet();
                            if (count % MARK == 0) {
                                marks.set((int) (count / MARK), System.nanoTime());
                            }
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get();
            }
        } finally {
            threads.shutdownNow();
        }
        long[] times = new long[marks.length()];
        for (int i = 0; i < times.length; i++) {
            times[i] = marks.get(i);
        }
        return times;
    }

    /** Fills a set, or gives a queue what it always holds; answers the number of the first operation. */
    private long prepare(Workload workload, String key, long operations) throws IOException {
        try (Client client = new Client(port)) {
            if (workload.members() == 0) {
                for (long n = 0; n < BACKLOG; n++) {
                    workload.operation().run(client, key, n);
                }
                return BACKLOG;
            }
            for (long n = 0; n < operations; n += MARK) {
                String[] words = new String[2 + MARK];
                words[0] = "SADD";
                words[1] = key;
                for (int i = 0; i < MARK; i++) {
                    words[2 + i] = "member-" + (n + i);
                }
                client.send(words);
            }
            return 0;
        }
    }

    private static double rate(long[] times, int from, int to) {
        return (to - from) * (double) MARK / ((times[to] - times[from]) / 1e9);
    }

    private static String table(Map<String, long[]> marks) {
        StringBuilder table = new StringBuilder("workload,operations,seconds,operations_per_second\n");
        marks.forEach((name, times) -> {
            for (int i = 1; i < times.length; i++) {
                double seconds = (times[i] - times[0]) / 1e9;
                table.append(String.format(
                        Locale.ROOT, "%s,%d,%.4f,%.0f%n", name, i * MARK, seconds, rate(times, i - 1, i)));
            }
        });
        return table.toString();
    }

    /** Throughput over the share of each workload that is done, as SVG. */
    private record Chart(Map<String, long[]> marks) {
        private static final int WIDTH = 860;
        private static final int HEIGHT = 420;
        private static final int LEFT = 70;
        private static final int BOTTOM = 370;
        private static final int TOP = 20;
        private static final int RIGHT = 700;
        private static final String[] COLOURS = {"#1b6ca8", "#c8553d", "#3c896d", "#8a5a9e", "#b58900"};

        String draw() {
            double top = 1;
            for (long[] times : marks.values()) {
                for (double rate : rates(times)) {
                    top = Math.max(top, rate);
                }
            }
            StringBuilder svg = new StringBuilder(String.format(
                    Locale.ROOT,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                            + " font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                    WIDTH,
                    HEIGHT));
            for (int i = 0; i <= 4; i++) {
                double rate = top * i / 4;
                double y = y(rate, top);
                svg.append(String.format(
                        Locale.ROOT,
                        "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\""
                                + " text-anchor=\"end\">%.0f</text>%n",
                        LEFT,
                        y,
                        RIGHT,
                        LEFT - 8,
                        y + 4,
                        rate));
            }
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\">share of the operations done, 0 to 100 %%; operations a second</text>%n",
                    LEFT,
                    BOTTOM + 30));
            int index = 0;
            for (Map.Entry<String, long[]> each : marks.entrySet()) {
                String colour = COLOURS[index % COLOURS.length];
                double[] rates = rates(each.getValue());
                StringBuilder points = new StringBuilder();
                for (int i = 0; i < rates.length; i++) {
                    double x = LEFT + (double) (RIGHT - LEFT) * (i + 1) / rates.length;
                    points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y(rates[i], top)));
                }
                svg.append(String.format(
                        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>%n",
                        points, colour));
                svg.append(String.format(
                        "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n",
                        RIGHT + 15, TOP + 20 + 22 * index, colour, each.getKey()));
                index++;
            }
            return svg.append("</svg>\n").toString();
        }

        private static double y(double rate, double top) {
            return BOTTOM - (BOTTOM - TOP) * rate / top;
        }

        private static double[] rates(long[] times) {
            int points = Math.min(CHART_POINTS, times.length - 1);
            double[] rates = new double[points];
            for (int i = 0; i < points; i++) {
                int from = (int) ((long) (times.length - 1) * i / points);
                int to = (int) ((long) (times.length - 1) * (i + 1) / points);
                rates[i] = rate(times, from, to);
            }
            return rates;
        }
    }
}
