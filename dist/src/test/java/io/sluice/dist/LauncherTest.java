package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts that start the program, with a java that tells how it was called. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class LauncherTest {
    private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void javaThatTells() throws IOException {
        directory = directory.toRealPath();
        java("printf '%s\\n' \"$@\"");
    }

    @Test
    void aTerminalThatClosesDoesNotEndIt() throws Exception {
        java("kill -HUP $$; echo went on");
        Path home = distribution(directory.resolve("sluice-1"));

        assertThat(run(home, "bin/sluice")).containsExactly("went on");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sluice-0.9.0", "sluice-0.10.0"})
    void theSourceTreeRunsTheDistributionThatWasBuiltLast(String last) throws Exception {
        Path root = sourceTree("sluice-0.9.0", "sluice-0.10.0");
        Files.writeString(root.resolve("dist/target/distribution"), last);

        assertThat(run(root, "bin/sluice")).contains("-Dsluice.home=" + root.resolve("dist/target/" + last));
    }

    /** The JVM neither uses nor replaces it then, so that every start would be slower from there on. */
    @Test
    void anArchiveOfClassesOfOtherJarsIsRemoved() throws Exception {
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        Path home = distribution(directory.resolve("sluice-1"));
        Path jar = Files.writeString(home.resolve("lib/a.jar"), "a jar");
        List<String> words = run(home, "bin/sluice");
        Path archive = words.stream()
                .filter(word -> word.startsWith("-XX:SharedArchiveFile="))
                .map(word -> Path.of(word.substring(word.indexOf('=') + 1)))
                .findFirst()
                .orElseThrow();
        Files.write(archive, new byte[3_000_000]);

        run(home, "bin/sluice");
        assertThat(archive).exists();

        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minus(2, ChronoUnit.DAYS)));
        run(home, "bin/sluice");
        assertThat(archive).doesNotExist();
    }

    @Test
    void aLinkToTheSourceTreeRunsIt() throws Exception {
        Path root = sourceTree("sluice-1");
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("started"), root.resolve("sluice"));
        Files.createSymbolicLink(elsewhere.resolve("sluice"), Path.of("started"));

        assertThat(run(directory, "elsewhere/sluice"))
                .contains("-Dsluice.home=" + root.resolve("dist/target/sluice-1"));
    }

    @Test
    void whereTheShellOfTheUserLooksForDirectoriesIsNoMatter() throws Exception {
        Path root = sourceTree("sluice-1");
        environment.put(
                "CDPATH",
                Files.createDirectories(directory.resolve("decoy/bin"))
                        .getParent()
                        .toString());

        assertThat(run(root, "bin/sluice")).contains("-Dsluice.home=" + root.resolve("dist/target/sluice-1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-XX:+UseLargePages -XX:MaxGCPauseMillis=50", "-XX:+UseLargePages -Xlog:gc:GC.log"})
    void aCollectorIsChosenForWhoNamesNone(String options) throws Exception {
        environment.put("SLUICE_JAVA_OPTS", options);

        assertThat(run(distribution(directory.resolve("sluice-1")), "bin/sluice"))
                .contains("-XX:+UseG1GC")
                .containsAll(words(options));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseParallelGC", "-Xss1m  -XX:+UseSerialGC -XX:+UseLargePages", "-Xss1m\n-XX:+UseZGC"})
    void whoNamesACollectorGetsThatOne(String options) throws Exception {
        environment.put("SLUICE_JAVA_OPTS", options);

        assertThat(run(distribution(directory.resolve("sluice-1")), "bin/sluice"))
                .doesNotContain("-XX:+UseG1GC")
                .containsAll(words(options));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theHeapIsOnHugePagesWhereTheSystemGivesThem() throws Exception {
        Path setting = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        boolean given = Files.exists(setting) && !Files.readString(setting).contains("[never]");

        List<String> options = run(distribution(directory.resolve("sluice-1")), "bin/sluice");

        assertThat(options.contains("-XX:+UseTransparentHugePages")).isEqualTo(given);
    }

    private static List<String> words(String options) {
        return Stream.of(options.split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }

    /** Runs /bin/sh on the script, from the directory given; answers the lines of its output. */
    private List<String> run(Path from, String script) throws IOException, InterruptedException {
        Path errors = directory.resolve("errors");
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", script).directory(from.toFile()).redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return output.lines().toList();
    }

    /** What the launcher needs of a distribution. */
    private static Path distribution(Path home) throws IOException {
        scripts(home);
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("backends"));
        return home;
    }

    /** One that these distributions were built from, and that has no newer source. */
    private Path sourceTree(String... distributions) throws IOException {
        Path root = directory.resolve("tree");
        scripts(root);
        Files.copy(SOURCES.resolve("sluice"), root.resolve("sluice"));
        Path target = root.resolve("dist/target");
        for (String name : distributions) {
            distribution(target.resolve(name));
        }
        Files.writeString(target.resolve("distribution"), distributions[0]);
        Path built = Files.createFile(target.resolve("sluice.built"));
        Files.setLastModifiedTime(built, FileTime.from(Instant.now().plus(1, ChronoUnit.HOURS)));
        return root;
    }

    private static void scripts(Path root) throws IOException {
        Files.createDirectories(root.resolve("bin"));
        for (String script : List.of("bin/sluice", "bin/find-java.sh", "bin/jvm-options.sh")) {
            Files.copy(SOURCES.resolve(script), root.resolve(script));
        }
    }

    /** The program is this from now on, of a JDK 17. */
    private void java(String body) throws IOException {
        Path jdk = directory.resolve("jdk");
        Path java = jdk.resolve("bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        Files.writeString(java, "#!/bin/sh\n" + body + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        environment.put("SLUICE_JAVA", java.toString());
    }
}
