package io.sluice.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.RocksDB;

/**
 * Has the journal forced to the disk before a memtable becomes a table.
 *
 * <p>The rows of many batches come to memtables in several writes, and a table may have some of these. As long as the journal has
 * the batches the next start does all of them again; if a loss of power took them from it, the table would be left with a part of
 * what is one.
 *
 * <p>RocksDB calls this on its own threads, for a memtable to which nothing is added any more: what it has was appended to the
 * journal before.
 */
final class ForcesBeforeFlush extends AbstractEventListener {
    private volatile @Nullable WalForcer forcer;

    ForcesBeforeFlush() {
        super(EnabledEventCallback.ON_FLUSH_BEGIN);
    }

    /** From now on; before that nothing is written that could be lost. */
    void by(WalForcer withThis) {
        forcer = withThis;
    }

    @Override
    public void onFlushBegin(RocksDB rocks, FlushJobInfo job) {
        WalForcer known = forcer;
        if (known != null) {
            known.forceJournal();
        }
    }
}
