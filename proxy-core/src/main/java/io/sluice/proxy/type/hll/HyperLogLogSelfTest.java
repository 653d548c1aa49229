package io.sluice.proxy.type.hll;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What PFSELFTEST runs: registers keep what is written into them, and the estimate stays within its error while elements
 * are added, with both encodings in agreement. Takes seconds at full length; not for an event loop.
 */
public final class HyperLogLogSelfTest {
    /** As many elements as Redis adds. */
    public static final int FULL_LENGTH = 10_000_000;

    private static final int REGISTER_CYCLES = 1000;
    private static final double STANDARD_ERROR = 1.04 / Math.sqrt(Layout.REGISTERS);

    private HyperLogLogSelfTest() {}

    /**
     * Runs the test.
     *
     * @param elements how many elements to add, normally {@link #FULL_LENGTH}
     * @return null if all is well, else the text of the error reply
     */
    public static @Nullable String run(long seed, int elements, int sparseMaxBytes) {
        SplittableRandom random = new SplittableRandom(seed);
        String failure = checkRegisters(random);
        return failure != null ? failure : checkEstimates(random.nextLong(), elements, sparseMaxBytes);
    }

    private static @Nullable String checkRegisters(SplittableRandom random) {
        byte[] string = new byte[Layout.DENSE_SIZE];
        int[] expected = new int[Layout.REGISTERS];
        for (int cycle = 0; cycle < REGISTER_CYCLES; cycle++) {
            for (int i = 0; i < expected.length; i++) {
                expected[i] = random.nextInt(64);
                DenseRegisters.put(string, i, expected[i]);
            }
            for (int i = 0; i < expected.length; i++) {
                int actual = DenseRegisters.get(string, i);
                if (actual != expected[i]) {
                    return "TESTFAILED Register " + i + " should be " + expected[i] + " but is " + actual;
                }
            }
        }
        return null;
    }

    private static @Nullable String checkEstimates(long seed, int elements, int sparseMaxBytes) {
        HyperLogLog dense = HyperLogLog.create();
        dense.makeDense();
        HyperLogLog either = HyperLogLog.create();
        ByteBuffer element = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        long checkpoint = 1;
        for (int i = 1; i <= elements; i++) {
            element.putLong(0, i ^ seed);
            dense.add(element.array(), sparseMaxBytes);
            either.add(element.array(), sparseMaxBytes);
            if (i == checkpoint) {
                String failure = checkAt(checkpoint, dense, either, sparseMaxBytes);
                if (failure != null) {
                    return failure;
                }
                checkpoint *= 10;
            }
        }
        return null;
    }

    private static @Nullable String checkAt(
            long cardinality, HyperLogLog dense, HyperLogLog either, int sparseMaxBytes) {
        if (cardinality < sparseMaxBytes / 2 && !either.isSparse()) {
            return "TESTFAILED sparse encoding not used";
        }
        if (dense.count() != either.count()) {
            return "TESTFAILED dense/sparse disagree";
        }
        long error = Math.abs(cardinality - dense.count());
        // At ten elements one collision is already beyond the usual bound.
        long allowed = cardinality == 10 ? 1 : (long) Math.ceil(STANDARD_ERROR * 6 * cardinality);
        return error > allowed ? "TESTFAILED Too big error. card:" + cardinality + " abserr:" + error : null;
    }
}
