package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Brings what the journal of the process before holds to the rows, and begins another.
 *
 * <p>As the {@link Applier} does: each row once for as many batches as gather there. A process that is killed again meanwhile
 * leaves the mark as it was, and the next start does all of it again.
 */
final class Recovery {
    private final RocksDB rocks;
    private final WriteOptions how;
    private final List<EncodedBatch> gathered = new ArrayList<>();
    private long bytes;

    private Recovery(RocksDB rocks, WriteOptions how) {
        this.rocks = rocks;
        this.how = how;
    }

    /** @param families the handles of the database's column families; without the former journal's afterwards */
    static Journal run(RocksDB rocks, List<ColumnFamilyHandle> families, Path directory)
            throws IOException, RocksDBException {
        try (WriteOptions how = new WriteOptions();
                WriteOptions forced = new WriteOptions().setSync(true)) {
            Recovery recovery = new Recovery(rocks, how);
            ColumnFamilyHandle former = FormerJournal.of(families);
            if (former != null) {
                FormerJournal.forEach(rocks, former, recovery::add);
                recovery.write();
                rocks.syncWal();
                rocks.dropColumnFamily(former);
                families.remove(former);
                former.close();
            }
            forEach(rocks, directory, recovery::add);
            recovery.write();
            // With it all rows before it are on the disk; till then the next start does the same again.
            JournalMark mark = Journal.newMark();
            mark.write(rocks, forced);
            return Journal.begin(directory.resolve(Journal.DIRECTORY), mark);
        }
    }

    private void add(byte[] batch) throws RocksDBException {
        gathered.add(EncodedBatch.alone(batch));
        bytes += batch.length;
        if (bytes >= Applier.GATHER_BYTES) {
            write();
        }
    }

    private void write() throws RocksDBException {
        MergedRows rows = new MergedRows(gathered);
        while (!rows.isAtEnd()) {
            try (org.rocksdb.WriteBatch piece =
                    new org.rocksdb.WriteBatch(rows.take(Applier.PIECE_ROWS, Applier.PIECE_BYTES))) {
                rocks.write(how, piece);
            }
        }
        gathered.clear();
        bytes = 0;
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
