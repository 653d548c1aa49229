package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;

/** A copy of the files of a store: what a process that is killed now leaves. */
final class CrashImage {
    private CrashImage() {}

    /** While nobody writes to the store. */
    static Path of(Database db, Path target) throws IOException, RocksDBException {
        db.rocks.pauseBackgroundWork();
        try (Stream<Path> all = Files.walk(db.directory)) {
            for (Path each : all.toList()) {
                try {
                    Files.copy(
                            each, target.resolve(db.directory.relativize(each).toString()));
                } catch (NoSuchFileException deleted) {
                    // Nothing needs it any more: tables are deleted in pieces, and large files of the journal once
                    // their rows are in tables.
                    continue;
                }
            }
        } finally {
            db.rocks.continueBackgroundWork();
        }
        return target;
    }
}
