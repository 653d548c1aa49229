package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.MemoryKvStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrawnIdsTest {
    @Test
    void aCommandThatRunsAgainDrawsTheSameIds() {
        StepStore store = new StepStore(new MemoryKvStore());
        try (Rig rig = new Rig(store)) {
            rig.serve("a");
            int slot = rig.key("a").slot();
            List<Long> drawn = new ArrayList<>();
            store.stepping(true);
            Rig.Call call = rig.call(
                    c -> {
                        long id = c.newId(slot);
                        assertThat(c.newId(slot)).isNotEqualTo(id);
                        drawn.add(id);
                        c.range(slot, row(id), row(id + 1), false, 10, false);
                        return id;
                    },
                    "a");
            assertThat(call.completed).isFalse();
            while (store.steps() > 0) {
                store.step(0);
            }
            store.stepping(false);
            long id = drawn.get(0);
            assertThat(call.durable()).isEqualTo(id);
            assertThat(drawn).containsExactly(id, id);
            assertThat(rig.call(c -> c.newId(slot), "a").durable()).isEqualTo(id + 2);
        }
    }

    private static byte[] row(long id) {
        return RowKeys.scoreStart(id, 0);
    }
}
