package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of the store: all batches that are not in tables on the disk, in files beside RocksDB's own, in which one batch stands behind
 * the other ({@link JournalRecord}). RocksDB writes no log of its own (ADR 29).
 *
 * <p>A row is inserted into a memtable in one to three microseconds, nearly all of it waiting for memory, since the rows
 * of a batch lie all over the key space. Here a batch of hundreds of rows is one write to pages that are in the operating
 * system's memory already, where it survives the death of the process; and its checksum is
 * the processor's to compute, which that of RocksDB's log is not. The rows follow on another thread ({@link Applier}), where the
 * batches of some time are one, sorted, and only the last value of a row is left; or at once, where they are large or somebody waits for
 * them ({@link Commits}).
 *
 * <h2>What the next start finds</h2>
 *
 * The store as it was at one moment, with everything that was forced, whatever of memtables and of these files is lost:
 *
 * <ul>
 *   <li>The rows of batches are brought to RocksDB in order, and the number of the last one in the same write as its last row
 *       ({@link JournalMark}). Memtables become tables in order as well, each write whole: so the mark that the tables have says what
 *       else they have, and what is behind it is done again. Batches are absolute values, so it does no harm where that was begun.
 *   <li>A file is filled again only when the tables have all that it holds ({@link #release}).
 *   <li>No memtable becomes a table before what it holds was forced here ({@link ForcesBeforeFlush}): of a group of batches that is
 *       brought there in several writes, tables could else have a part whose batches are lost.
 *   <li>Numbers follow one another, within a file and from file to file; the first that is missing is the end. Every start begins
 *       another incarnation, whose number is drawn: what an earlier one has left in the files is no record of it.
 *   <li>A range is deleted in RocksDB first, and then here: no mark that is behind it can be in a table without it. It stands for rows
 *       that nobody writes any more, so that its place among the others does not matter.
 *   <li>A record of before ADR 29 says up to which of RocksDB's sequence numbers something had been written past the journal. If
 *       RocksDB's log has lost that, the record and all behind it do not count.
 * </ul>
 *
 * <h2>Threads</h2>
 *
 * The monitor guards everything but what the files hold. One thread forces and releases at a time ({@link WalForcer} has a lock); it
 * and who appends do not wait for one another but for the list of files.
 */
final class Journal {
    /** Where its files are, in the directory of the database. */
    static final String DIRECTORY = "journal";

    /** {@link #append} when there is no room. */
    static final long NO_ROOM = 0;

    /** Of one batch: what fills a memtable is as well written to a table at once, instead of here and there. */
    static final int MOST_BYTES = 64 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final String SUFFIX = ".journal";
    /** So many files are kept from one start to the next. */
    private static final int KEPT = 8;

    /** What may be written within a second where not much is; where much is, the system has what the second before was written to. */
    private static final int AHEAD_BYTES = 1 << 20;

    /** It is not tried again before: on a full disk that would be with every commit. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path directory;
    private final long incarnation;
    private final int segmentBytes;
    /** Runs what makes files, which takes some milliseconds. */
    private Executor maker = Runnable::run;
    /** Runs what brings files to memory. */
    private Executor background = Runnable::run;

    /** Files with records, in their order; the last one is being filled. */
    private final ArrayDeque<JournalSegment> filled = new ArrayDeque<>();

    private final ArrayDeque<JournalSegment> free = new ArrayDeque<>();
    private int lastFile;
    private long appended;
    private long appendedBytes;
    private long applied;
    private long forced;
    private long forces;
    /** When a file could not be made last; in the beginning long ago. */
    private long couldNotMakeNanos = System.nanoTime() - RETRY_NANOS;

    /** Whether a file was made that the directory may not have on the disk. */
    private boolean madeFile;

    private Journal(Path directory, long incarnation, int segmentBytes) {
        this.directory = directory;
        this.incarnation = incarnation;
        this.segmentBytes = segmentBytes;
    }

    /** The files of the directory in the order of their names; none when there is no such directory. */
    static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
                found.forEach(files::add);
            }
        }
        files.sort(null);
        return files;
    }

    /** Draws the incarnation of a journal that begins. */
    static JournalMark newMark() {
        return new JournalMark(new SecureRandom().nextLong(), 0);
    }

    /**
     * Begins an empty journal in the files that are there.
     *
     * @param mark is in the database, and on the disk: what the files hold is not of it
     */
    static Journal begin(Path directory, JournalMark mark) throws IOException {
        return begin(directory, mark, JournalSegment.BYTES);
    }

    /** As that, with files of another size. */
    static Journal begin(Path directory, JournalMark mark, int segmentBytes) throws IOException {
        Journal journal = new Journal(directory, mark.incarnation(), segmentBytes);
        Files.createDirectories(directory);
        for (Path file : files(directory)) {
            journal.take(file);
        }
        return journal;
    }

    private void take(Path file) throws IOException {
        String name = file.getFileName().toString();
        lastFile = Math.max(lastFile, numberOf(name.substring(0, name.length() - SUFFIX.length())));
        if (free.size() < KEPT && Files.size(file) == segmentBytes) {
            free.add(JournalSegment.open(file));
        } else {
            Files.delete(file);
        }
    }

    private static int numberOf(String name) throws IOException {
        try {
            return Integer.parseUnsignedInt(name);
        } catch (NumberFormatException e) {
            throw new IOException("not a file of the journal: " + name + SUFFIX, e);
        }
    }

    /**
     * Sees to it that there is always a file to go on in; before anything is appended.
     *
     * @param maker runs what makes one, which takes some milliseconds: else who appends does it
     * @param background runs what has one read that is there, of which the system's memory nearly always has all
     */
    void keepSpares(Executor maker, Executor background) {
        this.maker = maker;
        this.background = background;
        keepSpare();
    }

    private void keepSpare() {
        JournalSegment next = nextSpare();
        if (next == null) {
            maker.execute(this::addSpare);
        } else {
            background.execute(() -> bringToMemory(next));
        }
    }

    private synchronized @Nullable JournalSegment nextSpare() {
        return free.peek();
    }

    private void addSpare() {
        int number;
        synchronized (this) {
            if (!free.isEmpty()) {
                return;
            }
            number = ++lastFile;
        }
        try {
            JournalSegment made = JournalSegment.create(file(number), segmentBytes, GiveWay.always());
            synchronized (this) {
                madeFile = true;
                free.add(made);
            }
        } catch (IOException e) {
            LOG.warn("No further file for the journal: {}", e.toString(), e);
        }
    }

    private void bringToMemory(JournalSegment next) {
        try {
            next.bringToMemory(0, segmentBytes);
        } catch (IOException e) {
            LOG.warn("What the journal is to write over cannot be read: {}", e.toString(), e);
        }
    }

    /** Has what is written over next in the system's memory; see {@link JournalSegment#bringToMemory}. */
    void bringAheadToMemory() throws IOException {
        JournalSegment filling;
        int from;
        synchronized (this) {
            filling = filled.peekLast();
            from = filling == null ? 0 : filling.used();
        }
        if (filling != null) {
            filling.bringToMemory(from, from + AHEAD_BYTES);
        }
    }

    private Path file(int number) {
        return directory.resolve("%06d%s".formatted(number, SUFFIX));
    }

    /**
     * Appends a batch, and returns its number; {@link #NO_ROOM} when it is too large or there is no file for it and none can be made, and
     * nothing was written.
     *
     * @throws IOException if nobody knows whether the batch is there; then nothing may be appended any more
     */
    synchronized long append(EncodedBatch batch) throws IOException {
        JournalSegment segment = filled.peekLast();
        if (segment == null || !segment.hasRoomFor(batch)) {
            segment = next(batch);
            if (segment == null) {
                return NO_ROOM;
            }
        }
        long number = appended + 1;
        JournalRecord.putHeader(batch, incarnation, number, JournalRecord.AFTER_NOTHING);
        segment.append(batch, number);
        appended = number;
        appendedBytes += JournalRecord.HEADER_BYTES + batch.length();
        return number;
    }

    private @Nullable JournalSegment next(EncodedBatch batch) {
        int bytes = JournalRecord.HEADER_BYTES + batch.length();
        if (bytes > MOST_BYTES) {
            return null;
        }
        JournalSegment found = bytes > segmentBytes ? null : free.poll();
        JournalSegment segment = found == null ? make(Math.max(bytes, segmentBytes)) : found;
        if (segment != null) {
            filled.add(segment);
            keepSpare();
        }
        return segment;
    }

    /** Makes a file where one is needed at once. Null when that cannot be. */
    private @Nullable JournalSegment make(int bytes) {
        if (System.nanoTime() - couldNotMakeNanos < RETRY_NANOS) {
            return null;
        }
        try {
            Path file = file(++lastFile);
            JournalSegment made = bytes == segmentBytes
                    ? JournalSegment.create(file, bytes, GiveWay.never())
                    : JournalSegment.createForOne(file, bytes);
            madeFile = true;
            return made;
        } catch (IOException e) {
            couldNotMakeNanos = System.nanoTime();
            LOG.warn("No further file for the journal, so commits wait for tables to be written: {}", e.toString(), e);
            return null;
        }
    }

    /** What stands in the same write as the last row of all batches up to this number. */
    JournalMark mark(long upTo) {
        return new JournalMark(incarnation, upTo);
    }

    /**
     * All batches up to this number are in the rows, if not yet in tables.
     *
     * @param upTo not less than before
     */
    synchronized void applied(long upTo) {
        applied = upTo;
    }

    /** The number of the last batch that is in the rows. */
    synchronized long applied() {
        return applied;
    }

    /** The number of the last batch that was appended. */
    synchronized long appended() {
        return appended;
    }

    /**
     * How far the tables have come.
     *
     * @param inTables the mark that they have
     */
    long inTables(@Nullable JournalMark inTables) {
        return inTables == null || inTables.incarnation() != incarnation ? 0 : inTables.applied();
    }

    /** Bytes that were ever appended. */
    synchronized long appendedBytes() {
        return appendedBytes;
    }

    /** Bytes of the files that cannot be filled again yet. */
    synchronized long heldBytes() {
        long bytes = 0;
        for (JournalSegment segment : filled) {
            bytes += segment.size();
        }
        return bytes;
    }

    /** How often it was forced, when there was something to force. */
    synchronized long forces() {
        return forces;
    }

    synchronized boolean isForced() {
        return forced == appended;
    }

    /** Bytes that were appended and not forced since. */
    synchronized long unforcedBytes() {
        long bytes = 0;
        for (JournalSegment segment : filled) {
            bytes += segment.used() - segment.forced();
        }
        return bytes;
    }

    private record Part(JournalSegment segment, int upTo) {}

    /**
     * All that was appended before is on the disk when this returns. One thread.
     *
     * @throws IOException if it may not be
     */
    void force() throws IOException {
        List<Part> parts = new ArrayList<>();
        long upTo;
        boolean inDirectory;
        synchronized (this) {
            upTo = appended;
            inDirectory = madeFile;
            for (JournalSegment segment : filled) {
                if (segment.used() > segment.forced()) {
                    parts.add(new Part(segment, segment.used()));
                }
            }
            madeFile = false;
        }
        for (Part part : parts) {
            part.segment.force();
        }
        if (inDirectory) {
            forceDirectory(directory);
        }
        synchronized (this) {
            parts.forEach(part -> part.segment.forcedUpTo(part.upTo));
            forced = upTo;
            forces += parts.isEmpty() ? 0 : 1;
        }
    }

    private static void forceDirectory(Path directory) throws IOException {
        forceFile(directory, StandardOpenOption.READ);
    }

    static void forceFile(Path file, StandardOpenOption how) throws IOException {
        Uninterrupted.run(() -> {
            try (FileChannel channel = FileChannel.open(file, how)) {
                channel.force(true);
            }
        });
    }

    /**
     * Files whose batches are all in tables may be filled again. The thread that forces.
     *
     * @param inTables the number of the last batch of which that is so
     */
    synchronized void release(long inTables) throws IOException {
        while (filled.size() > 1 && filled.element().last() <= inTables) {
            JournalSegment segment = filled.remove();
            segment.rewind();
            if (segment.size() == segmentBytes) {
                free.addFirst(segment);
            } else {
                segment.close();
                Files.delete(segment.file);
            }
        }
        JournalSegment filling = filled.peek();
        if (filling != null && filling.last() <= inTables) {
            filling.rewind(); // while little is written, what takes it in stays the same few pages
        }
    }

    /** Nobody appends or forces any more. */
    synchronized void close() throws IOException {
        for (JournalSegment segment : filled) {
            segment.close();
        }
        for (JournalSegment segment : free) {
            segment.close();
        }
    }

    /**
     * Copies the files as they are; what is appended meanwhile may be in the copy or not. Nothing that waits for the applier may be
     * applied meanwhile: what the files lose then came after this was called.
     */
    void copyTo(Path target) throws IOException {
        List<Path> files = new ArrayList<>();
        synchronized (this) {
            filled.forEach(segment -> files.add(segment.file));
        }
        Files.createDirectory(target);
        for (Path file : files) {
            Path copy = target.resolve(file.getFileName());
            try {
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            } catch (NoSuchFileException released) {
                LOG.debug("{} was for one batch, and that is in a table meanwhile", file, released);
                continue;
            }
            forceFile(copy, StandardOpenOption.WRITE);
        }
        forceDirectory(target);
    }
}
