package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.ForwardingKvStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the store is told of rows that were not there. That it is never wrong {@link MemoryKvStore} checks, in all tests that have
 * one; here, that it is told at all, and not when it is not known.
 */
class WasAbsentTest {
    private static final String TAG = "{t}";

    /** Notes the rows of collections that are committed, and applies a commit without saying so when it is asked to. */
    private static final class Noting extends ForwardingKvStore {
        final List<String> seen = new ArrayList<>();
        boolean loseAnswer;

        Noting(KvStore delegate) {
            super(delegate);
        }

        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            for (WriteBatch.Op op : batch.ops()) {
                if (Extents.isKept(op.key())) {
                    seen.add((op.wasAbsent() ? "absent, " : "") + op.kind() + " " + op.key()[op.key().length - 1]);
                }
            }
            CompletionStage<Void> committed = delegate.commit(batch);
            if (loseAnswer) {
                loseAnswer = false;
                return CompletableFuture.failedStage(new StoreException.Indeterminate("the answer was lost", null));
            }
            return committed;
        }
    }

    private final Noting store = new Noting(new MemoryKvStore());
    private final Rig rig = new Rig(store);
    private MadeCollection rows;

    @BeforeEach
    void make() {
        rig.serve(TAG);
        rows = new MadeCollection(rig, TAG, 1);
    }

    @AfterEach
    void close() {
        rig.close();
        store.close();
    }

    @Test
    void theStoreIsToldOfNewRows() {
        rows.put(0, "new").durable();
        rows.put(0, null).durable();
        rows.put(0, "again").durable();
        rows.put(2, "2").durable();
        rows.put(3, null).durable();
        assertThat(store.seen)
                .containsExactly(
                        "absent, PUT 0", "PUT 0", "DELETE 0", "absent, PUT 0", "absent, PUT 2", "absent, DELETE 3");
    }

    @Test
    void whatCountsIsHowItWasBeforeTheBatch() {
        store.seen.clear();
        rig.home.holdCommits();
        rows.put(0, null);
        rows.put(0, "again");
        rows.put(2, "2");
        rows.put(2, null);
        rows.put(3, "3");
        rows.put(3, null);
        rows.put(3, "3 again");
        rig.home.commit();
        assertThat(store.seen).containsExactlyInAnyOrder("PUT 0", "absent, DELETE 2", "absent, PUT 3");
    }

    @Test
    void nothingIsSaidOfWhatIsNotKnown() {
        rig.engine.core().extents().clear();
        store.seen.clear();
        rows.put(0, "new").durable();
        rows.put(2, "2").durable();
        assertThat(store.seen).containsExactly("PUT 0", "PUT 2");
    }

    /** It may have been applied. */
    @Test
    void nothingIsSaidOfABatchThatIsSentAgain() {
        store.seen.clear();
        store.loseAnswer = true;
        rows.put(2, "2").durable();
        assertThat(store.seen).containsExactly("absent, PUT 2", "PUT 2");
        rows.put(2, null).durable();
        rows.put(2, "2").durable();
        assertThat(store.seen.subList(2, 4)).containsExactly("DELETE 2", "absent, PUT 2");
    }
}
