package io.sluice.kv.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.EngineFilter.includeEngines;

import io.sluice.kv.KvStore;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The suite is worth what it refuses: each defect fails it somewhere. */
class KvStoreContractTest {

    private static Supplier<Defect.Broken> opener;

    @ParameterizedTest
    @Timeout(120) // only so that a suite which loops on a defect fails
    @EnumSource(Defect.class)
    void aStoreWithADefectFails(Defect broken) {
        TestExecutionSummary summary = run(broken::open);
        List<String> failed = summary.getFailures().stream()
                .map(failure -> failure.getTestIdentifier().getDisplayName())
                .toList();
        assertThat(failed).as("the tests that find it").isNotEmpty();
        assertThat(summary.getTestsSucceededCount())
                .as("a defect that fails everything proves nothing")
                .isPositive();
    }

    /** The control: what is behind the defects has none. */
    @Test
    void theStoreBehindTheDefectsPasses() {
        assertThat(run(Defect.Broken::new).getFailures()).isEmpty();
    }

    private static TestExecutionSummary run(Supplier<Defect.Broken> stores) {
        opener = stores;
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(OnABrokenStore.class))
                                .filters(includeEngines("junit-jupiter"))
                                .build(),
                        listener);
        return listener.getSummary();
    }

    /** Run by the test above alone: a nested class is not looked for by itself. */
    static class OnABrokenStore extends KvStoreContract {
        private Defect.Broken broken;

        @Override
        protected KvStore open() {
            broken = opener.get();
            return broken;
        }

        @Override
        protected KvStore reopen() {
            return broken.reopen();
        }
    }
}
