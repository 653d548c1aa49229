package io.sluice.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/** On what was measured, and with which versions. */
final class Machine {
    private Machine() {}

    static String describe(Plan plan) throws IOException, InterruptedException {
        return String.format(
                Locale.ROOT,
                "Measured on %s with `%s`: scale %s of the full form. %d processors (%s), %s of memory, %s %s,"
                        + " client and servers on the same machine. %s; %s on %s; load generator on Java %s.",
                LocalDate.now(ZoneOffset.UTC),
                plan.command(),
                Row.number(plan.scale()),
                Runtime.getRuntime().availableProcessors(),
                processor(),
                memory(),
                System.getProperty("os.name"),
                System.getProperty("os.version").replaceAll("[^0-9.].*", ""),
                firstLine("redis-server", "--version").replaceAll(" sha=.*", ""),
                sluice(),
                plan.backend() + (plan.settings().isEmpty() ? "" : " (" + String.join(" ", plan.settings()) + ")"),
                Runtime.version());
    }

    private static String sluice() throws IOException, InterruptedException {
        String version = firstLine(System.getenv().getOrDefault("SLUICE", "./sluice"), "--version");
        String commit = firstLine("git", "describe", "--always", "--dirty");
        return version + " (" + commit + ")";
    }

    private static String processor() throws IOException {
        return figure("/proc/cpuinfo", "model name");
    }

    private static String memory() throws IOException {
        String kilobytes = figure("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "");
        return kilobytes.isEmpty() ? "?" : Long.parseLong(kilobytes) / 1024 + " MiB";
    }

    private static String figure(String file, String name) throws IOException {
        Path path = Path.of(file);
        if (!Files.isReadable(path)) {
            return "";
        }
        return Files.readAllLines(path).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
    }

    private static String firstLine(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(command))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.lines().findFirst().orElse("?").strip();
    }
}
