package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Brings what the journal of the process before holds to the rows, and begins another.
 *
 * <p>As the {@link Applier} does, each row once for all that it was written, but for what the memory of a process that starts must
 * hold. All of it is in tables before the other journal begins. A process that is killed again meanwhile leaves the mark
 * as it was, and the next start does all of it again; and no more than that: what these rows add to RocksDB's sequence numbers must not
 * make a record count that did not, so it is erased before.
 */
final class Recovery {
    private final RocksDB rocks;
    private final WriteOptions how;
    private final List<EncodedBatch> gathered = new ArrayList<>();
    private long gatheredBytes;
    private boolean wroteRows;

    private Recovery(RocksDB rocks, WriteOptions how) {
        this.rocks = rocks;
        this.how = how;
    }

    /** @param families the handles of the database's column families; without the former journal's afterwards */
    static Journal run(RocksDB rocks, List<ColumnFamilyHandle> families, Path directory)
            throws IOException, RocksDBException {
        try (WriteOptions how = new WriteOptions().setDisableWAL(true);
                WriteOptions forced = new WriteOptions().setSync(true)) {
            Recovery recovery = new Recovery(rocks, how);
            ColumnFamilyHandle former = FormerJournal.of(families);
            if (former != null) {
                FormerJournal.forEach(rocks, former, recovery::add);
                recovery.finish();
                rocks.dropColumnFamily(former);
                families.remove(former);
                former.close();
            }
            forceFiles(directory);
            JournalReader.Uncounted lost = forEach(rocks, directory, recovery::add);
            if (lost != null) {
                lost.erase();
            }
            recovery.finish();
            // All rows before it are in tables; till then the next start does the same again.
            JournalMark mark = Journal.newMark();
            mark.write(rocks, forced);
            return Journal.begin(directory.resolve(Journal.DIRECTORY), mark);
        }
    }

    /** No table may have what the journal could lose: see {@link ForcesBeforeFlush}, which begins when the journal does. */
    private static void forceFiles(Path directory) throws IOException {
        for (Path file : Journal.files(directory.resolve(Journal.DIRECTORY))) {
            Journal.forceFile(file, StandardOpenOption.WRITE);
        }
    }

    private void add(EncodedBatch batch) throws RocksDBException {
        if (batch.deletesRange()) {
            write();
            int range = batch.firstRecord();
            rocks.deleteRange(
                    how,
                    BatchEncoder.keyOf(batch.bytes(), range),
                    Objects.requireNonNull(BatchEncoder.valueOf(batch.bytes(), range)));
            wroteRows = true;
            return;
        }
        gathered.add(batch);
        gatheredBytes += batch.length();
        if (gatheredBytes >= Applier.GATHER_BYTES) {
            write();
            Database.writeOut(rocks, false); // on another processor, and while there is more to read
        }
    }

    /** Brings the rest to the rows, and the rows to tables. */
    private void finish() throws RocksDBException {
        write();
        if (wroteRows) {
            Database.writeOut(rocks, true);
            wroteRows = false;
        }
    }

    private void write() throws RocksDBException {
        MergedRows rows = new MergedRows(gathered, GiveWay.never(), MergedRows.roomForEnds());
        while (!rows.isAtEnd()) {
            try (org.rocksdb.WriteBatch piece =
                    new org.rocksdb.WriteBatch(rows.take(Applier.PIECE_ROWS, Applier.PIECE_BYTES))) {
                rocks.write(how, piece);
            }
        }
        wroteRows |= !gathered.isEmpty();
        gathered.clear();
        gatheredBytes = 0;
    }

    /**
     * Shows what is in the journal's files and not in the rows.
     *
     * @return the first record that does not count any more, if that ended it
     */
    static JournalReader.@Nullable Uncounted forEach(RocksDB rocks, Path directory, JournalReader.Visitor visitor)
            throws IOException, RocksDBException {
        JournalMark mark = JournalMark.read(rocks);
        if (mark == null) {
            return null;
        }
        long latest = rocks.getLatestSequenceNumber();
        return JournalReader.forEach(directory.resolve(Journal.DIRECTORY), mark, latest, visitor);
    }
}
