package io.sluice.proxy.type.hll;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A HyperLogLog: an estimate of how many different elements have been added, with a standard error of 0.81%, in at most
 * 12 KiB.
 *
 * <p>It lives in a plain string, which clients may GET, SET, DUMP and move between servers. So the bytes, not only the
 * counts, are those that Redis makes from the same commands: small ones sparse (runs of equal registers), large ones
 * dense (6 bits a register), the last computed cardinality cached in the header.
 *
 * <p>An instance is the mutable working copy of one such string: take it from the string with {@link #of}, work on it,
 * store {@link #toBytes}. Not safe for use by several threads.
 */
public final class HyperLogLog {
    private static final long SEED = 0xadc83b19L;

    /** Set while the encoding is sparse. */
    private @Nullable SparseRegisters sparse;

    /** The whole string while the encoding is dense. */
    private byte[] dense;

    private HyperLogLog(byte[] string) {
        boolean isSparse = string[Layout.ENCODING_AT] == Layout.SPARSE;
        this.sparse = isSparse ? new SparseRegisters(string) : null;
        this.dense = isSparse ? new byte[0] : string;
    }

    /** An empty one, sparse, without a cached cardinality, as PFADD and PFMERGE make it for an absent key. */
    public static HyperLogLog create() {
        byte[] string = SparseRegisters.empty();
        Layout.dropCardinality(string);
        return new HyperLogLog(string);
    }

    /** Whether the bytes look like a HyperLogLog: magic word, encoding, and the size if dense. */
    public static boolean isValid(byte[] string) {
        return Layout.isValid(string);
    }

    /**
     * A working copy of {@code string}.
     *
     * @throws HyperLogLogException if it is not {@linkplain #isValid valid}
     */
    public static HyperLogLog of(byte[] string) {
        if (!isValid(string)) {
            throw HyperLogLogException.notOne();
        }
        return new HyperLogLog(string.clone());
    }

    /** The string to store, in a new array. */
    public byte[] toBytes() {
        return sparse != null ? sparse.toBytes() : dense.clone();
    }

    /** Whether the registers are kept as runs. */
    public boolean isSparse() {
        return sparse != null;
    }

    /**
     * Adds an element.
     *
     * @param sparseMaxBytes the size above which it becomes dense (hll-sparse-max-bytes)
     * @return whether a register changed, and with it, maybe, the cardinality
     * @throws HyperLogLogException if the string is damaged
     */
    public boolean add(byte[] element, int sparseMaxBytes) {
        long hash = Murmur64.hash(element, SEED);
        int register = (int) (hash & (Layout.REGISTERS - 1));
        long rest = (hash >>> 14) | (1L << Estimator.RANK_BITS);
        return raise(register, Long.numberOfTrailingZeros(rest) + 1, sparseMaxBytes);
    }

    /**
     * The number of different elements, from the cache in the header if it is still right.
     *
     * @throws HyperLogLogException if the string is damaged
     */
    public long count() {
        byte[] header = header();
        if (Layout.hasCardinality(header)) {
            return Layout.cardinality(header);
        }
        int[] histogram = new int[Estimator.HISTOGRAM];
        visit((first, length, value) -> histogram[value] += length);
        long count = Estimator.estimate(histogram);
        Layout.setCardinality(header, count);
        return count;
    }

    /** Whether {@link #count} needs no computation; if not, it changes the header, and Redis stores that. */
    public boolean hasCachedCount() {
        return Layout.hasCardinality(header());
    }

    /**
     * The number of different elements in all of {@code sources} together.
     *
     * @throws HyperLogLogException if a string is damaged
     */
    public static long countUnion(List<HyperLogLog> sources) {
        int[] histogram = new int[Estimator.HISTOGRAM];
        for (int value : union(sources)) {
            histogram[value]++;
        }
        return Estimator.estimate(histogram);
    }

    /**
     * Makes this the union of itself and {@code others}, as PFMERGE does: dense if one of them is.
     *
     * @throws HyperLogLogException if a string is damaged; this one may then have been changed
     */
    public void merge(List<HyperLogLog> others, int sparseMaxBytes) {
        int[] registers = union(others);
        visit((first, length, value) -> raiseAll(registers, first, length, value));
        if (others.stream().anyMatch(other -> !other.isSparse())) {
            makeDense();
        }
        for (int i = 0; i < registers.length; i++) {
            if (registers[i] != 0) {
                raise(i, registers[i], sparseMaxBytes);
            }
        }
        Layout.dropCardinality(header());
    }

    /**
     * Turns the encoding to dense.
     *
     * @return whether it was sparse
     * @throws HyperLogLogException if the string is damaged
     */
    public boolean makeDense() {
        SparseRegisters runs = sparse;
        if (runs == null) {
            return false;
        }
        byte[] string = new byte[Layout.DENSE_SIZE];
        System.arraycopy(runs.backing(), 0, string, 0, Layout.HEADER);
        string[Layout.ENCODING_AT] = Layout.DENSE;
        boolean whole = runs.visit((first, length, value) -> {
            for (int i = first; value != 0 && i < first + length; i++) {
                DenseRegisters.put(string, i, value);
            }
        });
        if (!whole) {
            throw HyperLogLogException.corrupted();
        }
        dense = string;
        sparse = null;
        return true;
    }

    /**
     * All registers in order.
     *
     * @throws HyperLogLogException if the string is damaged
     */
    public int[] registers() {
        return union(List.of(this));
    }

    /** The runs of the sparse encoding in the notation of PFDEBUG DECODE, or null if the encoding is dense. */
    public @Nullable String describeRuns() {
        return sparse != null ? sparse.describe() : null;
    }

    private boolean raise(int register, int value, int sparseMaxBytes) {
        if (sparse != null) {
            switch (sparse.raise(register, value, sparseMaxBytes)) {
                case UNCHANGED:
                    return false;
                case CHANGED:
                    return true;
                case CORRUPTED:
                    throw HyperLogLogException.corrupted();
                case NEEDS_DENSE:
                    makeDense();
                    break;
            }
        }
        if (!DenseRegisters.raise(dense, register, value)) {
            return false;
        }
        Layout.dropCardinality(dense);
        return true;
    }

    private byte[] header() {
        return sparse != null ? sparse.backing() : dense;
    }

    private void visit(SparseRegisters.Visitor visitor) {
        if (sparse == null) {
            for (int i = 0; i < Layout.REGISTERS; i++) {
                visitor.run(i, 1, DenseRegisters.get(dense, i));
            }
        } else if (!sparse.visit(visitor)) {
            throw HyperLogLogException.corrupted();
        }
    }

    private static int[] union(List<HyperLogLog> sources) {
        int[] registers = new int[Layout.REGISTERS];
        for (HyperLogLog source : sources) {
            source.visit((first, length, value) -> raiseAll(registers, first, length, value));
        }
        return registers;
    }

    private static void raiseAll(int[] registers, int first, int length, int value) {
        for (int i = first; value != 0 && i < first + length; i++) {
            registers[i] = Math.max(registers[i], value);
        }
    }
}
