package io.sluice.conformance;

import io.sluice.dist.LocalHBase;
import io.sluice.kv.KvStore;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Sluice on a real HBase. */
@EnabledIf(
        value = "io.sluice.dist.LocalHBase#isBuilt",
        disabledReason = "the modules backend-hbase and hbase-local are not built")
class SluiceOnHBaseConformanceTests extends SlotStoreContract {

    @TempDir
    static Path directory;

    @RegisterExtension
    static final Running HBASE = new Running();

    /** Before the suite starts its server, and after it has ended it. */
    static final class Running implements BeforeAllCallback, AfterAllCallback {
        private LocalHBase hbase;

        @Override
        public void beforeAll(ExtensionContext context) throws Exception {
            hbase = LocalHBase.start(directory);
        }

        @Override
        public void afterAll(ExtensionContext context) {
            if (hbase != null) {
                hbase.close();
            }
        }
    }

    @Override
    protected String name() {
        return "sluice on hbase";
    }

    @Override
    protected KvStore open(String data) throws Exception {
        return HBASE.hbase.open(data);
    }

    @Override
    protected KvStore openToRead(String data) throws Exception {
        return HBASE.hbase.openToRead(data);
    }

    /** Every command waits for a round trip or two: fewer histories, all cases. */
    @Override
    protected int defaultSequences() {
        return 10;
    }
}
