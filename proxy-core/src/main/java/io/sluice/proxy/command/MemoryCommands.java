package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.resp.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** MEMORY, but for USAGE: about the memory of the process. The data itself is in the store. */
final class MemoryCommands {
    private static final EnumSet<Flag> NONE = EnumSet.noneOf(Flag.class);
    private static final double NEARLY_FULL = 0.9;

    private static final Help HELP = Help.of(
            "MEMORY",
            "DOCTOR",
            "    Return what is to be said about the memory of the process.",
            "MALLOC-STATS",
            "    Return the report of the allocator, where there is one.",
            "PURGE",
            "    Collect garbage, and give what memory is free back to the system.",
            "STATS",
            "    Return the figures about the memory of the process.",
            "USAGE <key> [SAMPLES <count>]",
            "    Return how many bytes a key and its value take.");

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        Containers.row(t, "MEMORY", "4.0.0", "The memory of the process and of keys.");
        t.onSession("MEMORY|DOCTOR", 2, NONE, "4.0.0", "O(1)", "What is to be said about the memory.", this::doctor);
        t.onSession(
                "MEMORY|HELP",
                2,
                EnumSet.of(LOADING, STALE),
                "4.0.0",
                "O(1)",
                "Help about the subcommands.",
                HELP::answer);
        String allocated = "Depends on how much memory is allocated, could be slow";
        t.onSession("MEMORY|MALLOC-STATS", 2, NONE, "4.0.0", allocated, "The allocator's report.", this::mallocStats);
        t.later("MEMORY|PURGE", 2, NONE, "4.0.0", allocated, "Collects garbage.", this::purge);
        t.onSession("MEMORY|STATS", 2, NONE, "4.0.0", "O(1)", "Figures about the memory.", this::stats);
    }

    private Reply doctor(Session session, Args args) {
        ProcessMemory memory = ProcessMemory.now();
        double full = (double) memory.heapUsed() / memory.heapMax();
        String text = full > NEARLY_FULL
                ? String.format(
                        Locale.ROOT,
                        "The heap is %.0f%% full. Unless garbage collection frees more of it, give the process a larger"
                                + " heap, or lower cache-size.\n",
                        full * 100)
                : String.format(Locale.ROOT, "The heap is %.0f%% full: nothing to worry about.\n", full * 100);
        return Reply.verbatim("txt", text.getBytes(StandardCharsets.US_ASCII));
    }

    private Reply mallocStats(Session session, Args args) {
        return Reply.bulk("Stats not supported for the current allocator");
    }

    /** A collection may take long: not on an event loop. */
    private CompletionStage<Reply> purge(Session session, Args args) {
        return CompletableFuture.supplyAsync(() -> {
            System.gc();
            return Reply.OK;
        });
    }

    private Reply stats(Session session, Args args) {
        ProcessMemory memory = ProcessMemory.now();
        List<Reply> entries = new ArrayList<>();
        add(entries, "peak.allocated", memory.peak());
        add(entries, "total.allocated", memory.used());
        add(entries, "jvm.heap.used", memory.heapUsed());
        add(entries, "jvm.heap.committed", memory.heapCommitted());
        add(entries, "jvm.heap.max", memory.heapMax());
        add(entries, "jvm.nonheap.used", memory.nonHeapUsed());
        add(entries, "jvm.direct.used", memory.directUsed());
        return Reply.map(entries);
    }

    private static void add(List<Reply> entries, String name, long value) {
        entries.add(Reply.bulk(name));
        entries.add(Reply.integer(value));
    }
}
