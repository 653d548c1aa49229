package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Memory;
import java.util.List;

/** What bounds the memory of the process, whatever its clients do. */
public final class LimitSettings {
    private static final String GROUP = "Memory and limits";

    public static final Setting CACHE_SIZE = new Setting(
            "cache-size",
            new Memory(0, 1L << 40),
            "0",
            false,
            GROUP,
            "How much of the heap the cache of decoded values may take. 0 takes a third of the heap. With"
                    + " load-budget, and with pending-bytes unless that has its default, it may take 90 % of the heap:"
                    + " beyond that Sluice does not start. The store's own cache is the"
                    + " backend's setting and lies outside the heap.");

    public static final Setting LOAD_BUDGET = new Setting(
            "load-budget",
            new Memory(0, 1L << 40),
            "0",
            false,
            GROUP,
            "How much may be held at once for commands that wait for the store. Beyond it commands queue, and fail with"
                    + " an -OOM error when one alone needs more; so does RESTORE of a value that takes more. 0 takes an"
                    + " eighth of the heap.");

    public static final Setting PENDING_BYTES = new Setting(
            "pending-bytes",
            new Memory(64L << 10, 1L << 34),
            "128mb",
            false,
            GROUP,
            "How much may have been written and not yet committed by the store, over all slots. Beyond it no command"
                    + " begins until the store has caught up.");

    public static final Setting CLIENT_OUTPUT_PAUSE_BYTES = new Setting(
            "client-output-pause-bytes",
            new Memory(64L << 10, 1L << 34),
            "16mb",
            true,
            GROUP,
            "A client that has this much of its replies not yet taken is not read any further until it has taken half"
                    + " of it.");

    public static final Setting CLIENT_QUERY_BUFFER_LIMIT = new Setting(
            "client-query-buffer-limit",
            new Memory(1L << 20, Long.MAX_VALUE),
            "1gb",
            true,
            GROUP,
            "The largest request, all arguments together, and the largest transaction. A client that sends more is"
                    + " closed.");

    public static final Setting PROTO_MAX_BULK_LEN = new Setting(
            "proto-max-bulk-len",
            new Memory(1L << 20, 1L << 30),
            "512mb",
            true,
            GROUP,
            "The largest single argument, and so the largest string. At most 1gb.");

    static final List<Setting> ALL = List.of(
            CACHE_SIZE,
            LOAD_BUDGET,
            PENDING_BYTES,
            CLIENT_OUTPUT_PAUSE_BYTES,
            CLIENT_QUERY_BUFFER_LIMIT,
            PROTO_MAX_BULK_LEN);

    private LimitSettings() {}
}
