package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
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
 * The batches that are durable and not yet in the rows: files beside RocksDB's own, in which one batch stands behind the other
 * ({@link JournalRecord}).
 *
 * <p>A row is inserted into a memtable in one to three microseconds, nearly all of it waiting for memory, since the rows
 * of a batch lie all over the key space. Here a batch of hundreds of rows is one write to pages that are in the operating
 * system's memory already, where it survives the death of the process as what is in RocksDB's log does; and its checksum is
 * the processor's to compute, which the log's is not. The rows follow on another thread ({@link Applier}), where the batches of some time
 * are one, sorted, and only the last value of a row is left.
 *
 * <h2>Two logs</h2>
 *
 * RocksDB has its write-ahead log beside this one, and a loss of power may keep more of the one than of the other. What is found
 * then must be the store as it was at one moment, with everything that was forced.
 *
 * <ul>
 *   <li>The rows of batches are brought to RocksDB in order, and the number of the last one in the same write as its last row
 *       ({@link JournalMark}). What is behind it is done again by the next start; batches are absolute values, so it does no
 *       harm where that was begun.
 *   <li>A file is filled again only when all that it holds is in rows, and RocksDB's log was forced since ({@link #release}): till
 *       then this is where it is on the disk.
 *   <li>A record says up to which of RocksDB's sequence numbers something had been written past the journal when it was
 *       appended. If RocksDB has lost that, the record and all behind it do not count: else what came later would be there
 *       without what came before it. Who forces both logs forces RocksDB's first ({@link WalForcer}).
 *   <li>Numbers follow one another, within a file and from file to file; the first that is missing is the end. Every start begins
 *       another incarnation, whose number is drawn: what an earlier one has left in the files is no record of it.
 * </ul>
 *
 * <h2>Threads</h2>
 *
 * The monitor guards everything but what the files hold. One thread appends at a time ({@link Commits} has a lock), and one
 * forces and releases at a time ({@link WalForcer} has another); the two do not wait for one another but for the list of files.
 */
final class Journal {
    /** Where its files are, in the directory of the database. */
    static final String DIRECTORY = "journal";

    /** {@link #append} when there is no room. */
    static final long NO_ROOM = 0;

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final String SUFFIX = ".journal";
    /** So many files are kept from one start to the next. */
    private static final int KEPT = 8;

    /** It is not tried again before: on a full disk that would be with every commit. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path directory;
    private final long incarnation;
    private final int segmentBytes;
    /** Runs what makes files, which takes some milliseconds. */
    private Executor background = Runnable::run;

    /** Files with records, in their order; the last one is being filled. */
    private final ArrayDeque<JournalSegment> filled = new ArrayDeque<>();

    private final ArrayDeque<JournalSegment> free = new ArrayDeque<>();
    private int lastFile;
    private long appended;
    private long appendedBytes;
    private long applied;
    private long forced;
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

    /** Sees to it that there is always a file to go on in, made on a thread that may wait; before anything is appended. */
    void keepSpares(Executor maker) {
        background = maker;
        keepSpare();
    }

    private void keepSpare() {
        background.execute(() -> {
            try {
                addSpare();
            } catch (IOException e) {
                LOG.warn("No further file for the journal: {}", e.toString(), e);
            }
        });
    }

    private void addSpare() throws IOException {
        int number;
        synchronized (this) {
            if (!free.isEmpty()) {
                return;
            }
            number = ++lastFile;
        }
        JournalSegment made = JournalSegment.create(file(number), segmentBytes);
        synchronized (this) {
            madeFile = true;
            free.add(made);
        }
    }

    private Path file(int number) {
        return directory.resolve("%06d%s".formatted(number, SUFFIX));
    }

    /**
     * Appends a batch, and returns its number; {@link #NO_ROOM} when there is no file for it and none can be made, and nothing
     * was written.
     *
     * @param after how far RocksDB's sequence numbers had come with the last write past the journal
     * @throws IOException if nobody knows whether the batch is there; then nothing may be appended any more
     */
    synchronized long append(EncodedBatch batch, long after) throws IOException {
        JournalSegment segment = filled.peekLast();
        if (segment == null || !segment.hasRoomFor(batch)) {
            segment = next();
            if (segment == null) {
                return NO_ROOM;
            }
        }
        long number = appended + 1;
        JournalRecord.putHeader(batch, incarnation, number, after);
        segment.append(batch, number);
        appended = number;
        appendedBytes += JournalRecord.HEADER_BYTES + batch.length();
        return number;
    }

    private @Nullable JournalSegment next() {
        JournalSegment segment = free.poll();
        if (segment == null) {
            if (System.nanoTime() - couldNotMakeNanos < RETRY_NANOS) {
                return null;
            }
            try {
                segment = JournalSegment.create(file(++lastFile), segmentBytes);
                madeFile = true;
            } catch (IOException e) {
                couldNotMakeNanos = System.nanoTime();
                LOG.warn("No further file for the journal, so commits go to RocksDB's log: {}", e.toString(), e);
                return null;
            }
        }
        filled.add(segment);
        if (free.isEmpty()) {
            keepSpare();
        }
        return segment;
    }

    /** What stands in the same write as the last row of all batches up to this number. */
    JournalMark mark(long upTo) {
        return new JournalMark(incarnation, upTo);
    }

    /** All batches up to this number are in the rows, if not yet on the disk. */
    synchronized void applied(long upTo) {
        applied = upTo;
    }

    /** The number of the last batch that is in the rows. */
    synchronized long applied() {
        return applied;
    }

    /** Bytes that were ever appended. */
    synchronized long appendedBytes() {
        return appendedBytes;
    }

    /** Bytes of the files that cannot be filled again yet. */
    synchronized long heldBytes() {
        return (long) filled.size() * segmentBytes;
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
        }
    }

    private static void forceDirectory(Path directory) throws IOException {
        forceFile(directory, StandardOpenOption.READ);
    }

    private static void forceFile(Path file, StandardOpenOption how) throws IOException {
        Uninterrupted.run(() -> {
            try (FileChannel channel = FileChannel.open(file, how)) {
                channel.force(true);
            }
        });
    }

    /**
     * Files whose batches are all in rows that are on the disk may be filled again. The thread that forces.
     *
     * @param onDisk the number of the last batch of which that is so
     */
    synchronized void release(long onDisk) {
        while (filled.size() > 1 && filled.element().last() <= onDisk) {
            JournalSegment segment = filled.remove();
            segment.rewind();
            free.addFirst(segment);
        }
        JournalSegment filling = filled.peek();
        if (filling != null && filling.last() <= onDisk) {
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

    /** Copies the files as they are; what is appended meanwhile may be in the copy or not. Nothing may be applied meanwhile. */
    void copyTo(Path target) throws IOException {
        List<Path> files = new ArrayList<>();
        synchronized (this) {
            filled.forEach(segment -> files.add(segment.file));
        }
        Files.createDirectory(target);
        for (Path file : files) {
            Path copy = target.resolve(file.getFileName());
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            forceFile(copy, StandardOpenOption.WRITE);
        }
        forceDirectory(target);
    }
}
