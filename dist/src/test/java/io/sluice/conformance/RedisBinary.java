package io.sluice.conformance;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An executable redis-server and its version: the one on the PATH, else the one that the embedded-redis artifact
 * carries for this platform.
 *
 * <p>The setting {@code -Dconformance.redis=PATH} names another executable; {@code -Dconformance.redis=embedded} asks for the
 * artifact's.
 */
record RedisBinary(Path executable, RedisVersion version) {

    private static final Pattern VERSION = Pattern.compile("v=(\\d+\\.\\d+)");

    static RedisBinary find(String asked, Path scratch) throws IOException, InterruptedException {
        Path executable = locate(asked, scratch);
        return new RedisBinary(executable, versionOf(executable));
    }

    private static Path locate(String asked, Path scratch) throws IOException {
        if (asked.equals("embedded")) {
            return unpack(scratch);
        }
        if (!asked.isEmpty()) {
            return Path.of(asked);
        }
        String path = System.getenv().getOrDefault("PATH", "");
        for (String folder : path.split(Pattern.quote(File.pathSeparator))) {
            Path candidate = Path.of(folder, "redis-server");
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        return unpack(scratch);
    }

    private static Path unpack(Path scratch) throws IOException {
        String resource = resourceName();
        try (InputStream in = RedisBinary.class.getResourceAsStream("/" + resource)) {
            if (in == null) {
                throw new IOException("no redis-server on the PATH, and no " + resource + " in embedded-redis");
            }
            Path executable = scratch.resolve("redis-server");
            Files.copy(in, executable);
            if (!executable.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + executable + " executable");
            }
            return executable;
        }
    }

    private static String resourceName() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        boolean arm = arch.equals("aarch64") || arch.equals("arm64");
        if (os.contains("mac")) {
            return "redis-server-6.2.6-v5-darwin-" + (arm ? "arm64" : "amd64");
        }
        return arm ? "redis-server-6.2.7-linux-arm64" : "redis-server-6.2.6-v5-linux-amd64";
    }

    private static RedisVersion versionOf(Path executable) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(executable.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher matcher = VERSION.matcher(said);
        if (!matcher.find()) {
            throw new IOException(executable + " --version says: " + said);
        }
        return RedisVersion.parse(matcher.group(1));
    }
}
