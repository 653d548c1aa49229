package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import io.sluice.kv.testing.ForwardingKvStore;
import io.sluice.proxy.type.set.SetValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** R7: sizes are checked before anything enters a batch, and no batch is overfilled. Larger changes: {@link R7RedoTest}. */
class R7SizeTest {
    private static final int MAX_KEY = 2000;
    private static final int MAX_VALUE = 3000;
    private static final int MAX_BATCH = 8000;

    /** Remembers how large the commits were. */
    private static final class Sizes extends ForwardingKvStore {
        long largest;
        int mostRows;
        int commits;

        Sizes(Atomicity atomicity) {
            this(new Capabilities(atomicity, true, false, MAX_KEY, MAX_VALUE, MAX_BATCH));
        }

        Sizes(Capabilities limits) {
            super(new MemoryKvStore(limits));
        }

        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            largest = Math.max(largest, batch.bytes());
            mostRows = Math.max(mostRows, batch.rows());
            commits++;
            return delegate.commit(batch);
        }
    }

    private static String big(int bytes) {
        return "x".repeat(bytes);
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aValueThatTheStoreCannotHoldIsRefusedAndNothingIsWritten(Atomicity atomicity) {
        try (Rig rig = new Rig(new Sizes(atomicity))) {
            Rig.Call call = rig.call(
                    c -> {
                        c.overwrite(rig.key("{k}a"), Rig.string("small"));
                        c.overwrite(rig.key("{k}b"), Rig.string(big(MAX_VALUE)));
                        return null;
                    },
                    "{k}");
            assertThat(call.outcome().failure().reply()).startsWith("ERR the store takes values up to 3000");
            assertThat(rig.get("{k}a").durable()).isNull();
            assertThat(rig.set("{k}a", big(MAX_VALUE - 100)).durable()).isEqualTo("OK");
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aMoveThatNobodyAskedForMakesNoCommandTooLarge(Atomicity atomicity) {
        moveNobodyAskedFor(new Sizes(atomicity));
        moveNobodyAskedFor(new Sizes(new Capabilities(atomicity, true, false, MAX_KEY, MAX_VALUE, 1 << 20, 100)));
    }

    private static void moveNobodyAskedFor(Sizes store) {
        try (Rig rig = new Rig(store)) {
            for (int i = 0; i < 5; i++) {
                byte[][] members = new byte[45][];
                for (int j = 0; j < members.length; j++) {
                    members[j] = Rig.bytes(big(100) + i + "-" + j);
                }
                rig.call(c -> SetValue.findOrEmpty(c, rig.key("s")).add(members, 0), "s")
                        .durable();
            }
            byte[][] passing = {Rig.bytes("passing")};
            for (int i = 0; i < 800; i++) {
                rig.call(c -> SetValue.findOrEmpty(c, rig.key("s")).add(passing, 0), "s")
                        .durable();
                assertThat(rig.call(c -> SetValue.findOrEmpty(c, rig.key("s")).remove(passing, 0), "s")
                                .durable())
                        .isEqualTo(1L);
            }
            assertThat(rig.call(c -> SetValue.findOrEmpty(c, rig.key("s")).size(), "s")
                            .durable())
                    .isEqualTo(225L);
            assertThat(rig.engine.figures().largeChanges()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aCommandThatIsTooLargeForMemoryIsRefusedAndNothingIsWritten(Atomicity atomicity) {
        Sizes store = new Sizes(atomicity);
        try (Rig rig = new Rig(store)) {
            rig.serve("{k}");
            int commits = store.commits;
            Rig.Call call = rig.call(
                    c -> {
                        for (int i = 0; i <= Rig.LARGEST_CHANGE / 2000; i++) {
                            c.overwrite(rig.key("{k}" + i), Rig.string(big(2000)));
                        }
                        return null;
                    },
                    "{k}");
            assertThat(call.outcome().failure().reply()).startsWith("ERR the changes of a command may take up to");
            assertThat(store.commits).isEqualTo(commits);
            assertThat(rig.get("{k}0").durable()).isNull();
        }
    }

    /** Neither parts nor heads fit where hardly a row does. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aStoreOfTinyBatchesTakesNoLargerChange(Atomicity atomicity) {
        try (Rig rig = new Rig(new MemoryKvStore(new Capabilities(atomicity, true, false, MAX_KEY, MAX_VALUE, 150)))) {
            Rig.Call call = rig.call(
                    c -> {
                        for (int i = 0; i < 4; i++) {
                            c.overwrite(rig.key("{k}" + i), Rig.string(big(40)));
                        }
                        return null;
                    },
                    "{k}");
            assertThat(call.outcome().failure().reply()).startsWith("ERR the store takes changes at once");
        }
    }

    /** As many heads as slots are put in force at once. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aStoreOfBatchesOfARowTakesNoChangeOfSeveralSlots(Atomicity atomicity) {
        Sizes store = new Sizes(new Capabilities(atomicity, false, false, MAX_KEY, MAX_VALUE, MAX_BATCH, 1));
        try (Rig rig = new Rig(store)) {
            String[] names = atomicity == Atomicity.STORE ? new String[] {"a", "b"} : new String[] {"{k}a", "{k}b"};
            Rig.Call call = rig.call(
                    c -> {
                        for (String name : names) {
                            c.overwrite(rig.key(name), Rig.string("value"));
                        }
                        return "OK";
                    },
                    names);
            if (atomicity == Atomicity.STORE) {
                assertThat(call.outcome().failure().reply())
                        .isEqualTo("ERR the store takes changes at once of up to 1 rows, and these are 2");
            } else {
                assertThat(call.durable()).isEqualTo("OK");
                assertThat(rig.engine.figures().largeChanges()).isEqualTo(1);
            }
            assertThat(rig.engine.pendingBytes()).isZero();
        }
    }

    /** A long name stands in the row key as a digest, and whole in the value. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void longKeysCountWhereTheyAreStored(Atomicity atomicity) {
        try (Rig rig = new Rig(new Sizes(atomicity))) {
            String longKey = "{k}" + big(2500);
            assertThat(rig.set(longKey, "1").durable()).isEqualTo("OK");
            rig.chill("{k}");
            assertThat(rig.get(longKey).durable()).isEqualTo("1");
            Rig.Call refused = rig.set("{k}" + big(2800), big(400)).outcome();
            assertThat(refused.failure().reply()).startsWith("ERR the store takes values");
        }
    }

    /** A random load, so that many batches fill while one is in flight; the store itself refuses what is too large. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void theOpenBatchIsClosedBeforeACommandWouldOverfillIt(Atomicity atomicity) {
        Sizes sizes = new Sizes(atomicity);
        randomLoad(sizes);
        assertThat(sizes.largest).isBetween(MAX_BATCH / 2L, (long) MAX_BATCH);
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void orBeforeItWouldHaveTooManyRows(Atomicity atomicity) {
        Sizes sizes = new Sizes(new Capabilities(atomicity, true, false, MAX_KEY, MAX_VALUE, 1 << 20, 7));
        randomLoad(sizes);
        assertThat(sizes.mostRows).isBetween(6, 7);
    }

    private static void randomLoad(Sizes sizes) {
        FaultyKvStore store = new FaultyKvStore(sizes);
        SplittableRandom random = new SplittableRandom(7);
        try (Rig rig = new Rig(store)) {
            String[] tags = {"{a}", "{b}"};
            rig.serve(tags);
            for (int round = 0; round < 20; round++) {
                store.next(Calls.COMMITS, Fault.HOLD_ANSWER);
                List<Rig.Call> calls = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    int length = random.nextInt(10) == 0 ? 1100 + random.nextInt(900) : random.nextInt(30);
                    String key = tags[random.nextInt(2)] + i + big(length);
                    String value = big(random.nextInt(900));
                    calls.add(
                            random.nextInt(4) == 0
                                    ? rig.setExpiring(key, value, rig.clock.get() + 100_000)
                                    : rig.set(key, value));
                    rig.home.turn();
                }
                store.release();
                rig.home.turn();
                calls.forEach(Rig.Call::durable);
            }
            assertThat(rig.engine.figures().commitFailures()).isZero();
            assertThat(rig.engine.pendingBytes()).isZero();
        }
    }
}
