package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDBException;

/**
 * Makes copies of a database in use: a checkpoint of RocksDB's, whose tables have all that was in memtables, and then the journal. The
 * moment that the copy is of is that of the journal's copy, or an earlier one: once it lacks a record, those behind it do not count.
 */
final class Copies {
    private Copies() {}

    /**
     * While nothing is brought from the journal to the rows: else what the checkpoint has in part, or not at all, could be gone
     * from the journal's files when these are copied.
     */
    static void make(Database db, Path target) {
        try (Checkpoint checkpoint = Checkpoint.create(db.rocks)) {
            checkpoint.createCheckpoint(target.toString());
        } catch (RocksDBException e) {
            throw new StoreException.Fatal("no checkpoint at " + target + ": " + Failures.text(e), e);
        }
        try {
            db.journal().copyTo(target.resolve(Journal.DIRECTORY));
        } catch (IOException e) {
            StoreException failed = new StoreException.Fatal("no checkpoint at " + target + ": " + e, e);
            try {
                deleteTree(target);
            } catch (IOException left) {
                failed.addSuppressed(left);
            }
            throw failed;
        }
    }

    private static void deleteTree(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
