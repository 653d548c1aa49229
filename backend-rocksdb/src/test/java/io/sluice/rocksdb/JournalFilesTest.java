package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.WriteBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the next start finds in the journal's files, whatever became of them. */
class JournalFilesTest {
    private static final int SEGMENT = 16 << 10;
    private static final int PAGE = 4096;
    private static final long ALL = Long.MAX_VALUE;

    private Path dir;
    private JournalMark begun;
    private Journal journal;
    private long appended;
    private final EncodedBatches batches = new EncodedBatches();

    @BeforeTry
    @BeforeEach
    void begin() throws IOException {
        dir = Files.createTempDirectory("journal");
        appended = 0;
        begun = Journal.newMark();
        journal = Journal.begin(dir.resolve(Journal.DIRECTORY), begun, SEGMENT);
    }

    @AfterTry
    @AfterEach
    void end() throws IOException {
        journal.close();
        for (Path file : files()) {
            Files.delete(file);
        }
        Files.delete(dir.resolve(Journal.DIRECTORY));
        Files.delete(dir);
    }

    private List<Path> files() throws IOException {
        return Journal.files(dir.resolve(Journal.DIRECTORY));
    }

    /** A batch that tells its number, of any size. */
    private long append(int size) throws IOException {
        EncodedBatch batch = batches.encode(new WriteBatch().put(1, key(++appended), new byte[size]));
        assertThat(journal.append(batch)).isEqualTo(appended);
        batches.giveBack(batch);
        return appended;
    }

    /** As of before ADR 29, in the first file: it counts if RocksDB's numbers have come so far. */
    private void appendFormer(int size, long after) throws IOException {
        int at = Math.toIntExact(journal.appendedBytes());
        append(size);
        int end = Math.toIntExact(journal.appendedBytes());
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        EncodedBatch batch = EncodedBatch.alone(bytes, at + JournalRecord.HEADER_BYTES, end);
        JournalRecord.putHeader(batch, begun.incarnation(), appended, after);
        Files.write(file, bytes);
    }

    private static byte[] key(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /** The numbers of what is found behind a mark. */
    private List<Long> found(long applied, long latest) throws Exception {
        List<Long> numbers = new ArrayList<>();
        JournalMark mark = new JournalMark(begun.incarnation(), applied);
        JournalReader.forEach(dir.resolve(Journal.DIRECTORY), mark, latest, batch -> {
            int record = batch.firstRecord();
            int key = BatchEncoder.keyStart(batch.bytes(), record) + RowKeys.SLOT_BYTES;
            numbers.add(ByteBuffer.wrap(batch.bytes(), key, Long.BYTES).getLong());
            assertThat(BatchEncoder.recordEnd(batch.bytes(), record)).isEqualTo(batch.to());
        });
        return numbers;
    }

    private static List<Long> numbers(long behind, long last) {
        List<Long> numbers = new ArrayList<>();
        for (long number = behind + 1; number <= last; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    /** A start that is killed may have brought RocksDB's numbers as far as the record asks for. */
    @Test
    void whatDidNotCountAndWasErasedNeverCountsAgain() throws Exception {
        appendFormer(100, 0);
        appendFormer(100, 50);
        appendFormer(100, 50);
        appendFormer(100, 0);
        JournalMark mark = new JournalMark(begun.incarnation(), 0);
        JournalReader.Uncounted first = JournalReader.forEach(dir.resolve(Journal.DIRECTORY), mark, 40, batch -> {});
        assertThat(found(0, ALL)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(first).isNotNull();
        first.erase();
        assertThat(found(0, ALL)).containsExactly(1L);
        assertThat(JournalReader.forEach(dir.resolve(Journal.DIRECTORY), mark, ALL, batch -> {}))
                .isNull();
    }

    /** A store's life: appends, rows that follow, forces and files that are filled again. */
    private final class Life {
        final SplittableRandom random;
        long appended;
        long applied;
        /** What was forced at least, and what was applied then: the mark that is on the disk. */
        long forced;

        long marked;
        /** The files as they are on the disk for certain. */
        Map<Path, byte[]> onDisk = new TreeMap<>();

        Life(long seed) {
            random = new SplittableRandom(seed);
        }

        void step() throws Exception {
            switch (random.nextInt(9)) {
                case 2 -> journal.bringAheadToMemory(); // changes nothing
                case 0 -> {
                    applied = random.nextLong(applied, appended + 1);
                    journal.applied(applied);
                }
                case 1 -> {
                    // As a memtable that becomes a table does.
                    long inTables = journal.applied();
                    journal.force();
                    forced = appended;
                    marked = inTables;
                    onDisk = content();
                    journal.release(inTables);
                }
                default -> appended = append(random.nextInt(random.nextInt(4) == 0 ? SEGMENT / 2 : 300));
            }
        }
    }

    private Map<Path, byte[]> content() throws IOException {
        Map<Path, byte[]> content = new TreeMap<>();
        for (Path file : files()) {
            content.put(file, Files.readAllBytes(file));
        }
        return content;
    }

    @Property(tries = 100)
    void allThatIsAppendedIsFoundAfterTheProcessDied(@ForAll long seed) throws Exception {
        Life life = new Life(seed);
        for (int i = 0; i < 300; i++) {
            life.step();
            if (i % 10 == 0) {
                assertThat(found(life.applied, ALL)).isEqualTo(numbers(life.applied, life.appended));
            }
        }
    }

    /** Each page that was written since the last force is on the disk or is not; of the mark it is at least that of then. */
    @Property(tries = 200)
    void aLossOfPowerLeavesABeginningWithAllThatWasForced(@ForAll long seed) throws Exception {
        Life life = new Life(seed);
        int steps = life.random.nextInt(300);
        for (int i = 0; i < steps; i++) {
            life.step();
        }
        for (Map.Entry<Path, byte[]> file : content().entrySet()) {
            byte[] left = file.getValue();
            byte[] before = life.onDisk.getOrDefault(file.getKey(), new byte[left.length]);
            for (int page = 0; page < left.length; page += PAGE) {
                if (life.random.nextBoolean()) {
                    System.arraycopy(before, page, left, page, PAGE);
                }
            }
            Files.write(file.getKey(), left);
        }
        long mark = life.random.nextLong(life.marked, life.applied + 1);
        List<Long> found = found(mark, ALL);
        assertThat(found).isEqualTo(numbers(mark, mark + found.size()));
        assertThat(mark + found.size()).isBetween(Math.max(mark, life.forced), life.appended);
    }

    /** Whatever changes in a record, it is the end. */
    @Property(tries = 200)
    void aByteThatChangedIsTheEnd(@ForAll long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<Integer> ends = new ArrayList<>();
        int end = 0;
        while (end < SEGMENT / 2) {
            int size = random.nextInt(300);
            append(size);
            end = Math.toIntExact(journal.appendedBytes());
            ends.add(end);
        }
        int at = random.nextInt(end);
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
        long whole = ends.stream().filter(each -> each <= at).count();
        assertThat(found(0, ALL)).isEqualTo(numbers(0, whole));
    }

    @Test
    void aFileThatIsMissingIsTheEnd() throws Exception {
        while (files().size() < 4) {
            append(1000);
        }
        Path second = files().get(1);
        long last = found(0, ALL).size();
        Files.delete(second);
        assertThat(found(0, ALL)).hasSizeBetween(1, Math.toIntExact(last) - 1);
        long size = found(0, ALL).size();
        assertThat(found(size, ALL)).as("what is behind the gap").isEmpty();
    }

    @Test
    void whatCameAfterAWriteThatIsLostIsTheEnd() throws Exception {
        appendFormer(10, 0);
        appendFormer(10, 7);
        appendFormer(10, 8);
        appendFormer(10, 8);
        assertThat(found(0, 8)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(found(0, 7)).containsExactly(1L, 2L);
        assertThat(found(0, 6)).containsExactly(1L);
    }

    /** Its numbers begin anew, in files that hold those of the one before. */
    @Test
    void anotherIncarnationHasNothingOfTheOneBefore() throws Exception {
        for (int i = 0; i < 100; i++) {
            append(700);
        }
        int before = files().size();
        journal.close();
        begun = Journal.newMark();
        journal = Journal.begin(dir.resolve(Journal.DIRECTORY), begun, SEGMENT);
        appended = 0;
        assertThat(found(0, ALL)).isEmpty();
        append(700);
        append(700);
        assertThat(found(0, ALL)).containsExactly(1L, 2L);
        assertThat(files()).as("filled again").hasSizeLessThanOrEqualTo(before);
    }

    /** A process that died while it made a file. */
    @Test
    void aFileOfAnotherSizeIsMadeAnew() throws Exception {
        append(10);
        journal.close();
        Path file = files().get(0);
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), SEGMENT / 2));
        journal = Journal.begin(dir.resolve(Journal.DIRECTORY), begun, SEGMENT);
        for (Path each : files()) {
            assertThat(Files.size(each)).isEqualTo(SEGMENT);
        }
    }

    /** It would close the file: Java's channels do that. */
    @Test
    void anInterruptOfWhoAppendsOrForcesEndsNothing() throws Exception {
        append(10);
        Thread.currentThread().interrupt();
        append(10);
        journal.force();
        assertThat(Thread.interrupted()).isTrue();
        append(10);
        assertThat(journal.isForced()).isFalse();
        journal.force();
        assertThat(journal.isForced()).isTrue();
        assertThat(found(0, ALL)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void filesAreFilledAgain() throws Exception {
        for (int i = 0; i < 1000; i++) {
            journal.applied(append(1000));
            if (i % 20 == 19) {
                long applied = journal.applied();
                journal.force();
                journal.release(applied);
            }
        }
        assertThat(files()).hasSizeLessThan(10);
        assertThat(journal.heldBytes()).isEqualTo(SEGMENT);
    }
}
