package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Brings what the journal of the process before holds to the rows, and begins another. */
final class Recovery {
    private Recovery() {}

    /** @param families the handles of the database's column families; without the former journal's afterwards */
    static Journal run(RocksDB rocks, List<ColumnFamilyHandle> families, Path directory)
            throws IOException, RocksDBException {
        try (WriteOptions how = new WriteOptions();
                WriteOptions forced = new WriteOptions().setSync(true)) {
            JournalReader.Visitor apply = batch -> {
                try (org.rocksdb.WriteBatch rows = new org.rocksdb.WriteBatch(batch)) {
                    rocks.write(how, rows);
                }
            };
            ColumnFamilyHandle former = FormerJournal.of(families);
            if (former != null) {
                FormerJournal.forEach(rocks, former, apply);
                rocks.syncWal();
                rocks.dropColumnFamily(former);
                families.remove(former);
                former.close();
            }
            forEach(rocks, directory, apply);
            // With it all rows before it are on the disk; till then the next start does the same again.
            JournalMark mark = Journal.newMark();
            mark.write(rocks, forced);
            return Journal.begin(directory.resolve(Journal.DIRECTORY), mark);
        }
    }

    /** Shows what is in the journal's files and not in the rows. */
    static void forEach(RocksDB rocks, Path directory, JournalReader.Visitor visitor)
            throws IOException, RocksDBException {
        JournalMark mark = JournalMark.read(rocks);
        if (mark != null) {
            long latest = rocks.getLatestSequenceNumber();
            JournalReader.forEach(directory.resolve(Journal.DIRECTORY), mark, latest, visitor);
        }
    }
}
