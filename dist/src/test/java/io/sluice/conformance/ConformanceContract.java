package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * What a server has to answer to be taken for Redis: every case, every malformed input and a number of random sequences,
 * on RESP2 and on RESP3, compared with a real redis-server.
 *
 * <p>Settings: {@code -Dconformance.seed=N} and {@code -Dconformance.sequences=N} for the random sequences, {@code
 * -Dconformance.waits=N} for the histories of connections that wait, {@code -Dconformance.case=TEXT} to run only the cases
 * whose file or title contains the text, {@code -Dconformance.tag={t}} to put all keys of the random sequences into one
 * slot, {@code -Dconformance.packed=BYTES} to set packed-max-bytes, whatever the test class says.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ConformanceContract {

    static final List<String> CASE_FILES = List.of(
            "strings.cases",
            "set.cases",
            "numbers.cases",
            "ranges.cases",
            "lcs.cases",
            "bits.cases",
            "bitfield.cases",
            "hyperloglog.cases",
            "hash.cases",
            "hash-fields.cases",
            "list.cases",
            "zset.cases",
            "zalgebra.cases",
            "geo.cases",
            "sets.cases",
            "keys.cases",
            "expire.cases",
            "sort.cases",
            "scan.cases",
            "databases.cases",
            "dump.cases",
            "object.cases",
            "connection.cases",
            "client.cases",
            "server.cases",
            "command.cases",
            "multi.cases",
            "blocking.cases",
            "arity.cases",
            "wrongtype.cases");

    /** The files whose cases take their answers from a Redis 7.0 or later: on an older oracle they are skipped. */
    private static final Set<String> OF_SEVEN = Set.of(
            "hash.cases",
            "hash-fields.cases",
            "list.cases",
            "zset.cases",
            "zalgebra.cases",
            "geo.cases",
            "sets.cases",
            "sort.cases",
            "multi.cases",
            "blocking.cases");

    /** Commands whose cases wait for them: any other that is not known has been lost. */
    private static final Set<String> NOT_YET = Set.of("XADD");

    private static final RedisVersion SEVEN = new RedisVersion(7, 0);

    private static final String MALFORMED_FILE = "malformed.inputs";
    private static final int SEQUENCE_LENGTH = 60;
    private static final int REPORTED_SEQUENCES = 4;
    private static final int REPORTED_MISMATCHES = 6;

    private final Counts counts = new Counts();
    private final Map<String, Boolean> known = new HashMap<>();
    private RedisOracle oracle;
    private Target target;
    private String stuckSince;

    /** Starts the server under test. The suite closes it. */
    protected abstract Target startTarget();

    /** Settings for the server under test, beyond those that the suite needs. */
    protected String[] settings() {
        return new String[0];
    }

    /** How many random sequences are run on each protocol unless a system property says. */
    protected int defaultSequences() {
        return 300;
    }

    /** Starts the server whose answers are right. */
    RedisOracle startOracle() {
        return RedisOracle.start();
    }

    /** The protocols that the suite is run on. */
    protected List<Protocol> protocols() {
        return List.of(Protocol.RESP2, Protocol.RESP3);
    }

    @BeforeAll
    void start() {
        oracle = startOracle();
        target = startTarget();
    }

    @AfterAll
    void stop() {
        RedisOracle last = oracle;
        Target first = target;
        try (last;
                first) {
            if (first != null) {
                System.out.printf("conformance of %s with %s: %s%n", first.name(), last.name(), counts);
            }
        }
    }

    @TestFactory
    Stream<DynamicNode> cases() {
        return perProtocol(protocol -> CASE_FILES.stream().map(file -> {
            Stream<DynamicTest> tests = CaseFile.read(file).stream()
                    .filter(test -> test.only() == null || test.only() == protocol)
                    .filter(test -> isSelected(test.origin() + " " + test.title()))
                    .map(test -> dynamicTest(test.title() + " [" + test.origin() + "]", () -> run(test, protocol)));
            return dynamicContainer(file, tests);
        }));
    }

    @TestFactory
    Stream<DynamicNode> malformedInput() {
        return perProtocol(protocol -> MalformedInput.read(MALFORMED_FILE).stream()
                .filter(input -> !oracle.version().isBefore(input.since()))
                .filter(input -> isSelected(input.origin() + " " + input.title()))
                .map(input ->
                        dynamicTest(input.title() + " [" + input.origin() + "]", () -> compare(input, protocol))));
    }

    @TestFactory
    Stream<DynamicNode> randomSequences() {
        long seed = Long.getLong("conformance.seed", 20_261_120L);
        int sequences = Integer.getInteger("conformance.sequences", defaultSequences());
        String tag = System.getProperty("conformance.tag", "");
        return perProtocol(protocol -> Stream.of(dynamicTest(sequences + " sequences from seed " + seed, () -> {
            RandomSequences random = new RandomSequences(oracle, target, protocol, counts);
            failIfStuck();
            List<String> reports = new ArrayList<>();
            for (int i = 0; i < sequences && reports.size() < REPORTED_SEQUENCES; i++) {
                random.run(seed + i, SEQUENCE_LENGTH, tag).ifPresent(reports::add);
            }
            if (!reports.isEmpty()) {
                fail(String.join("\n", reports));
            }
        })));
    }

    /** Connections that wait for each other; each takes as long as ten random sequences. */
    @TestFactory
    Stream<DynamicNode> randomWaits() {
        long seed = Long.getLong("conformance.seed", 20_261_120L);
        int sequences = Integer.getInteger("conformance.sequences", defaultSequences());
        int histories = Integer.getInteger("conformance.waits", sequences / 10 + 1);
        String tag = System.getProperty("conformance.tag", "");
        return perProtocol(protocol -> Stream.of(dynamicTest(histories + " histories from seed " + seed, () -> {
            Assumptions.assumeFalse(oracle.version().isBefore(SEVEN), "needs a Redis 7.0");
            RandomWaits random = new RandomWaits(oracle, target, protocol, counts);
            failIfStuck();
            List<String> reports = new ArrayList<>();
            for (int i = 0; i < histories && reports.size() < REPORTED_SEQUENCES; i++) {
                random.run(seed + i, SEQUENCE_LENGTH, tag).ifPresent(reports::add);
            }
            if (!reports.isEmpty()) {
                fail(String.join("\n", reports));
            }
        })));
    }

    private interface Nodes {
        Stream<? extends DynamicNode> of(Protocol protocol);
    }

    private Stream<DynamicNode> perProtocol(Nodes nodes) {
        return protocols().stream().map(protocol -> dynamicContainer(protocol.name(), nodes.of(protocol)));
    }

    static boolean isSelected(String title) {
        return title.contains(System.getProperty("conformance.case", ""));
    }

    private void run(Case test, Protocol protocol) throws IOException {
        Assumptions.assumeFalse(
                oracle.version().isBefore(SEVEN)
                        && OF_SEVEN.contains(test.origin().split(":")[0]),
                "the oracle is older than Redis 7.0");
        for (String command : test.needs()) {
            boolean known = knows(command);
            Assumptions.assumeTrue(known || !NOT_YET.contains(command), () -> "there is no " + command + " yet");
            assertThat(known).as("%s knows %s", target.name(), command).isTrue();
        }
        failIfStuck();
        List<CaseRunner.Mismatch> mismatches;
        try {
            mismatches = new CaseRunner(oracle, target, protocol, counts).run(test);
        } catch (UnansweredException e) {
            stuckSince = test.origin();
            throw e;
        }
        if (!mismatches.isEmpty()) {
            fail(test.origin() + " " + test.title() + " (" + protocol + ")\n"
                    + mismatches.stream()
                            .limit(REPORTED_MISMATCHES)
                            .map(mismatch -> "  " + mismatch)
                            .collect(Collectors.joining("\n")));
        }
    }

    private void compare(MalformedInput input, Protocol protocol) throws IOException {
        failIfStuck();
        byte[] expected = input.answerOf(oracle, protocol);
        assertThat(Quoting.quote(expected))
                .as("%s: redis-server does not end as the table says", input.origin())
                .doesNotContain(new String(Answer.LATE, StandardCharsets.US_ASCII));
        byte[] actual = input.answerOf(target, protocol);
        counts.malformedInput();
        assertThat(Quoting.quote(actual))
                .as("%s %s", input.origin(), input.title())
                .isEqualTo(Quoting.quote(expected));
    }

    /** A server that does not answer would let every further case wait for its limit. */
    private void failIfStuck() {
        if (stuckSince != null) {
            fail("not run: " + target.name() + " does not answer since " + stuckSince);
        }
    }

    private boolean knows(String command) throws IOException {
        Boolean answer = known.get(command);
        if (answer == null) {
            answer = new CaseRunner(oracle, target, Protocol.RESP2, counts).knows(command);
            known.put(command, answer);
        }
        return answer;
    }
}
