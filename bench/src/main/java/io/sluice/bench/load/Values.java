package io.sluice.bench.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The values that one client sends. Random ones are filled once and differ from each other in eight bytes. */
final class Values {
    private final DataSize size;
    private final SplittableRandom random;
    private final byte[] bytes;
    private int mutated;

    Values(DataSize size, SplittableRandom random) {
        this.size = size;
        this.random = random;
        bytes = new byte[size.maximum()];
        if (size.random()) {
            random.nextBytes(bytes);
        } else {
            Arrays.fill(bytes, (byte) 'x');
        }
    }

    /** The length of the next value. */
    int length() {
        return size.minimum() == size.maximum() ? size.maximum() : random.nextInt(size.minimum(), size.maximum() + 1);
    }

    void put(ByteBuffer out, int length) {
        if (size.random() && length >= Long.BYTES) {
            if (mutated > length - Long.BYTES) {
                mutated = 0;
            }
            long noise = random.nextLong();
            for (int i = 0; i < Long.BYTES; i++) {
                bytes[mutated + i] = (byte) (noise >> Byte.SIZE * i);
            }
            mutated += Long.BYTES;
        }
        out.put(bytes, 0, length);
    }
}
