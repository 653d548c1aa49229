package io.sluice.bench.run;

import java.nio.file.Path;
import java.util.List;

/**
 * What is to be measured, and how much of it.
 *
 * @param scale what numbers of keys, requests and seconds are multiplied with; 1 for the full form
 * @param rounds of each measurement, of which the median counts
 * @param backend of Sluice
 * @param settings of Sluice, further ones
 * @param results where tables and charts are written
 * @param command as it was typed
 */
record Plan(
        List<String> tables,
        double scale,
        int rounds,
        String backend,
        List<String> settings,
        Path results,
        String command) {
    /** What the names of results have after that of the table: nothing for RocksDB, else the store. */
    String suffix() {
        return backend.equals("rocksdb") ? "" : "-" + backend;
    }

    /** A number of keys, requests or bytes of the full form, at this scale but not below the least. */
    long count(long full, long least) {
        return Math.max(least, Math.round(full * scale));
    }

    /** What the figures of {@link Duel#run} are. */
    String medians() {
        return "medians of " + rounds + " rounds, in turn, after one that does not count";
    }

    int seconds(int full, int least) {
        return (int) count(full, least);
    }
}
