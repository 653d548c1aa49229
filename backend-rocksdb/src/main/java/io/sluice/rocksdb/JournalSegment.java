package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of the journal, of a fixed size, that is filled from its beginning and, when nothing in it is needed any more, filled
 * again.
 *
 * <p>Its blocks are there before anything is written, as zeros: what is written later changes no metadata that a force would have
 * to wait for, finds its pages in memory mostly, and needs no space that a full disk has not.
 *
 * <p>Not thread-safe, but that one thread may force while another one appends. {@link Journal} says who may do what.
 */
final class JournalSegment {
    /** Some times the largest batch that is appended, which leaves the rest of a file empty. */
    static final int BYTES = 8 << 20;

    /**
     * Written at once when a file is made. Linux keeps together in memory what was written together, and with each write looks at
     * all of that: with less, appending 20 KiB takes longer, with more, appending 200 bytes does.
     */
    private static final int ZEROS = 64 << 10;

    /** Of the system's memory; where it is larger, more is read than needed. */
    private static final int PAGE = 4096;

    /** What one read counts for with {@link GiveWay}: others are let in every 32, of 25 microseconds where all is there. */
    private static final int ROWS_OF_READ = 8;

    final Path file;
    private final int size;
    private FileChannel channel;
    /** Up to where it is filled, and up to where that is forced to the disk. */
    private int used;

    private int forced;
    /** The number of the last record. */
    private long last;

    private JournalSegment(Path file, FileChannel channel, int size) {
        this.file = file;
        this.channel = channel;
        this.size = size;
    }

    /** @param giveWay told of each piece that is written */
    static JournalSegment create(Path file, int size, GiveWay giveWay) throws IOException {
        Files.createFile(file);
        FileChannel channel = openChannel(file);
        try {
            ByteBuffer zeros = ByteBuffer.allocate(Math.min(size, ZEROS));
            for (int at = 0; at < size; ) {
                at += channel.write(zeros.clear().limit(Math.min(zeros.capacity(), size - at)));
                giveWay.afterPiece();
            }
            return new JournalSegment(file, channel, size);
        } catch (IOException e) {
            channel.close();
            Files.delete(file);
            throw e;
        }
    }

    /** For one batch that is too large for others, and exactly as large as that: it is written once, so it need not be there before. */
    static JournalSegment createForOne(Path file, int size) throws IOException {
        Files.createFile(file);
        return new JournalSegment(file, openChannel(file), size);
    }

    /** To be filled again. */
    static JournalSegment open(Path file) throws IOException {
        FileChannel channel = openChannel(file);
        return new JournalSegment(file, channel, Math.toIntExact(channel.size()));
    }

    private static FileChannel openChannel(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    boolean hasRoomFor(EncodedBatch batch) {
        return JournalRecord.HEADER_BYTES + batch.length() <= size - used;
    }

    /**
     * Writes a batch with the header before it.
     *
     * @throws IOException if nobody knows whether it is there
     */
    void append(EncodedBatch batch, long number) throws IOException {
        int from = batch.from() - JournalRecord.HEADER_BYTES;
        int length = batch.to() - from;
        Uninterrupted.run(() -> {
            FileChannel open = channel();
            ByteBuffer bytes = ByteBuffer.wrap(batch.bytes(), from, length);
            for (int at = used; bytes.hasRemaining(); ) {
                at += open.write(bytes, at);
            }
        });
        used += length;
        last = number;
    }

    /**
     * Has the system read what of a part of the file is not in its memory any more, before that is written over: a write of a part of a
     * page would wait for the disk. Another thread may append meanwhile, and whoever wants the processor has it in between: of a whole
     * file it takes 1.6 ms where all is there.
     */
    void bringToMemory(int from, int to) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        GiveWay giveWay = GiveWay.always();
        Uninterrupted.run(() -> {
            FileChannel open = channel();
            for (int at = from; at < Math.min(to, size); at += PAGE) {
                open.read(one.clear(), at);
                giveWay.after(ROWS_OF_READ);
            }
        });
    }

    int size() {
        return size;
    }

    int used() {
        return used;
    }

    int forced() {
        return forced;
    }

    long last() {
        return last;
    }

    /** All that was appended before is on the disk when this returns. */
    void force() throws IOException {
        Uninterrupted.run(() -> channel().force(false));
    }

    void forcedUpTo(int upTo) {
        forced = upTo;
    }

    /** Nothing in it is needed any more. */
    void rewind() {
        used = 0;
        forced = 0;
    }

    synchronized void close() throws IOException {
        channel.close();
    }

    /** Opens it again when an interrupt has closed it. */
    private synchronized FileChannel channel() throws IOException {
        if (!channel.isOpen()) {
            channel = openChannel(file);
        }
        return channel;
    }
}
