package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemtierTest {
    private FakeServer server;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @BeforeEach
    void listen() throws IOException {
        server = new FakeServer();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private int run(String... args) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of("-s", "127.0.0.1", "-p", Integer.toString(server.port())));
        all.addAll(List.of(args));
        return Memtier.run(
                all,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private Map<String, Long> seen() {
        return server.seen().stream().collect(Collectors.groupingBy(words -> words.get(0), Collectors.counting()));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void sendsWhatTheRatioAndTheNumberOfRequestsSay() throws InterruptedException {
        assertThat(run("-t", "2", "-c", "3", "-n", "22", "--pipeline", "4")).isZero();
        assertThat(seen()).containsOnly(Map.entry("SET", 12L), Map.entry("GET", 120L));
        assertThat(server.seen())
                .filteredOn(words -> words.get(0).equals("SET"))
                .allSatisfy(words -> {
                    assertThat(words.get(1)).matches("memtier-\\d+");
                    assertThat(words.get(2)).isEqualTo("x".repeat(32));
                });
        assertThat(printed()).contains("2         Threads", "3         Connections per thread", "ALL STATS", "Totals");
    }

    @Test
    void writesEachKeyOnceWithAPartForEachClient() throws InterruptedException {
        assertThat(run(
                        "-t2",
                        "-c5",
                        "-n",
                        "allkeys",
                        "--ratio=1:0",
                        "--key-pattern=P:P",
                        "--key-maximum=99",
                        "--pipeline=3"))
                .isZero();
        assertThat(server.seen()).hasSize(100);
        assertThat(server.stored()).hasSize(100).containsKeys("memtier-0", "memtier-99");
    }

    @Test
    void countsHitsAndMisses() throws InterruptedException {
        assertThat(run(
                        "-t1",
                        "-c1",
                        "-n",
                        "40",
                        "--ratio=1:3",
                        "--key-pattern=S:S",
                        "--key-minimum=1",
                        "--key-maximum=10"))
                .isZero();
        // after the k-th SET come three GETs: those of keys up to k hit
        assertThat(seen()).containsOnly(Map.entry("SET", 10L), Map.entry("GET", 30L));
        String gets = printed()
                .lines()
                .filter(line -> line.startsWith("Gets"))
                .findFirst()
                .orElseThrow();
        String[] columns = gets.trim().split(" +");
        double hits = Double.parseDouble(columns[2]);
        double misses = Double.parseDouble(columns[3]);
        long expected = 0;
        for (int get = 0; get < 30; get++) {
            expected += get % 10 + 1 <= Math.min(10, get / 3 + 1) ? 1 : 0;
        }
        assertThat(hits / (hits + misses)).isCloseTo(expected / 30.0, within(0.01));
    }

    @Test
    void sendsValuesLargerThanAnyBufferWhole() throws InterruptedException {
        assertThat(run(
                        "-t1",
                        "-c2",
                        "-n",
                        "6",
                        "--pipeline=3",
                        "--ratio=1:1",
                        "-d",
                        "5000000",
                        "--key-maximum=1",
                        "-R"))
                .isZero();
        assertThat(server.stored().values())
                .allSatisfy(value -> assertThat(value).hasSize(5_000_000));
        assertThat(seen()).containsOnly(Map.entry("SET", 6L), Map.entry("GET", 6L));
    }

    @Test
    void drawsTheSameForAllClientsUnlessSeedsAreDistinct() throws InterruptedException {
        run("-t1", "-c4", "-n", "5", "--ratio=0:1");
        assertThat(server.seen().stream().map(words -> words.get(1)).distinct()).hasSize(5);
        run("-t1", "-c4", "-n", "5", "--ratio=0:1", "--distinct-client-seed");
        assertThat(server.seen().stream().skip(20).map(words -> words.get(1)).distinct())
                .hasSize(20);
    }

    @Test
    void takesSizesFromTheRange() throws InterruptedException {
        run("-t1", "-c1", "-n", "200", "--ratio=1:0", "--data-size-range=10-14", "-R");
        assertThat(server.seen().stream().map(words -> words.get(2).length()).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(10, 11, 12, 13, 14);
        assertThat(server.seen().stream().map(words -> words.get(2)).distinct()).hasSize(200);
    }

    @Test
    void saysWhoItIsBeforeItBegins() throws InterruptedException {
        assertThat(run("-t1", "-c1", "-n", "1", "-a", "ann:secret", "--protocol=resp3", "--select-db=4"))
                .isZero();
        assertThat(server.seen())
                .startsWith(List.of("AUTH", "ann", "secret"), List.of("HELLO", "3"), List.of("SELECT", "4"));
    }

    @Test
    void failsWhenRepliesAreErrors() throws InterruptedException {
        assertThat(run("-t1", "-c1", "-n", "3", "--command=NOSUCH __key__")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("3 errors such as: ERR unknown command");
    }

    @Test
    void failsWhenNobodyListens() throws InterruptedException, IOException {
        server.close();
        assertThat(run("-n", "1")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("error: ");
    }

    @Test
    void refusesArgumentsWithAnotherExitCode() throws InterruptedException {
        assertThat(run("--command=SET __key__ __value__")).isEqualTo(2);
        assertThat(server.seen()).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("__value__");
    }

    @Test
    void sendsAtTheRateNoMoreThanWhatIsDue() throws InterruptedException {
        long begin = System.nanoTime();
        assertThat(run("-t1", "-c2", "--test-time=1", "--rate-limiting=100", "--ratio=0:1"))
                .isZero();
        double seconds = (System.nanoTime() - begin) / 1e9;
        assertThat(server.seen()).isNotEmpty().hasSizeLessThanOrEqualTo((int) (2 * (100 * seconds + 1)));
    }

    @Test
    void sendsKeysToTheServersOfTheirSlots() throws InterruptedException, IOException {
        try (FakeServer other = new FakeServer()) {
            server.setSlots("*2\r\n" + range(0, 8191, server.port()) + range(8192, 16383, other.port()));
            assertThat(run("-t1", "-c2", "-n", "50", "--cluster-mode", "--ratio=1:1", "--pipeline=2"))
                    .isZero();
            assertThat(server.stored().keySet()).isNotEmpty().allMatch(key -> slot(key) < 8192);
            assertThat(other.stored().keySet()).isNotEmpty().allMatch(key -> slot(key) >= 8192);
            assertThat(printed()).contains("MOVED/sec");
        }
    }

    private static String range(int from, int to, int port) {
        return "*3\r\n:" + from + "\r\n:" + to + "\r\n*3\r\n$9\r\n127.0.0.1\r\n:" + port + "\r\n$2\r\nid\r\n";
    }

    private static int slot(String key) {
        return Slots.of(key.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void writesTheFilesThatAreAskedFor() throws InterruptedException, IOException {
        String prefix = folder.resolve("run").toString();
        Path json = folder.resolve("out.json");
        Path text = folder.resolve("out.txt");
        assertThat(run(
                        "-t1",
                        "-c1",
                        "-n",
                        "11",
                        "-x",
                        "2",
                        "--hdr-file-prefix",
                        prefix,
                        "--json-out-file",
                        json.toString(),
                        "-o",
                        text.toString()))
                .isZero();
        assertThat(printed()).isEmpty();
        assertThat(Files.readString(text))
                .contains("BEST RUN RESULTS", "WORST RUN RESULTS", "AGGREGATED AVERAGE RESULTS (2 runs)");
        assertThat(Files.readString(json)).contains("\"Totals\": {\"Count\": 22", "\"p99.900\"");
        for (String name : List.of("SET_command_run_1", "GET_command_run_2", "FULL_RUN_1", "FULL_RUN_2")) {
            assertThat(Files.readString(Path.of(prefix + "_" + name + ".txt"))).contains("Percentile");
            assertThat(Files.readString(Path.of(prefix + "_" + name + ".hgrm")))
                    .contains("Interval_Compressed_Histogram");
        }
    }
}
