package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.proxy.text.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several commands as one: what is undone, what is committed together, and what a watched key learns. */
class TransactionScopeTest {
    private final Watches watches = new Watches();
    private MeteringKvStore meter;
    private FaultyKvStore store;
    private Rig rig;

    private void open(Atomicity atomicity, String... keys) {
        meter = new MeteringKvStore(new MemoryKvStore(atomicity));
        store = new FaultyKvStore(meter);
        rig = new Rig(store);
        rig.serve(keys);
        meter.reset();
    }

    @AfterEach
    void close() {
        watches.close();
        store.heal();
        store.release();
        rig.close();
    }

    /** A command of several. */
    private Transaction transaction(Function<TransactionScope, @Nullable Object> body, String... keys) {
        return new Transaction(body, rig.slotsOf(keys));
    }

    private final class Transaction extends Execution {
        private final Function<TransactionScope, @Nullable Object> body;
        private boolean completed;

        Transaction(Function<TransactionScope, @Nullable Object> body, int[] slots) {
            super(rig.engine, slots, 0, rig.home, false, false, null);
            this.body = body;
            completed = start();
            rig.home.turnUntil(() -> completed);
        }

        @Override
        protected @Nullable Object body(CommandContext context) {
            return body.apply(scope());
        }

        @Override
        protected void completed() {
            completed = true;
        }
    }

    private void set(CommandContext c, String key, String value) {
        c.overwrite(rig.key(key), Rig.string(value));
    }

    /** Runs a command that fails. */
    private static void fails(TransactionScope scope, Runnable command) {
        try {
            scope.whole(() -> {
                command.run();
                throw new CommandException("ERR no");
            });
        } catch (CommandException expected) {
            // as one command of many
        }
    }

    private void watch(String... keys) {
        transaction(
                scope -> {
                    scope.watch(watches, 0, List.of(keys).stream().map(rig::key).toList());
                    return null;
                },
                keys);
    }

    /** What EXEC would find. */
    private boolean isChanged() {
        int[] slots = IntStream.of(watches.slots()).sorted().distinct().toArray();
        Object answer = new Transaction(scope -> scope.isChanged(watches, scope.nowMs()), slots).result();
        return (Boolean) answer;
    }

    // ---- changes ----

    @Test
    void aCommandThatFailsUndoesItselfAlone() {
        open(Atomicity.STORE, "a", "b", "c");
        rig.set("b", "old").durable();
        transaction(
                scope -> {
                    set(scope.context(0), "a", "1");
                    fails(scope, () -> {
                        set(scope.context(0), "a", "2");
                        set(scope.context(0), "c", "2");
                        scope.context(0).remove(rig.key("b"));
                    });
                    assertThat(Rig.text(scope.context(0).header(rig.key("a")))).isEqualTo("1");
                    assertThat(Rig.text(scope.context(0).header(rig.key("b")))).isEqualTo("old");
                    assertThat(scope.context(0).header(rig.key("c"))).isNull();
                    return null;
                },
                "a",
                "b",
                "c");
        assertThat(rig.get("a").value()).isEqualTo("1");
        assertThat(rig.get("b").value()).isEqualTo("old");
        assertThat(rig.get("c").value()).isNull();
    }

    @Test
    void manyRowsAreUndone() {
        open(Atomicity.STORE);
        String[] keys = IntStream.range(0, 100).mapToObj(i -> "{x}" + i).toArray(String[]::new);
        transaction(
                scope -> {
                    for (int i = 0; i < 10; i++) {
                        set(scope.context(0), keys[i], "kept");
                    }
                    for (int round = 0; round < 3; round++) {
                        fails(scope, () -> {
                            for (String key : keys) {
                                set(scope.context(0), key, "undone");
                            }
                        });
                    }
                    set(scope.context(0), keys[50], "kept");
                    return null;
                },
                keys);
        List<String> there = new ArrayList<>();
        for (String key : keys) {
            Object value = rig.get(key).value();
            if (value != null) {
                assertThat(value).isEqualTo("kept");
                there.add(key);
            }
        }
        assertThat(there).hasSize(11);
        assertThat(rig.size(0)).isEqualTo(11);
    }

    @Test
    void allIsOneCommit() {
        open(Atomicity.STORE, "a", "b");
        rig.home.holdCommits();
        transaction(
                scope -> {
                    set(scope.context(0), "a", "1");
                    set(scope.context(3), "b", "1");
                    set(scope.context(0), "a", "2");
                    return null;
                },
                "a",
                "b");
        rig.home.commitByItself();
        rig.home.turn();
        assertThat(meter.snapshot().commits()).isEqualTo(1);
        assertThat(rig.get("a").value()).isEqualTo("2");
        assertThat(rig.get("b").value()).isNull();
        assertThat(rig.size(3)).isEqualTo(1);
    }

    @Test
    void aStoreThatIsAtomicPerSlotTakesChangesOfOneSlot() {
        open(Atomicity.SLOT, "a", "b");
        Transaction both = transaction(
                scope -> {
                    set(scope.context(0), "a", "1");
                    set(scope.context(0), "b", "1");
                    return null;
                },
                "a",
                "b");
        assertThat(both.failure()).hasMessage(Errors.CROSSSLOT);
        assertThat(rig.get("a").value()).isNull();
        Transaction one = transaction(
                scope -> {
                    set(scope.context(0), "a", "1");
                    fails(scope, () -> set(scope.context(0), "b", "1"));
                    return scope.context(0).header(rig.key("b"));
                },
                "a",
                "b");
        assertThat(one.failure()).isNull();
        assertThat(rig.get("a").value()).isEqualTo("1");
    }

    @Test
    void aReadThatTheStoreDoesNotAnswerFailsAllWhateverTheCommandMakesOfIt() {
        open(Atomicity.STORE, "a", "b");
        rig.set("b", "old").durable();
        rig.chill("a", "b");
        store.next(Calls.READS, Fault.BREAK);
        Transaction lost = transaction(
                scope -> {
                    set(scope.context(0), "a", "1");
                    try {
                        scope.whole(() -> scope.context(0).header(rig.key("b")));
                    } catch (CommandException swallowed) {
                        return "went on";
                    }
                    return "read";
                },
                "a",
                "b");
        assertThat(lost.failure()).hasMessageContaining("did not answer");
        assertThat(rig.get("a").value()).isNull();
    }

    // ---- whole databases ----

    private Object overAll(Function<TransactionScope, @Nullable Object> body) {
        rig.engine.loadAllSlots();
        Transaction all =
                new Transaction(body, IntStream.range(0, Keyspace.SLOTS).toArray());
        if (all.failure() != null) {
            throw all.failure();
        }
        return all.result();
    }

    @Test
    void databasesAreSeenAsTheTransactionHasChangedThem() {
        open(Atomicity.STORE);
        rig.set("a", "1").durable();
        rig.set("b", "1").durable();
        Object seen = overAll(scope -> {
            List<Object> sizes = new ArrayList<>();
            set(scope.context(0), "c", "1");
            sizes.add(scope.keyspace(0).size(0));
            fails(scope, () -> scope.keyspace(0).flush(0));
            sizes.add(scope.keyspace(0).size(0));
            scope.keyspace(0).swap(0, 1);
            sizes.add(scope.keyspace(0).size(0));
            sizes.add(scope.keyspace(0).size(1));
            scope.keyspace(0).flush(1);
            sizes.add(scope.keyspace(0).size(1));
            set(scope.context(1), "d", "1");
            sizes.add(scope.keyspace(0).size(1));
            return sizes;
        });
        assertThat(seen).isEqualTo(List.of(3L, 3L, 0L, 3L, 0L, 1L));
        assertThat(rig.size(0)).isZero();
        assertThat(rig.size(1)).isEqualTo(1);
    }

    // ---- watched keys ----

    @Test
    void aKeyThatNobodyChangesIsNotChanged() {
        open(Atomicity.STORE);
        rig.set("a", "1");
        watch("a", "b");
        rig.get("a");
        rig.del("b");
        rig.set("c", "1");
        assertThat(watches.size()).isEqualTo(2);
        assertThat(isChanged()).isFalse();
    }

    @Test
    void rowsBelowAnUnchangedHeaderCount() {
        open(Atomicity.STORE);
        rig.set("a", "1");
        watch("a");
        rig.call(
                c -> {
                    c.modified(rig.key("a"));
                    return null;
                },
                "a");
        assertThat(isChanged()).isTrue();
    }

    @Test
    void aCommandThatFailedChangedNothing() {
        open(Atomicity.STORE);
        watch("a");
        transaction(
                scope -> {
                    fails(scope, () -> set(scope.context(0), "a", "1"));
                    set(scope.context(0), "b", "1");
                    return null;
                },
                "a",
                "b");
        assertThat(isChanged()).isFalse();
    }

    @Test
    void aKeyFollowsItsDatabase() {
        open(Atomicity.STORE);
        rig.set("x", "makes the databases move").durable();
        watch("{x}a");
        rig.overKeyspace(0, keyspace -> keyspace.flush(0));
        rig.overKeyspace(0, keyspace -> keyspace.swap(0, 1));
        assertThat(isChanged()).isFalse();
        rig.set("{x}a", "1");
        assertThat(isChanged()).isTrue();
    }

    @Test
    void expiryIsAChangeAndNeedsNobodyToDeleteTheKey() {
        open(Atomicity.STORE);
        rig.setExpiring("a", "1", rig.clock.get() + 10).durable();
        watch("a");
        assertThat(isChanged()).isFalse();
        rig.clock.addAndGet(10);
        assertThat(isChanged()).isFalse();
        rig.clock.addAndGet(1);
        assertThat(isChanged()).isTrue();
    }

    @Test
    void theDeletionOfAKeyThatWasExpiredIsNoChange() {
        open(Atomicity.STORE);
        rig.setExpiring("a", "1", rig.clock.get() + 10).durable();
        rig.clock.addAndGet(10);
        watch("a");
        rig.get("a");
        assertThat(isChanged()).isFalse();
        rig.set("a", "2");
        assertThat(isChanged()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void theAnswerWaitsForTheChangeThatItTellsOf(Atomicity atomicity) {
        open(atomicity, "a");
        watch("a");
        rig.home.holdCommits();
        rig.set("a", "1");
        Transaction exec = transaction(scope -> scope.isChanged(watches, scope.nowMs()), "a");
        assertThat(exec.result()).isEqualTo(true);
        assertThat(exec.gates().isOpen()).isFalse();
        rig.home.commitByItself();
        rig.home.turn();
        assertThat(exec.gates().isOpen()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whatIsKnownOfALostSlotIsChanged(Atomicity atomicity) {
        open(atomicity, "a", "b");
        watch("a");
        rig.engine.release(rig.key("a").slot());
        rig.serve("a");
        assertThat(isChanged()).isTrue();
    }

    @Test
    void aChangeThatWasLostCountsToo() {
        open(Atomicity.STORE, "a");
        watch("a");
        store.next(Calls.COMMITS, Fault.BREAK);
        rig.set("a", "1");
        rig.home.turn();
        assertThat(isChanged()).isTrue();
    }

    @Test
    void nobodyIsToldOnceTheKeysAreForgotten() {
        open(Atomicity.STORE, "a");
        watch("a");
        assertThat(rig.slot("a").audience).isNotNull();
        watches.close();
        rig.set("a", "1");
        assertThat(rig.slot("a").audience).as("nobody listens").isNull();
        assertThat(watches.isChanged()).isFalse();
        watch("a");
        assertThat(watches.size()).as("forgotten for good").isZero();
    }

    @Test
    void aColdKeyIsWatchedAsTheStoreHasIt() {
        open(Atomicity.STORE, "a");
        rig.set("a", "1").durable();
        rig.chill("a");
        store.next(Calls.READS, Fault.REFUSE);
        watch("a");
        rig.overKeyspace(0, keyspace -> keyspace.flush(0));
        assertThat(isChanged()).isTrue();
    }
}
