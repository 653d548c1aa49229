package io.sluice.conformance;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sluice.kv.KvStore;
import io.sluice.proxy.engine.SlotFunction;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * {@link ConformanceContract} on a store that is atomic per slot. The suite itself runs with all keys in one slot: there
 * every command is one step, as in Redis, and every case keeps its meaning. What becomes of commands over several slots is
 * the matter of {@link #acrossSlots()}, with keys where Redis Cluster has them, beside a redis-server in cluster mode.
 */
public abstract class SlotStoreContract extends ConformanceContract {
    private static final String CASES = "across-slots.cases";

    /** All keys lie in one slot, and that is none of those at the ends. */
    private static final SlotFunction ONE_SLOT = key -> 7;

    private static final int CLAIM_LIMIT_MILLIS = 300_000;

    private RedisOracle cluster;
    private Target across;

    /** How the server under test is called in reports. */
    protected abstract String name();

    /**
     * Opens the data of this name for a server: empty when it is opened for the first time.
     *
     * @param data a word of letters
     */
    protected abstract KvStore open(String data) throws Exception;

    /** Opens the same again, after the server's end, to look at what it has left. */
    protected abstract KvStore openToRead(String data) throws Exception;

    @Override
    protected final Target startTarget() {
        return start("oneslot", ONE_SLOT);
    }

    private Target start(String data, SlotFunction slots) {
        try {
            Target started = SluiceTarget.start(name(), open(data), () -> openToRead(data), slots, settings());
            awaitAllSlots(started);
            return started;
        } catch (Exception e) {
            throw new IllegalStateException("the store of " + name() + " does not open", e);
        }
    }

    /** Claiming 16,384 slots takes as long as a remote store needs for as many commits: more than a client waits. */
    private static void awaitAllSlots(Target started) throws IOException {
        try (RawClient client = new RawClient(started, CLAIM_LIMIT_MILLIS)) {
            client.call("DBSIZE");
        }
    }

    /** Keys in several slots. */
    @TestFactory
    Stream<DynamicTest> acrossSlots() {
        List<Case> cases = CaseFile.read(CASES).stream()
                .filter(test -> isSelected(test.origin() + " " + test.title()))
                .toList();
        if (!cases.isEmpty() && cluster == null) {
            cluster = RedisOracle.startCluster();
            across = start("slots", SlotFunction.OF_CLUSTER);
        }
        return cases.stream().flatMap(test -> protocols().stream()
                .map(protocol ->
                        dynamicTest(test.title() + " [" + test.origin() + "] " + protocol, () -> run(test, protocol))));
    }

    private void run(Case test, Protocol protocol) throws Exception {
        List<CaseRunner.Mismatch> mismatches = new CaseRunner(cluster, across, protocol, new Counts()).run(test);
        if (!mismatches.isEmpty()) {
            fail(mismatches.stream().map(mismatch -> "  " + mismatch).collect(Collectors.joining("\n")));
        }
    }

    @AfterAll
    void stopAcross() {
        try {
            if (across != null) {
                across.close();
            }
        } finally {
            if (cluster != null) {
                cluster.close();
            }
        }
    }
}
