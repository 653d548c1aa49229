package io.sluice.proxy.engine;

/**
 * Redis's limits of its small forms, {@code *-max-listpack-*} and {@code set-max-intset-entries}: beyond them OBJECT
 * ENCODING names the large form. They say nothing about rows.
 *
 * @param hashEntries fields of a listpack hash
 * @param hashValueBytes the longest field or value of a listpack hash
 * @param listSize elements of a listpack list when positive, else -1 to -5 for 4 to 64 kb
 * @param setIntegers members of an intset
 * @param setEntries members of a listpack set
 * @param setValueBytes the longest member of a listpack set
 * @param zsetEntries members of a listpack sorted set
 * @param zsetValueBytes the longest member of a listpack sorted set
 */
public record FormLimits(
        long hashEntries,
        long hashValueBytes,
        int listSize,
        long setIntegers,
        long setEntries,
        long setValueBytes,
        long zsetEntries,
        long zsetValueBytes) {
    /** What Redis begins with. */
    public static final FormLimits DEFAULT = new FormLimits(512, 64, -2, 512, 128, 64, 128, 64);
}
