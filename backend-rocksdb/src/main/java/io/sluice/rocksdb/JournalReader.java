package io.sluice.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** What the files of a journal hold that is not in the rows, for the next start and for who only looks. */
final class JournalReader {
    private final long incarnation;
    private final long latest;
    private final TreeMap<Long, Path> byFirstNumber = new TreeMap<>();
    private long next;

    private @Nullable Uncounted uncounted;

    /** What is done with a batch. */
    interface Visitor {
        void visit(EncodedBatch batch) throws RocksDBException;
    }

    /** A record that is whole and does not count, as RocksDB has lost a write that it came after. */
    record Uncounted(Path file, int at) {
        /** Takes the record away, and all behind it, for good: RocksDB's numbers will have come as far with other writes. */
        void erase() throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                ByteBuffer zeros = ByteBuffer.allocate(JournalRecord.HEADER_BYTES);
                while (zeros.hasRemaining()) {
                    channel.write(zeros, at + zeros.position());
                }
                channel.force(true);
            }
        }
    }

    private JournalReader(JournalMark mark, long latest) {
        this.incarnation = mark.incarnation();
        this.latest = latest;
        this.next = mark.applied() + 1;
    }

    /**
     * Shows the batches behind the mark in order, up to the first that is not there whole or came after a write that RocksDB
     * has lost.
     *
     * @param latest RocksDB's latest sequence number, as the database was found
     * @return the first that does not count any more; null when none of those stopped this
     */
    static @Nullable Uncounted forEach(Path directory, JournalMark mark, long latest, Visitor visitor)
            throws IOException, RocksDBException {
        JournalReader reader = new JournalReader(mark, latest);
        for (Path file : Journal.files(directory)) {
            JournalRecord first = JournalRecord.at(firstRecord(file), 0, mark.incarnation());
            if (first != null) {
                reader.byFirstNumber.put(first.number(), file);
            }
        }
        for (Path file : reader.filesFromNext()) {
            if (!reader.read(file, visitor)) {
                break;
            }
        }
        return reader.uncounted;
    }

    /** The bytes of the first record, or of what stands there: after an orderly end nearly all files are of no interest. */
    private static byte[] firstRecord(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] header = in.readNBytes(JournalRecord.HEADER_BYTES);
            // What stands there may be no length at all.
            long rest = Files.size(file) - header.length;
            int length = (int) Math.max(0, Math.min(JournalRecord.length(header), rest));
            byte[] record = Arrays.copyOf(header, header.length + length);
            in.readNBytes(record, header.length, record.length - header.length);
            return record;
        }
    }

    /** What may hold the next number, and those behind it. */
    private List<Path> filesFromNext() {
        Long first = byFirstNumber.floorKey(next);
        return List.copyOf((first == null ? byFirstNumber : byFirstNumber.tailMap(first)).values());
    }

    /** False when nothing further counts. */
    private boolean read(Path file, Visitor visitor) throws IOException, RocksDBException {
        byte[] bytes = Files.readAllBytes(file);
        JournalRecord record = JournalRecord.at(bytes, 0, incarnation);
        while (record != null) {
            if (record.number() > next) {
                return false;
            }
            if (record.number() == next && record.after() > latest) {
                uncounted = new Uncounted(file, record.batch() - JournalRecord.HEADER_BYTES);
                return false;
            }
            // Others are in the rows already: behind the last record stands what the file held before, with lower
            // numbers.
            if (record.number() == next) {
                visitor.visit(EncodedBatch.alone(bytes, record.batch(), record.end()));
                next++;
            }
            record = JournalRecord.at(bytes, record.end(), incarnation);
        }
        return true;
    }
}
