package io.sluice.bench.run;

import io.sluice.bench.load.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * (g), by the number of keys: what Sluice gives, writes and takes with a block cache a tenth of the data, and a
 * cache of values as large: its default, a third of the heap, would hold all of the smaller ones. Redis is not in it:
 * it has all in memory.
 */
final class GrowthTable implements Table {
    private static final long[] KEYS = {1_000_000, 10_000_000, 50_000_000};
    private static final int VALUE = 512;
    private static final int SETTLE_SECONDS = 60;

    /** What is counted of what is written: the journal, the log, tables out of memtables, and tables out of tables. */
    private static final List<String> WRITTEN = List.of(
            "sluice.rocksdb.journal-bytes-appended",
            "rocksdb.wal.bytes",
            "rocksdb.flush.write.bytes",
            "rocksdb.compact.write.bytes");

    private final List<Row> rows = new ArrayList<>();
    private final List<String> sizes = new ArrayList<>();
    private final List<Double> loads = new ArrayList<>();
    private final List<Double> reads = new ArrayList<>();
    private final List<Double> overwrites = new ArrayList<>();

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        for (long full : KEYS) {
            long keys = bench.plan().count(full, full / 100);
            bench.say("  " + keys + " keys");
            try (ServerProcess sluice = bench.sluice(caches(bench, keys))) {
                measure(bench, sluice, keys);
            }
        }
        LineChart chart = new LineChart("requests a second, by the number of keys", sizes)
                .line("filling, 16 at a time", loads)
                .line("GET at random", reads)
                .line("SET at random", overwrites);
        return new Sheet(
                "g-keys",
                "Growth by keys of 512 bytes, block cache and cache of values a tenth of the data each",
                "bench/memtier.sh -t 2 -c 25 -d 512 -R, filling with --key-pattern=P:P --pipeline=16, then R:R for "
                        + bench.plan().seconds(60, 3) + " s",
                "each measured once, one after the other",
                rows,
                List.of(new Chart("throughput", chart.draw())));
    }

    /** RocksDB's cache of blocks, where it is the store, and Sluice's of values. */
    private static String[] caches(Bench bench, long keys) {
        String tenth = Long.toString(Math.max(1 << 20, keys * VALUE / 10));
        return bench.plan().backend().equals("rocksdb")
                ? new String[] {"--cache-size", tenth, "--rocksdb-block-cache-size", tenth}
                : new String[] {"--cache-size", tenth};
    }

    private void measure(Bench bench, ServerProcess sluice, long keys) throws IOException, InterruptedException {
        String name = String.format(Locale.ROOT, "%,d keys: ", keys).replace(',', ' ');
        sizes.add(Long.toString(keys));
        String[] common = {
            "-t",
            "2",
            "-c",
            "25",
            "-d",
            Integer.toString(VALUE),
            "-R",
            "--key-minimum=1",
            "--key-maximum=" + keys,
            "--distinct-client-seed",
            "--randomize"
        };
        double writtenBefore = sluice.writtenBytes();
        Result load = run(sluice, common, "--ratio=1:0", "--key-pattern=P:P", "-n", "allkeys", "--pipeline=16");
        double userBytes = load.total().requests() * (double) VALUE;
        add(name + "filling, -P 16", "requests/s", load.perSecond());
        loads.add(load.perSecond());
        settle(bench, sluice);
        amplification(sluice, name + "filling: ", userBytes, writtenBefore, Map.of());
        add(name + "space of a key", "B", sluice.diskBytes() / keys);

        String time = "--test-time=" + bench.plan().seconds(60, 3);
        Result read = run(sluice, common, "--ratio=0:1", time);
        reads.add(read.perSecond());
        latencies(name + "GET at random", read);
        Map<String, String> infoBefore = sluice.info();
        writtenBefore = sluice.writtenBytes();
        Result write = run(sluice, common, "--ratio=1:0", time);
        overwrites.add(write.perSecond());
        latencies(name + "SET at random", write);
        settle(bench, sluice);
        amplification(
                sluice, name + "SET at random: ", write.total().requests() * (double) VALUE, writtenBefore, infoBefore);
        add(name + "space of a key after that", "B", sluice.diskBytes() / keys);
        add(name + "resident", "MiB", sluice.residentMib());
    }

    private static Result run(ServerProcess sluice, String[] common, String... more)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of(common));
        options.addAll(List.of(more));
        return Bench.memtier(sluice, options.toArray(String[]::new));
    }

    private void latencies(String name, Result result) {
        add(name, "requests/s", result.perSecond());
        add(name + ", p50", "ms", result.total().latencies().getValueAtPercentile(50) / 1e3);
        add(name + ", p99", "ms", result.total().latencies().getValueAtPercentile(99) / 1e3);
    }

    private void amplification(
            ServerProcess sluice, String name, double userBytes, double writtenBefore, Map<String, String> infoBefore)
            throws IOException {
        Map<String, String> info = sluice.info();
        double counted = info.containsKey(WRITTEN.get(0)) ? 0 : Double.NaN;
        for (String figure : WRITTEN) {
            counted += figure(info, figure) - figure(infoBefore, figure);
        }
        add(name + "bytes written by the store for a byte of value", "B/B", counted / userBytes);
        add(
                name + "bytes that the process wrote to disk for a byte of value",
                "B/B",
                (sluice.writtenBytes() - writtenBefore) / userBytes);
    }

    private static double figure(Map<String, String> info, String name) {
        return Double.parseDouble(info.getOrDefault(name, "0").strip());
    }

    /** Waits until nothing is compacted any more, for a while. */
    private static void settle(Bench bench, ServerProcess sluice) throws IOException, InterruptedException {
        long end = System.nanoTime() + SETTLE_SECONDS * 1_000_000_000L;
        int quiet = 0;
        while (quiet < 3 && System.nanoTime() < end) {
            Thread.sleep(500);
            Map<String, String> info = sluice.info();
            boolean busy = figure(info, "rocksdb.num-running-compactions") > 0
                    || figure(info, "rocksdb.compaction-pending") > 0
                    || figure(info, "rocksdb.num-running-flushes") > 0
                    || figure(info, "sluice.rocksdb.journal-bytes") > 0;
            quiet = busy ? 0 : quiet + 1;
        }
        if (quiet < 3) {
            bench.say("    still compacting after " + SETTLE_SECONDS + " s: bytes and space are as they are then");
        }
    }

    private void add(String name, String unit, double value) {
        rows.add(new Row(name, unit, Sample.MISSING, Sample.of(value), Target.NONE));
    }
}
