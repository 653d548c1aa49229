package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** R2: an attempt that ends without a result leaves nothing behind. */
class R2IsolationTest {
    private final MeteringKvStore meter = new MeteringKvStore(new MemoryKvStore());
    private final FaultyKvStore store = new FaultyKvStore(meter);
    private final Rig rig = new Rig(store);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void anAttemptThatUnwindsLeavesNoChangeAndCountsNothing() {
        rig.set("{k}cold", "1").durable();
        rig.set("{k}dead", "1").durable();
        rig.setExpiring("{k}dead", "1", rig.clock.get() + 10).durable();
        rig.chill("{k}");
        rig.get("{k}dead").durable();
        rig.clock.addAndGet(100);
        long commits = meter.snapshot().commits();
        store.nextReads(Fault.HOLD_ANSWER, 1);
        boolean[] first = {true};
        Rig.Call call = rig.call(
                c -> {
                    c.overwrite(rig.key("{k}new"), Rig.string("x"));
                    if (first[0]) {
                        first[0] = false;
                        c.overwrite(rig.key("{k}never"), Rig.string("x"));
                    }
                    c.header(rig.key("{k}dead"));
                    c.countLookup(true);
                    Header cold = c.header(rig.key("{k}cold"));
                    c.countLookup(false);
                    return Rig.text(cold);
                },
                "{k}");
        assertThat(call.runs).isEqualTo(1);
        assertThat(call.completed).isFalse();
        rig.home.turn();
        assertThat(meter.snapshot().commits()).isEqualTo(commits);
        assertThat(rig.stats.hits.sum() + rig.stats.misses.sum() + rig.stats.expired.sum())
                .isZero();
        assertThat(rig.engine.pendingBytes()).isZero();
        assertThat(rig.get("{k}new").durable()).isNull();

        store.release();
        assertThat(call.durable()).isEqualTo("1");
        assertThat(call.runs).isEqualTo(2);
        assertThat(rig.stats.hits.sum()).isEqualTo(1);
        assertThat(rig.stats.misses.sum()).isEqualTo(1);
        assertThat(rig.stats.expired.sum()).isEqualTo(1);
        assertThat(rig.get("{k}new").durable()).isEqualTo("x");
        assertThat(rig.get("{k}never").durable()).isNull();
    }

    @Test
    void aCommandThatFailsChangesNothing() {
        rig.set("{k}a", "1").durable();
        long size = rig.size(0);
        long commits = meter.snapshot().commits();
        for (RuntimeException thrown :
                new RuntimeException[] {new CommandException("ERR no"), new IllegalStateException("a defect")}) {
            Rig.Call call = rig.call(
                    c -> {
                        c.remove(rig.key("{k}a"));
                        c.overwrite(rig.key("{k}b"), Rig.string("x"));
                        c.putRow(rig.key("{k}").slot(), new byte[] {0x38, 1}, new byte[1]);
                        throw thrown;
                    },
                    "{k}");
            call.outcome();
            assertThat(call.failure().reply()).startsWith("ERR");
            assertThat(call.gates().isOpen()).isTrue();
        }
        assertThat(meter.snapshot().commits()).isEqualTo(commits);
        assertThat(rig.get("{k}a").durable()).isEqualTo("1");
        assertThat(rig.get("{k}b").durable()).isNull();
        assertThat(rig.size(0)).isEqualTo(size);
    }

    @Test
    void changesAreSeenByTheReadsThatFollowInTheSameRunAlone() {
        Object seen = rig.call(
                        c -> {
                            c.overwrite(rig.key("a"), Rig.string("1"));
                            String first = Rig.text(c.header(rig.key("a")));
                            c.remove(rig.key("a"));
                            return first + c.header(rig.key("a"));
                        },
                        "a")
                .durable();
        assertThat(seen).isEqualTo("1null");
        assertThat(rig.get("a").durable()).isNull();
    }
}
