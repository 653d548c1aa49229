package io.sluice.rocksdb;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives files of the journal free once a second: those whose batches are in tables. Where too much is held it asks for tables: a few rows
 * that are written all the time fill the journal, and no memtable. And as the journal goes through all its files, it sees to it that
 * those who append find what they write over in the system's memory.
 *
 * <p>On a thread of its own, since who asks for tables may have to wait behind writers, and these for a flush, each of which forces the
 * journal first.
 */
final class JournalTrimmer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalTrimmer.class);
    private static final long MILLIS = 1000;

    private final Database db;
    private final Journal journal;
    private final WalForcer forcer;
    private final long mostHeld;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(NamedThreads.of("sluice-rocksdb-journal"));

    // ---- of the thread alone ----

    /** Tables with all batches up to this one. */
    private long askedFor;

    /** The last batch that was appended when this looked. */
    private long seen;

    /** @param mostHeld bytes of the journal's files before tables are asked for */
    JournalTrimmer(Database db, WalForcer forcer, long mostHeld) {
        this.db = db;
        this.journal = db.journal();
        this.forcer = forcer;
        this.mostHeld = mostHeld;
    }

    void begin() {
        timer.scheduleWithFixedDelay(() -> db.inFlight.run(this::look), MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    }

    void look() {
        if (db.health.reason() != null) {
            return;
        }
        try {
            if (journal.appended() > seen) {
                seen = journal.appended();
                journal.bringAheadToMemory();
            }
            long inTables = db.inTables();
            forcer.release(inTables);
            if (journal.heldBytes() > mostHeld && inTables >= askedFor && inTables < journal.applied()) {
                askedFor = journal.applied();
                db.writeOut();
            }
        } catch (RocksDBException e) {
            LOG.warn("The journal keeps its files, since nobody knows what is in tables: {}", Failures.text(e), e);
        } catch (IOException e) {
            LOG.warn("A file of the journal cannot be read or deleted: {}", e.toString(), e);
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
