package io.sluice.bench.load;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The load generator as a program.
 *
 * <p>Exits with 1 when a run could not be made or a reply was an error, with 2 when the arguments are not understood.
 */
public final class Memtier {
    private static final int USAGE = 2;
    private static final int MIB = 1 << 20;

    private Memtier() {}

    public static void main(String[] args) throws InterruptedException {
        System.exit(run(List.of(args), System.out, System.err));
    }

    /** @return the exit code */
    static int run(List<String> args, PrintStream out, PrintStream err) throws InterruptedException {
        try {
            CommandLine line = CommandLine.parse(args);
            if (line.help()) {
                out.print(help());
                return 0;
            }
            if (line.version()) {
                out.println("Sluice's load generator, with the options of memtier_benchmark");
                return 0;
            }
            return run(line.options(), out, err) ? 0 : 1;
        } catch (UsageException e) {
            err.println("error: " + e.getMessage());
            return USAGE;
        } catch (IOException e) {
            err.println("error: " + e.getMessage());
            return 1;
        }
    }

    /**
     * Runs what arguments ask for, without showing anything: for programs.
     *
     * @throws UsageException if they are not understood
     * @throws IOException also when a reply was an error
     */
    public static Result measure(List<String> args) throws UsageException, IOException, InterruptedException {
        Result result = new Run(CommandLine.parse(args).options(), (nanos, requests) -> {}).run();
        if (result.failures().any()) {
            throw new IOException(result.failures().toString());
        }
        return result;
    }

    private static String help() throws IOException {
        try (InputStream in = Memtier.class.getResourceAsStream("memtier-help.txt")) {
            if (in == null) {
                throw new IOException("the text of the help is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Answers whether no reply was an error. */
    private static boolean run(Options options, PrintStream standardOut, PrintStream err)
            throws IOException, InterruptedException {
        Options.Output output = options.output();
        String file = output.file();
        requireFolders(Stream.of(file, output.jsonFile(), output.hdrPrefix()).filter(Objects::nonNull));
        err.println("Writing results to " + (file == null ? "stdout" : file));
        List<Result> results = new ArrayList<>();
        for (int i = 1; i <= options.runs(); i++) {
            results.add(run(options, i, err));
        }
        if (file == null) {
            show(options, results, standardOut);
        } else {
            try (PrintStream out = new PrintStream(
                    new BufferedOutputStream(new FileOutputStream(file)), false, StandardCharsets.UTF_8)) {
                show(options, results, out);
            }
        }
        Failures failures = new Failures();
        results.forEach(result -> failures.add(result.failures()));
        err.print(failures);
        return !failures.any();
    }

    /** Before anything is measured: else the figures would be lost. */
    private static void requireFolders(Stream<String> files) throws NoSuchFileException {
        for (String file : files.toList()) {
            Path folder = Path.of(file).toAbsolutePath().getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                throw new NoSuchFileException(file, null, "there is no folder for it");
            }
        }
    }

    private static Result run(Options options, int number, PrintStream err) throws IOException, InterruptedException {
        boolean quiet = options.output().quiet();
        if (!quiet) {
            err.printf(Locale.ROOT, "[RUN #%d] Preparing benchmark client...%n", number);
            err.printf(Locale.ROOT, "[RUN #%d] Launching threads now...%n", number);
        }
        Result result = new Run(options, (nanos, requests) -> {
                    if (!quiet) {
                        progress(options, number, nanos, requests, err);
                    }
                })
                .run();
        if (!quiet) {
            Tally total = result.total();
            err.printf(
                    Locale.ROOT,
                    "\r[RUN #%d 100%%, %3d secs]  0 threads: %11d ops, %7.0f ops/sec, %.2fMB/sec, %5.2f msec latency%n",
                    number,
                    (long) result.seconds(),
                    total.requests(),
                    result.perSecond(),
                    total.bytes() / result.seconds() / MIB,
                    total.latencies().getMean() / Report.MICROS_PER_MILLI);
        }
        String prefix = options.output().hdrPrefix();
        if (prefix != null) {
            new HistogramFiles(prefix, number).write(result);
        }
        return result;
    }

    private static void progress(Options options, int run, long nanos, long requests, PrintStream err) {
        Options.Load load = options.load();
        double seconds = nanos / 1e9;
        double share =
                load.seconds() > 0 ? seconds / load.seconds() : (double) requests / load.requests() / load.allClients();
        err.printf(
                Locale.ROOT,
                "\r[RUN #%d %.0f%%, %3d secs] %2d threads: %11d ops, %7.0f (avg) ops/sec",
                run,
                Math.min(100, share * 100),
                (long) seconds,
                load.threads(),
                requests,
                requests / seconds);
        err.flush();
    }

    private static void show(Options options, List<Result> results, PrintStream out) throws IOException {
        Options.Load load = options.load();
        out.printf(Locale.ROOT, "%-9d Threads%n%-9d Connections per thread%n", load.threads(), load.clients());
        if (load.seconds() > 0) {
            out.printf(Locale.ROOT, "%-9d Seconds%n", load.seconds());
        } else {
            out.printf(Locale.ROOT, "%-9d Requests per client%n", load.requests());
        }
        Report report = new Report(out, options.server().cluster());
        JsonReport json = new JsonReport(options);
        if (results.size() > 1) {
            List<Result> sorted = new ArrayList<>(results);
            sorted.sort(Comparator.comparingDouble(Result::perSecond));
            show(options, "BEST RUN RESULTS", sorted.get(sorted.size() - 1), report, json);
            show(options, "WORST RUN RESULTS", sorted.get(0), report, json);
            Result all = new Result(options.commands(), results.get(0).begun(), 0);
            results.forEach(all::add);
            show(options, "AGGREGATED AVERAGE RESULTS (" + results.size() + " runs)", all, report, json);
        } else {
            show(options, "ALL STATS", results.get(0), report, json);
        }
        out.flush();
        String file = options.output().jsonFile();
        if (file != null) {
            json.write(Path.of(file));
        }
    }

    private static void show(Options options, String title, Result result, Report report, JsonReport json) {
        report.print(title, result, options.output().histogram());
        json.add(title, result, options.output().histogram());
    }
}
