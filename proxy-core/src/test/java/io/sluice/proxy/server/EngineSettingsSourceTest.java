package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.config.Settings;
import io.sluice.proxy.engine.EngineOptions;
import io.sluice.proxy.engine.SlotFunction;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineSettingsSourceTest {

    @Test
    void thePaceOfBackgroundWorkFollowsTheSettings() throws Exception {
        Settings settings = Settings.of(Map.of());
        EngineOptions options = new EngineSettingsSource(settings).options(SlotFunction.OF_CLUSTER);
        assertThat(options.hz().getAsInt()).isEqualTo(10);
        assertThat(options.reclaimRowsPerSecond().getAsInt()).isEqualTo(50_000);
        settings.set(List.of("hz", "100", "reclaim-rows-per-second", "7"));
        assertThat(options.hz().getAsInt()).isEqualTo(100);
        assertThat(options.reclaimRowsPerSecond().getAsInt()).isEqualTo(7);
        settings.set(List.of("reclaim-rows-per-second", "0"));
        assertThat(options.reclaimRowsPerSecond().getAsInt()).isEqualTo(Integer.MAX_VALUE);
    }
}
