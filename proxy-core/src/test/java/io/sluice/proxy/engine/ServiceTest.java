package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Commands that wait for keys, and how they are served; here they wait for strings, which they take whole. */
class ServiceTest {
    private final MemoryKvStore memory = new MemoryKvStore();
    private final FaultyKvStore store = new FaultyKvStore(memory);
    private final List<String> told = new ArrayList<>();

    /** A command that takes the first of its keys that holds a string, and waits when none does. */
    private final class Take extends Execution {
        final Rig rig;
        final String name;
        final byte type;
        final List<String> keys;
        /** What it reads besides. */
        final @Nullable String other;

        @Nullable
        Waiter waiter;

        @Nullable
        Gates served;

        boolean gone;
        /** Keys of slots that it needs besides. */
        String[] further = {};

        Take(Rig rig, String name, byte type, @Nullable String other, String... keys) {
            super(rig.engine, rig.slotsOf(keys), 0, rig.home, false, false, null);
            this.rig = rig;
            this.name = name;
            this.type = type;
            this.keys = Arrays.asList(keys);
            this.other = other;
        }

        @Override
        protected @Nullable Object body(CommandContext context) {
            for (String key : keys) {
                Object taken = take(context, key);
                if (taken != null) {
                    return taken;
                }
            }
            return null;
        }

        @Nullable
        Object take(CommandContext context, String key) {
            Header header = context.header(rig.key(key));
            if (header == null) {
                return null;
            }
            if (header.type() != type) {
                throw new CommandException("WRONGTYPE");
            }
            if (other != null) {
                context.header(rig.key(other));
            }
            context.remove(0, rig.key(key));
            return Rig.text(header);
        }

        @Override
        protected void inForce(@Nullable Object outcome, @Nullable CommandException failed) {
            if (outcome == null && failed == null) {
                waiter = new Waiter();
                park(waiter, keys.stream().map(rig::key).toList());
            }
        }

        @Override
        protected void completed() {
            // only what it waits for is told
        }

        Take begin() {
            start();
            rig.home.turn();
            return this;
        }

        void end(boolean asError) {
            assertThat(waiter).isNotNull();
            waiter.end(asError);
            rig.home.turn();
        }

        final class Waiter extends Parked {
            Waiter() {
                super(rig.home, type, 0);
            }

            @Override
            protected @Nullable Object serve(CommandContext context, int keyIndex) {
                return take(context, keys.get(keyIndex));
            }

            @Override
            protected boolean isGone() {
                return gone;
            }

            @Override
            protected int[] furtherSlots() {
                return rig.slotsOf(further);
            }

            @Override
            protected void served(@Nullable Object result, @Nullable CommandException failure, Gates gates) {
                told.add(name + "=" + (failure == null ? result : failure.reply()));
                served = gates;
            }

            @Override
            protected void ended(boolean asError) {
                told.add(name + (asError ? " unblocked" : " timed out"));
            }
        }
    }

    private Take waits(Rig rig, String name, String... keys) {
        return new Take(rig, name, ValueType.STRING, null, keys).begin();
    }

    @Test
    void whoWaitsLongestIsServedFirstAndOnce() {
        try (Rig rig = new Rig(store)) {
            waits(rig, "first", "a", "b");
            waits(rig, "second", "b", "a");
            waits(rig, "third", "b");
            rig.set("b", "1").durable();
            rig.set("a", "2").durable();
            assertThat(told).containsExactly("first=1", "second=2");
            rig.set("a", "3").durable();
            assertThat(rig.get("a").durable()).isEqualTo("3");
            rig.set("b", "4").durable();
            assertThat(told).containsExactly("first=1", "second=2", "third=4");
            assertThat(rig.slot("a").isAwaited()).isFalse();
            assertThat(rig.slot("b").isAwaited()).isFalse();
        }
    }

    @Test
    void whatIsServedIsGatedByTheCommitThatTakesIt() {
        try (Rig rig = new Rig(store)) {
            Take take = waits(rig, "it", "a");
            rig.home.holdCommits();
            rig.set("a", "1");
            rig.home.turn();
            assertThat(told).containsExactly("it=1");
            assertThat(take.served.isOpen()).isFalse();
            rig.home.commit();
            rig.home.turnUntil(take.served::isOpen);
        }
    }

    @Test
    void aLostCommitFailsWhoWasServedByIt() {
        try (Rig rig = new Rig(store)) {
            rig.set("a", "0").durable();
            rig.del("a").durable();
            Take take = waits(rig, "it", "a");
            store.nextCommits(Fault.BREAK, 1);
            rig.set("a", "1");
            rig.home.turn();
            assertThat(take.served.failed()).isTrue();
            assertThat(rig.get("a").durable()).isNull();
        }
    }

    /** The wait began with what was not durable and was lost: the key holds again what it held before. */
    @Test
    void whoSawWhatWasLostIsServedWhenTheSlotIsReadAgain() {
        try (Rig rig = new Rig(store)) {
            rig.set("a", "1").durable();
            rig.home.holdCommits();
            rig.del("a");
            waits(rig, "it", "a");
            store.nextCommits(Fault.BREAK, 1);
            rig.home.commit();
            rig.home.commitByItself();
            rig.serve("a");
            rig.home.turnUntil(() -> !told.isEmpty());
            assertThat(told).containsExactly("it=1");
            assertThat(rig.get("a").durable()).isNull();
        }
    }

    /** Nothing but the store knows what the key holds. */
    @Test
    void whoWaitsForAnotherTypeIsPassedOverThoughMemoryKnowsNothing() {
        try (Rig rig = new Rig(store, 0, Rig.BUDGET);
                Rig owner = new Rig(memory.share())) {
            new Take(rig, "list", ValueType.LIST, null, "a").begin();
            waits(rig, "first", "a");
            new Take(rig, "zset", ValueType.ZSET, null, "a").begin();
            waits(rig, "second", "a");
            owner.set("a", "1").durable();
            rig.engine.dropCaches();
            rig.serve("a");
            rig.home.turn();
            assertThat(told).containsExactly("first=1");
            assertThat(rig.get("a").durable()).isNull();
            rig.set("a", "2").durable();
            assertThat(told).containsExactly("first=1", "second=2");
        }
    }

    @Test
    void aFailingStoreFailsTheServiceAndLeavesTheValue() {
        try (Rig rig = new Rig(store)) {
            rig.set("{k}other", "x").durable();
            rig.chill("{k}a");
            new Take(rig, "it", ValueType.STRING, "{k}other", "{k}a").begin();
            store.nextReads(Fault.BREAK, 1);
            rig.set("{k}a", "1").durable();
            assertThat(told).hasSize(1);
            assertThat(told.get(0)).startsWith("it=ERR");
            assertThat(rig.get("{k}a").durable()).isEqualTo("1");
            assertThat(rig.slot("{k}a").isHeld()).isFalse();
        }
    }

    /** The slot that the first one needs besides cannot be read: the others still learn of the key. */
    @Test
    void aServiceThatCannotBeginLeavesTheKeyToTheOthers() {
        String key = Rig.keyIn(10, "a");
        String other = Rig.keyIn(5, "b");
        try (Rig rig = new Rig(store)) {
            rig.serve(key, other);
            Take first = waits(rig, "first", key);
            first.further = new String[] {other};
            waits(rig, "second", key);
            rig.engine.release(rig.key(other).slot());
            store.nextReads(Fault.BREAK, 1);
            rig.set(key, "1").durable();
            rig.home.turnUntil(() -> told.size() == 2);
            assertThat(told.get(0)).startsWith("first=ERR slot 5 cannot be served");
            assertThat(told.get(1)).isEqualTo("second=1");
            assertThat(rig.get(key).durable()).isNull();
        }
    }

    @Test
    void whoIsEndedWhileItsServiceWaitsForTheStoreTakesNothing() {
        try (Rig rig = new Rig(store)) {
            rig.set("{k}other", "x").durable();
            rig.chill("{k}a");
            Take first = new Take(rig, "first", ValueType.STRING, "{k}other", "{k}a").begin();
            waits(rig, "second", "{k}a");
            store.next(Calls.READS, Fault.HOLD_CALL);
            rig.set("{k}a", "1");
            rig.home.turn();
            assertThat(store.held()).isEqualTo(1);
            first.end(true);
            assertThat(told).isEmpty();
            store.release();
            rig.home.turn();
            assertThat(told).containsExactlyInAnyOrder("first unblocked", "second=1");
            assertThat(rig.get("{k}a").durable()).isNull();
        }
    }

    @Test
    void whoIsGoneIsPassedOverAlsoWhileItsServiceWaitsForTheStore() {
        try (Rig rig = new Rig(store)) {
            rig.set("{k}other", "x").durable();
            rig.chill("{k}a");
            Take first = waits(rig, "first", "{k}a");
            first.gone = true;
            Take second = new Take(rig, "second", ValueType.STRING, "{k}other", "{k}a").begin();
            waits(rig, "third", "{k}a");
            store.next(Calls.READS, Fault.HOLD_CALL);
            rig.set("{k}a", "1");
            rig.home.turn();
            second.gone = true;
            store.release();
            rig.home.turn();
            assertThat(told).containsExactly("third=1");
            first.end(false);
            second.end(false);
            assertThat(rig.slot("{k}a").isAwaited()).isFalse();
        }
    }

    @Test
    void whatIsPutCannotBeTakenByAnotherWhileAServiceWaitsForTheStore() {
        try (Rig rig = new Rig(store)) {
            rig.set("{k}other", "x").durable();
            rig.chill("{k}a");
            new Take(rig, "it", ValueType.STRING, "{k}other", "{k}a").begin();
            store.next(Calls.READS, Fault.HOLD_CALL);
            rig.set("{k}a", "1");
            Rig.Call del = rig.del("{k}a");
            rig.home.turn();
            assertThat(del.completed).isFalse();
            store.release();
            assertThat(del.durable()).isEqualTo(false);
            assertThat(told).containsExactly("it=1");
        }
    }

    /** Who would give some back may be waiting for the lanes that the service holds. */
    @Test
    void aServiceDoesNotWaitForTheBudgetOfLoads() {
        try (Rig rig = new Rig(store)) {
            rig.set("{k}other", "x").durable();
            rig.chill("{k}a");
            new Take(rig, "it", ValueType.STRING, "{k}other", "{k}a").begin();
            rig.engine.core().budget().take(Rig.BUDGET);
            rig.set("{k}a", "1").durable();
            rig.home.turn();
            assertThat(told).containsExactly("it=1");
            rig.engine.core().budget().giveBack(Rig.BUDGET);
        }
    }

    @Test
    void whoseTimeIsUpHasLeftAllItsQueues() {
        try (Rig rig = new Rig(store)) {
            Take first = waits(rig, "first", "a", "b");
            waits(rig, "second", "b");
            first.end(false);
            first.end(true);
            rig.set("a", "1").durable();
            rig.set("b", "2").durable();
            assertThat(told).containsExactly("first timed out", "second=2");
            assertThat(rig.get("a").durable()).isEqualTo("1");
        }
    }
}
