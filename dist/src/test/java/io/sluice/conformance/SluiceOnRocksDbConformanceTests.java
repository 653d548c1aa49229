package io.sluice.conformance;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Sluice as it is delivered, on embedded RocksDB. */
class SluiceOnRocksDbConformanceTests extends ConformanceContract {

    @TempDir
    static Path directory;

    @Override
    protected Target startTarget() {
        return SluiceTarget.onRocksDb(directory, settings());
    }
}
