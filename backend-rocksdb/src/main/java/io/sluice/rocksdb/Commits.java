package io.sluice.rocksdb;

import io.sluice.kv.KvStore;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;

/**
 * The one door for commits: on the calling thread while that cannot block, else through one writer thread.
 *
 * <p><b>On the calling thread.</b> A commit is a copy to the {@link Journal}. Its rows follow on the {@link Applier}'s thread, if the
 * caller can do without reading them for a moment, else at once. So do large rows, when none wait for that thread: letting them gather
 * saves what an insert of a row costs, and pays with a second copy of its bytes in memory. A write asks
 * RocksDB not to wait; when compaction is so far behind that writers must (Incomplete), the rows wait for the applier after all.
 * Batches too large for a moment, guards whose row is not in memory, and every
 * batch when each is to be forced to the disk, go to the writer thread, which may wait.
 *
 * <p><b>Order.</b> Commits are applied in the order in which they took the lock. While anything is with the writer
 * thread ({@code outstanding} is not 0) all that follow queue behind it. And no row is written before those of earlier batches of
 * the journal: who writes rows directly waits until those are written, which the writer thread does. The lock is held for a
 * write that does not wait, never for one that may.
 *
 * <p><b>Without the journal.</b> What is too large for it, or comes when there is no room for another of its files, is acknowledged when
 * it is in a table (ADR 29). When each commit is to be forced, RocksDB's log has it, and the journal is not used.
 *
 * <p><b>Guards</b> are checked and their batch is written as one step: on the calling thread under the lock, on the
 * writer thread because nobody else writes meanwhile. Range deletes do not pass here, but they only make rows absent,
 * and only rows that nobody writes.
 *
 * <p><b>Groups.</b> What has queued up goes into RocksDB as one write, so that an fsync is shared. A guarded batch goes
 * alone: it must see those before it, and its failure is not theirs.
 */
final class Commits implements AutoCloseable {
    /** The largest batch of small rows that are written on the calling thread: some 500 microseconds of copying. */
    private static final long INLINE_BYTES = 512L * 1024;

    /**
     * The largest batch that is appended to the journal on the calling thread, or passes it: a millisecond or two. The
     * alternative is dear: the writer thread first brings all that has gathered to the rows, and then these rows one by one
     * and unsorted.
     */
    static final long APPEND_BYTES = 2L << 20;

    /**
     * From this size of a row on, on the average of a batch, what the second copy costs weighs more than the insert: SETs of
     * 1 KiB are as fast either way, those of 4 KiB a fifth faster without.
     */
    private static final long LARGE_ROW_BYTES = 2048;

    /** Of more rows than this the inserts would be too much for a moment. */
    private static final int LARGE_ROWS = 128;

    /** After so many batches of large rows, one behind the other, the applier is emptied for those that follow. */
    private static final int LARGE_IN_A_ROW = 32;

    /** Once no more than this is in it, a few milliseconds: all commits wait meanwhile. */
    private static final long EMPTIED_BYTES = 2L << 20;

    /** Where a group is closed; a single larger batch goes alone. */
    private static final long GROUP_BYTES = BatchWriter.ENCODED_BYTES;

    private static final CompletionStage<Void> DONE = CompletableFuture.completedStage(null);

    private static final class Pending {
        final WriteBatch batch;
        final CompletableFuture<Void> stage = new CompletableFuture<>();

        Pending(WriteBatch batch) {
            this.batch = batch;
        }
    }

    private final Database db;
    private final Journal journal;
    private final BatchBlocks blocks = new BatchBlocks();
    private final Applier applier;
    private final BatchWriter writer;
    private final Pace pace;
    private final Thread thread;
    private final LongAdder handedOver = new LongAdder();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<Pending> queue = new ArrayDeque<>();
    private int outstanding;
    private int largeInARow;
    private boolean stopping;

    Commits(Database db, Pace pace, BackgroundThreads background) {
        this.db = db;
        this.journal = db.journal();
        this.applier = new Applier(db, blocks, background);
        this.writer = new BatchWriter(db.rocks);
        this.pace = pace;
        this.thread = NamedThreads.of("sluice-rocksdb-writer").newThread(this::run);
        thread.start();
    }

    /** Bytes of commits in the journal whose rows are not written yet. */
    long behind() {
        return applier.bytes();
    }

    /** How many commits went through the writer thread since the store was opened. */
    long handedOver() {
        return handedOver.sum();
    }

    /** Runs something while RocksDB has what the journal's mark says, and nothing of any later batch. */
    void betweenGroups(Runnable action) {
        applier.betweenGroups(action);
    }

    CompletionStage<Void> commit(WriteBatch batch) {
        KvStore.Commitment commitment = commit(batch, false);
        if (commitment.durable() == commitment.visible()) {
            return commitment.visible();
        }
        // It is in the journal: if it cannot be read now, the next start will have it.
        return commitment.visible().exceptionallyCompose(failure -> {
            StoreException cause = StoreException.of(failure);
            return CompletableFuture.failedStage(
                    new StoreException.Indeterminate("in the journal alone: " + cause, cause));
        });
    }

    KvStore.Commitment commitAhead(WriteBatch batch) {
        return commit(batch, true);
    }

    private KvStore.Commitment commit(WriteBatch batch, boolean ahead) {
        StoreException refusal = Limits.refusal(batch);
        if (refusal != null) {
            return both(CompletableFuture.failedStage(refusal));
        }
        if (!db.inFlight.enter()) {
            return both(CompletableFuture.failedStage(Failures.closed()));
        }
        boolean inside = true;
        try {
            lock.lock();
            try {
                KvStore.Commitment done = db.forcesEach || outstanding > 0 ? null : commitHere(batch, ahead);
                if (done != null) {
                    return done;
                }
                Pending pending = new Pending(batch);
                queue.add(pending);
                outstanding++;
                handedOver.increment();
                arrived.signal();
                inside = false;
                return both(pending.stage);
            } finally {
                lock.unlock();
            }
        } catch (StoreException e) {
            return both(CompletableFuture.failedStage(e));
        } finally {
            // What was handed over leaves when it is written.
            if (inside) {
                db.inFlight.exit();
            }
        }
    }

    private static KvStore.Commitment both(CompletionStage<Void> stage) {
        return new KvStore.Commitment(stage, stage);
    }

    /** Null when the batch has to go to the writer thread; then nothing was written. */
    private KvStore.@Nullable Commitment commitHere(WriteBatch batch, boolean ahead) {
        if (!ahead) {
            return batch.bytes() <= INLINE_BYTES ? writeHere(batch) : null;
        }
        boolean large = hasLargeRows(batch);
        largeInARow = large ? largeInARow + 1 : 0;
        if (batch.bytes() <= APPEND_BYTES && !batch.isGuarded() && !(large && needNotGather())) {
            return appendHere(batch);
        }
        return batch.bytes() <= (large ? APPEND_BYTES : INLINE_BYTES) ? writeHere(batch) : null;
    }

    private static boolean hasLargeRows(WriteBatch batch) {
        int rows = batch.size();
        return rows > 0 && rows <= LARGE_ROWS && batch.bytes() >= LARGE_ROW_BYTES * rows;
    }

    /**
     * Whether a batch of large rows is not for the applier: when nothing is with it. Now and then even when there is: the
     * writer thread then waits for it. Without that a single small batch would keep it in use for as long as
     * commits follow one another.
     */
    private boolean needNotGather() {
        long behind = applier.bytes();
        if (behind == 0) {
            return true;
        }
        if (largeInARow < LARGE_IN_A_ROW) {
            return false;
        }
        if (behind > EMPTIED_BYTES) {
            applier.hurry();
            return false;
        }
        largeInARow = 0;
        return true;
    }

    /** Appends the batch to the journal without waiting. Null when it would have to wait; then nothing was written. */
    private KvStore.@Nullable Commitment appendHere(WriteBatch batch) {
        if (applier.isFull()) {
            return null;
        }
        Appended appended = append(batch);
        return appended == null ? null : new KvStore.Commitment(DONE, appended.laterApplied());
    }

    /** A batch that the journal has. */
    private final class Appended {
        private final long number;
        private final EncodedBatch rows;

        Appended(long number, EncodedBatch rows) {
            this.number = number;
            this.rows = rows;
        }

        CompletionStage<Void> laterApplied() {
            return applier.add(number, rows);
        }

        void applied() {
            journal.applied(number);
            blocks.giveBack(rows);
        }
    }

    /** Appends the batch to the journal. Null when there is no room; then nothing was written. */
    private @Nullable Appended append(WriteBatch batch) {
        refuseIfBroken();
        EncodedBatch room = blocks.take(Math.toIntExact(BatchEncoder.most(batch)), batch.rows());
        EncodedBatch encoded = blocks.cut(room, BatchEncoder.encode(batch, room));
        try {
            long number = journal.append(encoded);
            if (number != Journal.NO_ROOM) {
                return new Appended(number, encoded);
            }
            blocks.giveBack(encoded);
            return null;
        } catch (IOException e) {
            blocks.giveBack(encoded);
            throw db.journalBroke(e);
        }
    }

    /** Appends the batch and writes its rows, without waiting. Null when it would have to wait; then nothing was written. */
    private KvStore.@Nullable Commitment writeHere(WriteBatch batch) {
        if (applier.bytes() > 0) {
            return null;
        }
        try {
            checkGuards(batch, db.fromMemory);
        } catch (RocksDBException e) {
            if (Failures.isIncomplete(e)) {
                return null;
            }
            throw Failures.ofRead(e);
        }
        Appended appended = append(batch);
        if (appended == null) {
            return null;
        }
        try {
            writer.write(db.withoutWaiting, List.of(batch), journal.mark(appended.number));
            appended.applied();
            return both(DONE);
        } catch (RocksDBException e) {
            if (Failures.isIncomplete(e)) {
                return new KvStore.Commitment(DONE, appended.laterApplied());
            }
            throw failed(e);
        } catch (RuntimeException | Error e) {
            throw failed(e.toString(), e);
        }
    }

    private void checkGuards(WriteBatch batch, ReadOptions from) throws RocksDBException {
        if (!batch.isGuarded()) {
            return;
        }
        batch.forEach(row -> {
            if (row.kind() == Kind.REQUIRE_ABSENT && db.rocks.get(from, RowKeys.row(row.slot(), row.key())) != null) {
                throw new StoreException.GuardFailed("a row that must be absent is there, in slot " + row.slot());
            }
        });
    }

    private void refuseIfBroken() {
        StoreException refusal = db.health.refusal();
        if (refusal != null) {
            throw refusal;
        }
    }

    /** What a failed write means; see {@link Failures}. What the journal has already was not refused before it was written. */
    private StoreException failed(RocksDBException e) {
        String text = Failures.text(e);
        return db.forcesEach && Failures.refusedBeforeWriting(e)
                ? new StoreException.Fatal("write refused: " + text, e)
                : failed(text, e);
    }

    /** No later batch may be marked as being in the rows while this one is not. */
    private StoreException failed(String text, Throwable cause) {
        db.health.breakDown("a write failed: " + text, cause);
        return new StoreException.Indeterminate("write failed: " + text, cause);
    }

    private void run() {
        for (; ; ) {
            List<Pending> group = next();
            if (group.isEmpty()) {
                return;
            }
            StoreException failure = writeGroup(group);
            lock.lock();
            try {
                outstanding -= group.size();
            } finally {
                lock.unlock();
            }
            for (Pending pending : group) {
                db.inFlight.exit();
                if (failure == null) {
                    pending.stage.complete(null);
                } else {
                    pending.stage.completeExceptionally(failure);
                }
            }
        }
    }

    /** The next group; empty when there will be none. */
    private List<Pending> next() {
        lock.lock();
        try {
            while (queue.isEmpty() && !stopping) {
                arrived.awaitUninterruptibly();
            }
            List<Pending> group = new ArrayList<>();
            long bytes = 0;
            for (Pending head = queue.peek(); head != null; head = queue.peek()) {
                boolean guarded = head.batch.isGuarded();
                bytes += head.batch.bytes();
                if (!group.isEmpty() && (guarded || bytes > GROUP_BYTES)) {
                    break;
                }
                group.add(queue.remove());
                if (guarded) {
                    break;
                }
            }
            return group;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable StoreException writeGroup(List<Pending> group) {
        try {
            applier.awaitApplied();
            for (Pending pending : group) {
                checkGuards(pending.batch, db.fromAnywhere);
            }
        } catch (StoreException e) {
            return e;
        } catch (RocksDBException e) {
            return Failures.ofRead(e);
        }
        try {
            refuseIfBroken();
            List<WriteBatch> batches = new ArrayList<>(group.size());
            group.forEach(pending -> batches.add(pending.batch));
            write(batches);
            return null;
        } catch (IOException e) {
            return db.journalBroke(e);
        } catch (StoreException e) {
            return e;
        } catch (RocksDBException e) {
            return failed(e);
        } catch (RuntimeException | Error e) {
            return failed(e.toString(), e);
        }
    }

    private void write(List<WriteBatch> batches) throws RocksDBException, IOException {
        if (db.forcesEach) {
            writer.write(db.forced, batches, null);
            return;
        }
        long number = appendAsOne(batches);
        boolean isInJournal = number != Journal.NO_ROOM;
        // Without the journal it is the tables' to keep, and whatever has been appended is in the rows.
        long applied = isInJournal ? number : journal.appended();
        writer.write(db.waiting, batches, journal.mark(applied));
        journal.applied(applied);
        if (!isInJournal) {
            pace.hurry(db::writeOutAndWait);
        }
    }

    private long appendAsOne(List<WriteBatch> batches) throws IOException {
        long bytes = 0;
        for (WriteBatch batch : batches) {
            bytes += BatchEncoder.most(batch);
        }
        return bytes > Journal.MOST_BYTES ? Journal.NO_ROOM : journal.append(BatchEncoder.encodeForJournal(batches));
    }

    /** Ends the threads once they have written what is queued. */
    @Override
    public void close() {
        lock.lock();
        try {
            stopping = true;
            arrived.signal();
        } finally {
            lock.unlock();
        }
        NamedThreads.join(thread);
        applier.close();
    }
}
