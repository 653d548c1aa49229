package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.string.BitField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Strings in the header and in chunks against a plain array: the same random commands, and the same bytes and answers after
 * each, whatever the size of the chunks.
 */
class StringModelTest {
    private static final int MAX_OFFSET = 150;

    /** The array, and what the commands would do to it. */
    private static final class Model {
        byte[] bytes = new byte[0];

        void write(int offset, byte[] added) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length, offset + added.length));
            System.arraycopy(added, 0, bytes, offset, added.length);
        }

        int bit(long offset) {
            int index = (int) (offset >> 3);
            return index < bytes.length ? bytes[index] >> (7 - (offset & 7)) & 1 : 0;
        }

        void setBit(int offset, int on) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length, (offset >> 3) + 1));
            int mask = 0x80 >> (offset & 7);
            bytes[offset >> 3] = (byte) (on == 1 ? bytes[offset >> 3] | mask : bytes[offset >> 3] & ~mask);
        }

        /** First and last bit of a range; the last is below the first if it is empty. */
        long[] range(long start, long end, boolean bits) {
            long total = bits ? 8L * bytes.length : bytes.length;
            long first = Math.max(0, start < 0 ? total + start : start);
            long last = Math.min(Math.max(0, end < 0 ? total + end : end), total - 1);
            return bits ? new long[] {first, last} : new long[] {8 * first, 8 * last + 7};
        }

        long count(long[] range) {
            long count = 0;
            for (long at = range[0]; at <= range[1]; at++) {
                count += bit(at);
            }
            return count;
        }

        long position(int wanted, long[] range) {
            for (long at = range[0]; at <= range[1]; at++) {
                if (bit(at) == wanted) {
                    return at;
                }
            }
            return -1;
        }
    }

    @Property(tries = 300)
    void doesWhatAnArrayDoes(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int chunkBytes) {
        Random random = new Random(seed);
        StringRunner runner = new StringRunner(chunkBytes);
        Model model = new Model();
        for (int step = 0; step < 60; step++) {
            if (random.nextInt(20) == 0) {
                byte[] value = bytes(random, 60);
                runner.run("SET", "k", value);
                model.bytes = value;
            } else if (random.nextBoolean()) {
                change(runner, model, random);
            } else {
                look(runner, model, random);
            }
            assertThat(stored(runner)).isEqualTo(model.bytes);
            assertThat(runner.line("STRLEN k")).isEqualTo(String.valueOf(model.bytes.length));
            assertThat(runner.context.orphans()).isEmpty();
            checkShape(runner, model, chunkBytes);
        }
    }

    /** Long values are in chunks, no chunk is too long or reaches beyond the end. */
    private static void checkShape(StringRunner runner, Model model, int chunkBytes) {
        if (model.bytes.length <= chunkBytes) {
            assertThat(runner.context.rows()).isEmpty();
            return;
        }
        for (Map.Entry<Integer, byte[]> chunk : runner.context.chunks("k").entrySet()) {
            assertThat(chunk.getValue().length)
                    .isBetween(1, Math.min(chunkBytes, model.bytes.length - chunk.getKey() * chunkBytes));
        }
    }

    private static byte[] stored(StringRunner runner) {
        Reply reply = runner.reply("GET", "k");
        return reply instanceof Reply.Bulk bulk ? bulk.toBytes() : new byte[0];
    }

    private static void change(StringRunner runner, Model model, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> {
                byte[] added = bytes(random, 50);
                model.write(model.bytes.length, added);
                assertThat(runner.run("APPEND", "k", added)).isEqualTo(String.valueOf(model.bytes.length));
            }
            case 1 -> {
                byte[] added = bytes(random, 50);
                int offset = random.nextInt(MAX_OFFSET);
                if (added.length > 0) {
                    model.write(offset, added);
                }
                assertThat(runner.run("SETRANGE", "k", offset, added)).isEqualTo(String.valueOf(model.bytes.length));
            }
            case 2 -> {
                int offset = random.nextInt(MAX_OFFSET * 8);
                int on = random.nextInt(2);
                int old = model.bit(offset);
                model.setBit(offset, on);
                assertThat(runner.run("SETBIT", "k", offset, on)).isEqualTo(String.valueOf(old));
            }
            default -> bitField(runner, model, random);
        }
    }

    private static void bitField(StringRunner runner, Model model, Random random) {
        List<Object> request = new ArrayList<>(List.of("BITFIELD", "k"));
        List<Long> replies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            BitField field = new BitField(true, 1 + random.nextInt(64));
            int offset = random.nextInt(MAX_OFFSET * 8);
            if (random.nextBoolean()) {
                request.addAll(List.of("GET", "i" + field.bits(), offset));
                replies.add(null);
            } else {
                request.addAll(List.of("SET", "i" + field.bits(), offset, random.nextLong()));
                replies.add(1L);
            }
        }
        // The string is made long enough before the first operation.
        for (int i = 0; i < 3; i++) {
            if (replies.get(i) != null) {
                int at = indexOfOperation(request, i);
                BitField field = BitField.parse(((String) request.get(at + 1)).getBytes());
                int needed = (int) field.lengthFor((int) request.get(at + 2));
                model.bytes = Arrays.copyOf(model.bytes, Math.max(model.bytes.length, needed));
            }
        }
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int at = indexOfOperation(request, i);
            BitField field = BitField.parse(((String) request.get(at + 1)).getBytes());
            int offset = (int) request.get(at + 2);
            expected.add(String.valueOf(field.get(model.bytes, offset)));
            if (request.get(at).equals("SET")) {
                field.set(model.bytes, offset, (long) request.get(at + 3));
            }
        }
        assertThat(runner.run(request.toArray())).isEqualTo(expected.toString());
    }

    private static int indexOfOperation(List<Object> request, int number) {
        int at = 2;
        for (int i = 0; i < number; i++) {
            at += request.get(at).equals("SET") ? 4 : 3;
        }
        return at;
    }

    private static void look(StringRunner runner, Model model, Random random) {
        long start = random.nextInt(2 * MAX_OFFSET) - MAX_OFFSET;
        long end = random.nextInt(2 * MAX_OFFSET) - MAX_OFFSET;
        boolean bits = random.nextBoolean();
        if (bits) {
            start *= 4;
            end *= 4;
        }
        String unit = bits ? "BIT" : "BYTE";
        int wanted = random.nextInt(2);
        boolean there = runner.context.stored("k") != null;
        long[] range = model.range(start, end, bits);
        switch (random.nextInt(5)) {
            case 0 -> {
                long[] bytes = model.range(start, end, false);
                boolean empty = bytes[0] > bytes[1] || (start < 0 && end < 0 && start > end);
                byte[] expected = empty
                        ? new byte[0]
                        : Arrays.copyOfRange(model.bytes, (int) bytes[0] / 8, (int) (bytes[1] + 1) / 8);
                assertThat(((Reply.Bulk) runner.reply("GETRANGE", "k", start, end)).toBytes())
                        .isEqualTo(expected);
            }
            case 1 ->
                assertThat(runner.run("BITCOUNT", "k"))
                        .isEqualTo(String.valueOf(model.count(model.range(0, -1, false))));
            case 2 -> {
                boolean empty = start < 0 && end < 0 && start > end;
                assertThat(runner.run("BITCOUNT", "k", start, end, unit))
                        .isEqualTo(String.valueOf(empty ? 0 : model.count(range)));
            }
            case 3 -> {
                long expected = !there ? -wanted : model.position(wanted, range);
                assertThat(runner.run("BITPOS", "k", wanted, start, end, unit)).isEqualTo(String.valueOf(expected));
            }
            default -> {
                long[] rest = model.range(bits ? start / 4 : start, -1, false);
                long found = rest[0] > rest[1] ? -1 : model.position(wanted, rest);
                boolean padded = found < 0 && wanted == 0 && rest[0] <= rest[1];
                long expected = !there ? -wanted : padded ? 8L * model.bytes.length : found;
                assertThat(runner.run("BITPOS", "k", wanted, bits ? start / 4 : start))
                        .isEqualTo(String.valueOf(expected));
            }
        }
        int offset = random.nextInt(MAX_OFFSET * 8);
        assertThat(runner.run("GETBIT", "k", offset)).isEqualTo(String.valueOf(model.bit(offset)));
    }

    /** Often zeroes and ones, so that searches go on beyond the first byte. */
    private static byte[] bytes(Random random, int maxLength) {
        byte[] bytes = new byte[random.nextInt(maxLength + 1)];
        switch (random.nextInt(3)) {
            case 0 -> random.nextBytes(bytes);
            case 1 -> Arrays.fill(bytes, (byte) 0xff);
            default -> {
                // zeroes
            }
        }
        return bytes;
    }
}
