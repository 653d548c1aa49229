package io.sluice.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The redis-benchmark of the PATH. */
final class RedisBenchmark {
    private static final Pattern LINE = Pattern.compile("\"([^\"]*)\",\"([0-9.]+)\".*");

    private RedisBenchmark() {}

    /** Requests a second, by the names that it gives its tests; without the filling that some tests begin with. */
    static Map<String, Double> run(ServerProcess server, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("redis-benchmark", "-h", "127.0.0.1", "-p", Integer.toString(server.port()), "--csv"));
        Collections.addAll(command, options);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Map<String, Double> rates = new LinkedHashMap<>();
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.append(line).append('\n');
                Matcher matcher = LINE.matcher(line);
                if (matcher.matches() && !matcher.group(1).contains("needed to benchmark")) {
                    rates.put(matcher.group(1), Double.valueOf(matcher.group(2)));
                }
            }
        }
        if (process.waitFor() != 0 || rates.isEmpty()) {
            throw new IOException(command + ": " + said);
        }
        return rates;
    }
}
