package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open database and every native handle that lives as long. Used only between {@link InFlight#enter} and
 * {@link InFlight#exit}; released once all are out.
 */
final class Database {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    /** A tenth of a second of a start. */
    private static final long LONG_LOG = 8L << 20;

    /** A good part of what a shutdown may take; enough for some hundred MiB on any but a slow disk. */
    private static final long WRITE_OUT_MILLIS = 3000;

    final RocksDB rocks;
    final NativeOptions options;
    final Path directory;
    final InFlight inFlight = new InFlight();
    final Health health = new Health();

    /** Reads that answer from memory or say Incomplete. */
    final ReadOptions fromMemory = new ReadOptions().setReadTier(ReadTier.BLOCK_CACHE_TIER);

    /** Reads that may wait for the disk. */
    final ReadOptions fromAnywhere = new ReadOptions();

    /** Reads of what is in tables, without memtables. */
    private final ReadOptions fromTables = new ReadOptions().setReadTier(ReadTier.PERSISTED_TIER);

    /** Writes of what is in the journal that say Incomplete where they would have to wait. */
    final WriteOptions withoutWaiting = new WriteOptions().setDisableWAL(true).setNoSlowdown(true);

    /** Writes of what is in the journal that wait when compaction is behind. */
    final WriteOptions waiting = new WriteOptions().setDisableWAL(true);

    /** Writes to RocksDB's log that are on the disk when they return. */
    final WriteOptions forced = new WriteOptions().setSync(true);

    /** Reclamation: yields to everything else when compaction is behind. */
    final WriteOptions reclaiming;

    /** Whether RocksDB's log has what is written, each commit forced, instead of the journal. */
    final boolean forcesEach;

    private final List<ColumnFamilyHandle> families;
    /** Null when it is open for reading alone. */
    private final @Nullable Journal journal;

    /** @param families handles of all column families of the database, which it owns from now on */
    Database(
            RocksDB rocks,
            NativeOptions options,
            Path directory,
            List<ColumnFamilyHandle> families,
            boolean forcesEach,
            @Nullable Journal journal) {
        this.rocks = rocks;
        this.options = options;
        this.directory = directory;
        this.families = List.copyOf(families);
        this.forcesEach = forcesEach;
        this.reclaiming = new WriteOptions().setLowPri(true).setDisableWAL(!forcesEach);
        this.journal = journal;
    }

    /** What is open for reading alone has none. */
    Journal journal() {
        return Objects.requireNonNull(journal, "opened for reading alone");
    }

    /** Nobody knows what of the last batch is in the journal: nothing may be written any more. */
    StoreException journalBroke(IOException e) {
        String text = "the journal could not be written: " + e;
        health.breakDown(text, e);
        return new StoreException.Indeterminate(text, e);
    }

    /** The handle of what the journal was in before; null where there is nothing of it. */
    @Nullable
    ColumnFamilyHandle formerJournal() {
        return FormerJournal.of(families);
    }

    /** The number of the last batch of the journal of which all rows are in tables, on the disk. */
    long inTables() throws RocksDBException {
        return journal().inTables(JournalMark.read(rocks, fromTables));
    }

    /** Makes tables of the memtables, and waits for that: what is written is on the disk then, whatever log has it. */
    void writeOutAndWait() throws RocksDBException {
        writeOut(rocks, true);
    }

    /** Asks for tables to be made of the memtables. */
    void writeOut() throws RocksDBException {
        writeOut(rocks, false);
    }

    /** Of the rows, in a database that is still being opened, too. */
    static void writeOut(RocksDB rocks, boolean wait) throws RocksDBException {
        try (FlushOptions how = new FlushOptions().setWaitForFlush(wait).setAllowWriteStall(true)) {
            rocks.flush(how);
        }
    }

    /**
     * Ends RocksDB's background work, for the end: nobody may be inside.
     *
     * @param orderly whether what is in memtables is written to files before, so that the next start need not read it from the log or
     *     the journal; given up when it takes long, since these have all of it in any case. All that was appended is in the rows
     */
    void endBackgroundWork(boolean orderly) {
        if (!orderly) {
            rocks.cancelAllBackgroundWork(true);
            return;
        }
        Thread writing = NamedThreads.of("sluice-rocksdb-write-out").newThread(this::writeOutAtEnd);
        writing.start();
        NamedThreads.join(writing, WRITE_OUT_MILLIS);
        rocks.cancelAllBackgroundWork(true);
        NamedThreads.join(writing);
    }

    private void writeOutAtEnd() {
        try {
            long appended = journal().appended();
            if (appended > 0) {
                journal().mark(appended).write(rocks, waiting);
            }
            if (appended > 0 || logBytes() >= LONG_LOG) {
                writeOutAndWait();
            }
        } catch (RocksDBException e) {
            notWrittenOut(Failures.text(e), e);
        } catch (IOException e) {
            notWrittenOut(e.toString(), e);
        }
    }

    private static void notWrittenOut(String text, Exception cause) {
        LOG.warn("What is in memory could not be written out; the next start reads it from the log: {}", text, cause);
    }

    /** What of the log would be read if the database was opened now. */
    private long logBytes() throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "*.log")) {
            for (Path log : logs) {
                bytes += Files.size(log);
            }
        }
        return bytes;
    }

    /** Releases all handles, and with them the directory's LOCK. Nobody may be inside. */
    void release() {
        closeJournal();
        families.forEach(ColumnFamilyHandle::close);
        rocks.close();
        reclaiming.close();
        forced.close();
        waiting.close();
        withoutWaiting.close();
        fromTables.close();
        fromAnywhere.close();
        fromMemory.close();
        options.close();
    }

    private void closeJournal() {
        if (journal != null) {
            try {
                journal.close();
            } catch (IOException e) {
                LOG.warn("A file of the journal could not be closed: {}", e.toString(), e);
            }
        }
    }
}
