package io.sluice.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * JMH with a table at the end: time and allocated bytes of an operation, as Markdown and CSV.
 *
 * <pre>
 *   Main FOLDER [options of JMH...]
 * </pre>
 */
public final class Main {
    private static final int ITERATIONS = 5;
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private Main() {}

    public static void main(String[] args) throws IOException, CommandLineOptionException, RunnerException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        String[] rest = new String[args.length - 1];
        System.arraycopy(args, 1, rest, 0, rest.length);
        CommandLineOptions asked = new CommandLineOptions(rest);
        if (asked.shouldHelp()) {
            asked.showHelp();
            return;
        }
        Options options = new OptionsBuilder()
                .parent(asked)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .forks(asked.getForkCount().orElse(1))
                .warmupIterations(asked.getWarmupIterations().orElse(ITERATIONS))
                .warmupTime(asked.getWarmupTime().orElse(TimeValue.seconds(1)))
                .measurementIterations(asked.getMeasurementIterations().orElse(ITERATIONS))
                .measurementTime(asked.getMeasurementTime().orElse(TimeValue.seconds(1)))
                .build();
        Collection<RunResult> results = new Runner(options).run();
        StringBuilder csv = new StringBuilder("benchmark,ns,error_ns,allocated_bytes\n");
        StringBuilder markdown =
                new StringBuilder("| benchmark | time, ns | error (99.9 %) | allocated, bytes |\n|---|---|---|---|\n");
        for (RunResult each : results) {
            Result<?> time = each.getPrimaryResult();
            Result<?> allocated = each.getSecondaryResults().get(ALLOCATED);
            Object[] fields = {
                name(each), time.getScore(), time.getScoreError(), allocated == null ? Double.NaN : allocated.getScore()
            };
            csv.append(String.format(Locale.ROOT, "%s,%.1f,%.1f,%.1f%n", fields));
            markdown.append(String.format(Locale.ROOT, "| %s | %.0f | %.0f | %.0f |%n", fields));
        }
        String file = asked.getIncludes().isEmpty() ? "jmh" : "jmh-partial"; // some do not replace the table of all
        Files.writeString(folder.resolve(file + ".csv"), csv);
        Files.writeString(folder.resolve(file + ".md"), markdown);
        System.out.print(markdown);
    }

    /** Class and method, and what they were run with. */
    private static String name(RunResult result) {
        String full = result.getParams().getBenchmark();
        String method = full.substring(full.lastIndexOf('.') + 1);
        String type = full.substring(0, full.lastIndexOf('.'));
        String parameters = result.getParams().getParamsKeys().stream()
                .map(key -> Map.entry(key, result.getParams().getParam(key)))
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(" "));
        return (type.substring(type.lastIndexOf('.') + 1).replace("Benchmark", "") + " " + method + " " + parameters)
                .strip();
    }
}
