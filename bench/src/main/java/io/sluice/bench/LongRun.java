package io.sluice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
 *   LongRun PORT PROCESS OPERATIONS FOLDER [WORKLOAD...]
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
    private static final int CSV_STEP = 5;

    private final int port;
    private final ProcessHandle server;

    private LongRun(int port, ProcessHandle server) {
        this.port = port;
        this.server = server;
    }

    /**
     * How far a run was when.
     *
     * @param nanos the time at the begin and after each thousand operations
     * @param cpu the processor time that the server had used by then
     */
    private record Progress(long[] nanos, long[] cpu) {
        double rate(int from, int to) {
            return (to - from) * (double) MARK / ((nanos[to] - nanos[from]) / 1e9);
        }

        /** Processor time of an operation, in microseconds: this is not changed by what else the machine has to do. */
        double cost(int from, int to) {
            return (cpu[to] - cpu[from]) / 1e3 / ((to - from) * (double) MARK);
        }

        int end() {
            return nanos.length - 1;
        }
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

    /** @param args port and process of the server, number of operations, folder, and which workloads; all if none is named */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        ProcessHandle server = ProcessHandle.of(Long.parseLong(args[1])).orElseThrow();
        LongRun run = new LongRun(Integer.parseInt(args[0]), server);
        long operations = Long.parseLong(args[2]);
        Path folder = Files.createDirectories(Path.of(args[3]));
        Map<String, Workload> chosen = workloads();
        if (args.length > 4) {
            List<String> wanted = List.of(args).subList(4, args.length);
            if (!chosen.keySet().containsAll(wanted)) {
                throw new IllegalArgumentException(wanted + " are not all among " + chosen.keySet());
            }
            chosen.keySet().retainAll(wanted);
        }
        if (operations < EDGE) {
            throw new IllegalArgumentException(operations + " operations: at least " + EDGE + " are compared");
        }
        Map<String, Progress> runs = new LinkedHashMap<>();
        System.out.println("| workload | operations | first 10,000, operations/s | last 10,000, operations/s | ratio"
                + " | processor time, first, us | last, us | ratio |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (Map.Entry<String, Workload> each : chosen.entrySet()) {
            Progress made = run.measure(each.getKey(), each.getValue(), operations);
            runs.put(each.getKey(), made);
            int end = made.end();
            int edge = EDGE / MARK;
            double first = made.rate(0, edge);
            double last = made.rate(end - edge, end);
            double firstCost = made.cost(0, edge);
            double lastCost = made.cost(end - edge, end);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %.0f | %.0f | %.2f | %.0f | %.0f | %.2f |%n",
                    each.getKey(),
                    (long) end * MARK,
                    first,
                    last,
                    last / first,
                    firstCost,
                    lastCost,
                    firstCost / lastCost);
        }
        Files.writeString(folder.resolve("long-run.csv"), table(runs));
        Files.writeString(folder.resolve("long-run.svg"), new Chart(runs).draw());
    }

    private Progress measure(String name, Workload workload, long wanted)
            throws IOException, InterruptedException, ExecutionException {
        run(workload, "warm-up-" + name, workload.members() == 0 ? WARM_UP + BACKLOG : WARM_UP);
        long operations = workload.members() == 0 ? wanted : workload.members();
        Progress made = run(workload, name, operations);
        try (Client client = new Client(port)) {
            client.send("UNLINK", "warm-up-" + name);
            client.send("UNLINK", name);
        }
        return made;
    }

    private Progress run(Workload workload, String key, long operations)
            throws IOException, InterruptedException, ExecutionException {
        long before = prepare(workload, key, operations);
        AtomicLong next = new AtomicLong(before);
        AtomicLong done = new AtomicLong();
        AtomicLongArray marks = new AtomicLongArray((int) (operations / MARK) + 1);
        AtomicLongArray costs = new AtomicLongArray(marks.length());
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            costs.set(0, processorTime());
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
                                costs.set((int) (count / MARK), processorTime());
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
        return new Progress(copyOf(marks), copyOf(costs));
    }

    private long processorTime() {
        return server.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    private static long[] copyOf(AtomicLongArray marks) {
        long[] copy = new long[marks.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = marks.get(i);
        }
        return copy;
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

    private static String table(Map<String, Progress> runs) {
        StringBuilder table = new StringBuilder("workload,operations,seconds,operations_per_second,processor_us\n");
        runs.forEach((name, made) -> {
            for (int i = CSV_STEP; i <= made.end(); i += CSV_STEP) {
                double seconds = (made.nanos()[i] - made.nanos()[0]) / 1e9;
                table.append(String.format(
                        Locale.ROOT,
                        "%s,%d,%.3f,%.0f,%.1f%n",
                        name,
                        i * MARK,
                        seconds,
                        made.rate(i - CSV_STEP, i),
                        made.cost(i - CSV_STEP, i)));
            }
        });
        return table.toString();
    }

    /** Throughput over the share of each workload that is done, as SVG. */
    private record Chart(Map<String, Progress> runs) {
        private static final int WIDTH = 860;
        private static final int HEIGHT = 420;
        private static final int LEFT = 70;
        private static final int BOTTOM = 370;
        private static final int TOP = 20;
        private static final int RIGHT = 700;
        private static final String[] COLOURS = {"#1b6ca8", "#c8553d", "#3c896d", "#8a5a9e", "#b58900"};

        String draw() {
            double top = 1;
            for (Progress made : runs.values()) {
                for (double rate : rates(made)) {
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
            for (Map.Entry<String, Progress> each : runs.entrySet()) {
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

        private static double[] rates(Progress made) {
            int points = Math.min(CHART_POINTS, made.end());
            double[] rates = new double[points];
            for (int i = 0; i < points; i++) {
                int from = (int) ((long) made.end() * i / points);
                int to = (int) ((long) made.end() * (i + 1) / points);
                rates[i] = made.rate(from, to);
            }
            return rates;
        }
    }
}
