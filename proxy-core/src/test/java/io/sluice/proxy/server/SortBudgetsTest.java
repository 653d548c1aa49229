package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.proxy.config.StorageSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often SORT asks the store, whose keys are known only while it runs and lie in many slots. */
class SortBudgetsTest {
    private static final int ELEMENTS = 50;

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void eachKindOfKeysIsAskedForOnce(Atomicity atomicity, boolean inline) throws Exception {
        MemoryKvStore memory = LiveServer.unshared(atomicity);
        MeteringKvStore meter =
                new MeteringKvStore(inline ? memory : new DelayedKvStore(memory, 1, Duration.ofNanos(200_000)));
        try (LiveServer server = new LiveServer(meter, Map.of(StorageSettings.PACKED_MAX_BYTES, "100"))) {
            WireClient client = server.client();
            fill(client);
            server.awaitAllSlots();
            expect(server, meter, "SORT list", 1);
            expect(server, meter, "SORT list BY nosort GET #", 1);
            expect(server, meter, "SORT list BY weight_*", 2);
            expect(server, meter, "SORT list BY weight_* GET # GET weight_*", 2);
            expect(server, meter, "SORT list BY none_*", 2);
            expect(server, meter, "SORT list GET obj_*->name GET weight_*", 3);
            expect(server, meter, "SORT list BY obj_*->name ALPHA LIMIT 0 10 GET weight_*", 4);
        }
    }

    private static void fill(WireClient client) throws IOException {
        // Every element goes through its slot, so that the slots are served.
        for (int i = 0; i < ELEMENTS; i++) {
            client.ask("SET weight_" + i + " " + (ELEMENTS - i));
            client.ask("HSET obj_" + i + " name " + "n".repeat(60) + i + " other " + "o".repeat(100));
        }
        for (int i = 0; i < 10; i++) {
            client.ask("RPUSH list " + i);
        }
    }

    private static void expect(LiveServer server, MeteringKvStore meter, String request, long reads)
            throws IOException {
        WireClient client = server.client();
        server.server().engine().dropCaches();
        client.ask("DBSIZE"); // brings all slots into service again
        var before = meter.snapshot();
        assertThat(client.ask(request)).startsWith("[");
        assertThat(meter.snapshot().since(before).reads())
                .as("cold: %s", request)
                .isEqualTo(reads);
        before = meter.snapshot();
        client.ask(request);
        assertThat(meter.snapshot().since(before).reads())
                .as("warm: %s", request)
                .isZero();
    }
}
