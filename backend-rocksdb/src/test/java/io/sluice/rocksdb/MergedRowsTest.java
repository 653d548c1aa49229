package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Ops;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MergedRowsTest {
    /**
     * Against a map: last value of each row, rows in order, none twice, none that was absent and is again, if that was said of it; whatever the
     * pieces.
     */
    @Property(tries = 400)
    void isTheLastValueOfEachRowInOrder(
            @ForAll long seed,
            @ForAll @IntRange(max = 400) int changes,
            @ForAll @IntRange(min = 1, max = 40) int slots,
            @ForAll @IntRange(min = 1, max = 150) int keys,
            @ForAll @IntRange(min = 1, max = 50) int piece,
            @ForAll boolean ofCollections) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<byte[], String> expected = new TreeMap<>(Arrays::compareUnsigned);
        TreeSet<byte[]> saidToBeAbsent = new TreeSet<>(Arrays::compareUnsigned);
        EncodedBatches blocks = new EncodedBatches();
        List<EncodedBatch> batches = new ArrayList<>();
        Ops batch = new Ops();
        for (int i = 0; i < changes; i++) {
            int slot = random.nextInt(slots) * 997;
            byte[] key = ofCollections ? keyOfCollection(random, keys) : key(random, keys);
            boolean wasAbsent = random.nextInt(3) == 0;
            if (wasAbsent && !expected.containsKey(RowKeys.row(slot, key))) {
                saidToBeAbsent.add(RowKeys.row(slot, key));
            }
            if (random.nextInt(3) == 0) {
                batch.delete(slot, key, wasAbsent);
                expected.put(RowKeys.row(slot, key), "deleted");
            } else {
                byte[] value = new byte[random.nextInt(300)];
                Arrays.fill(value, (byte) i);
                batch.put(slot, key, value, wasAbsent);
                expected.put(RowKeys.row(slot, key), HexFormat.of().formatHex(value));
            }
            if (random.nextInt(10) == 0) {
                batches.add(blocks.encode(new WriteBatch().addAll(batch)));
                batch = new Ops();
            }
        }
        batches.add(blocks.encode(new WriteBatch().addAll(batch)));
        expected.entrySet().removeIf(row -> row.getValue().equals("deleted") && saidToBeAbsent.contains(row.getKey()));

        List<String> found = new ArrayList<>();
        MergedRows rows = new MergedRows(batches, GiveWay.always(), MergedRows.roomForEnds());
        while (!rows.isAtEnd()) {
            int bytes = random.nextInt(3000);
            byte[] next = rows.take(piece, bytes);
            int count = 0;
            for (int at = BatchEncoder.HEADER_BYTES; at < next.length; at = BatchEncoder.recordEnd(next, at)) {
                found.add(shown(
                        Arrays.copyOfRange(next, BatchEncoder.keyStart(next, at), BatchEncoder.keyEnd(next, at)),
                        BatchEncoder.valueOf(next, at) == null
                                ? "deleted"
                                : HexFormat.of().formatHex(BatchEncoder.valueOf(next, at))));
                count++;
            }
            assertThat(count).isEqualTo(BatchEncoder.records(next, 0)).isBetween(rows.isAtEnd() ? 0 : 1, piece);
            // The last row may be what makes it longer.
            assertThat(next.length).isLessThan(BatchEncoder.HEADER_BYTES + bytes + 700);
        }
        List<String> wanted = new ArrayList<>();
        expected.forEach((key, value) -> wanted.add(shown(key, value)));
        assertThat(found).isEqualTo(wanted);
    }

    /** Keys that are the beginning of others, that end in zeros, and that differ in a byte near the end of what is noted of a key. */
    private static byte[] key(SplittableRandom random, int keys) {
        byte[] key = new byte[random.nextBoolean() ? random.nextInt(300) : random.nextInt(24, 40)];
        Arrays.fill(key, (byte) random.nextInt(keys));
        if (key.length > 0 && random.nextBoolean()) {
            key[key.length - 1] = (byte) random.nextInt(3);
        }
        return key;
    }

    /** Keys of few kinds and numbers of collections, and behind these a number, often as many bytes more, and an end. */
    private static byte[] keyOfCollection(SplittableRandom random, int keys) {
        int number = random.nextInt(keys);
        return ByteBuffer.allocate(60)
                .put((byte) (0x10 + random.nextInt(4) * 4))
                .putLong(0x0102030405060700L + random.nextInt(3) / 2)
                .putLong(random.nextBoolean() ? number : -1L >>> number % Long.SIZE)
                .put(new byte[keys % 32])
                .put((byte) random.nextInt(2))
                .array();
    }

    private static String shown(byte[] key, String value) {
        return HexFormat.of().formatHex(key) + "=" + value;
    }
}
