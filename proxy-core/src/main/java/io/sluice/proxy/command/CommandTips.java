package io.sluice.proxy.command;

import java.util.List;
import java.util.Map;

/** The tips of COMMAND INFO: how a client that knows several nodes may spread a command, and how stable its answer is. */
final class CommandTips {
    private static final String ALL_SHARDS = "request_policy:all_shards";
    private static final String ALL_NODES = "request_policy:all_nodes";
    private static final String MULTI_SHARD = "request_policy:multi_shard";
    private static final String ALL_SUCCEEDED = "response_policy:all_succeeded";
    private static final String SUM = "response_policy:agg_sum";
    private static final String MIN = "response_policy:agg_min";
    private static final String SPECIAL = "response_policy:special";
    private static final String UNSTABLE = "nondeterministic_output";
    private static final String UNORDERED = "nondeterministic_output_order";

    private static final List<String> VARIES = List.of(UNSTABLE);
    private static final List<String> ANY_ORDER = List.of(UNORDERED);
    private static final List<String> LATENCY = List.of(UNSTABLE, ALL_NODES, SPECIAL);
    private static final List<String> MEMORY = List.of(UNSTABLE, ALL_SHARDS, SPECIAL);

    private static final Map<String, List<String>> TIPS = Map.ofEntries(
            Map.entry("PING", List.of(ALL_SHARDS, ALL_SUCCEEDED)),
            Map.entry("CLIENT|INFO", VARIES),
            Map.entry("CLIENT|LIST", VARIES),
            Map.entry("CLIENT|SETINFO", List.of(ALL_NODES, ALL_SUCCEEDED)),
            Map.entry("COMMAND", List.of(UNORDERED)),
            Map.entry("COMMAND|INFO", List.of(UNORDERED)),
            Map.entry("COMMAND|DOCS", List.of(UNORDERED)),
            Map.entry("COMMAND|LIST", List.of(UNORDERED)),
            Map.entry("CONFIG|SET", List.of(ALL_NODES, ALL_SUCCEEDED)),
            Map.entry("CONFIG|RESETSTAT", List.of(ALL_NODES, ALL_SUCCEEDED)),
            Map.entry("CONFIG|REWRITE", List.of(ALL_NODES, ALL_SUCCEEDED)),
            Map.entry("INFO", List.of(UNSTABLE, ALL_SHARDS, SPECIAL)),
            Map.entry("TIME", VARIES),
            Map.entry("WAIT", List.of(ALL_SHARDS, MIN)),
            Map.entry("WAITAOF", List.of(ALL_SHARDS, MIN)),
            Map.entry("LATENCY|RESET", List.of(ALL_NODES, ALL_SUCCEEDED)),
            Map.entry("LATENCY|DOCTOR", LATENCY),
            Map.entry("LATENCY|GRAPH", LATENCY),
            Map.entry("LATENCY|HISTOGRAM", LATENCY),
            Map.entry("LATENCY|HISTORY", LATENCY),
            Map.entry("LATENCY|LATEST", LATENCY),
            Map.entry("SLOWLOG|GET", List.of(ALL_NODES, UNSTABLE)),
            Map.entry("SLOWLOG|LEN", List.of(ALL_NODES, SUM, UNSTABLE)),
            Map.entry("SLOWLOG|RESET", List.of(ALL_NODES, ALL_SUCCEEDED)),
            Map.entry("MEMORY|STATS", MEMORY),
            Map.entry("MEMORY|DOCTOR", MEMORY),
            Map.entry("MEMORY|MALLOC-STATS", MEMORY),
            Map.entry("MEMORY|PURGE", List.of(ALL_SHARDS, ALL_SUCCEEDED)),
            Map.entry("OBJECT|ENCODING", VARIES),
            Map.entry("OBJECT|FREQ", VARIES),
            Map.entry("OBJECT|IDLETIME", VARIES),
            Map.entry("OBJECT|REFCOUNT", VARIES),
            Map.entry("DBSIZE", List.of(ALL_SHARDS, SUM)),
            Map.entry("FLUSHDB", List.of(ALL_SHARDS, ALL_SUCCEEDED)),
            Map.entry("FLUSHALL", List.of(ALL_SHARDS, ALL_SUCCEEDED)),
            Map.entry("MGET", List.of(MULTI_SHARD)),
            Map.entry("MSET", List.of(MULTI_SHARD, ALL_SUCCEEDED)),
            Map.entry("MSETNX", List.of(MULTI_SHARD, MIN)),
            Map.entry("DEL", List.of(MULTI_SHARD, SUM)),
            Map.entry("UNLINK", List.of(MULTI_SHARD, SUM)),
            Map.entry("EXISTS", List.of(MULTI_SHARD, SUM)),
            Map.entry("TOUCH", List.of(MULTI_SHARD, SUM)),
            Map.entry("HGETALL", List.of(UNORDERED)),
            Map.entry("HKEYS", List.of(UNORDERED)),
            Map.entry("HVALS", List.of(UNORDERED)),
            Map.entry("HRANDFIELD", VARIES),
            Map.entry("HTTL", VARIES),
            Map.entry("HPTTL", VARIES),
            Map.entry("HSCAN", VARIES),
            Map.entry("TTL", VARIES),
            Map.entry("PTTL", VARIES),
            Map.entry("DUMP", VARIES),
            Map.entry("SMEMBERS", ANY_ORDER),
            Map.entry("SINTER", ANY_ORDER),
            Map.entry("SUNION", ANY_ORDER),
            Map.entry("SDIFF", ANY_ORDER),
            Map.entry("SPOP", VARIES),
            Map.entry("SRANDMEMBER", VARIES),
            Map.entry("SSCAN", VARIES),
            Map.entry("RANDOMKEY", List.of(ALL_SHARDS, UNSTABLE)),
            Map.entry("KEYS", List.of(ALL_SHARDS, UNORDERED)),
            Map.entry("ZSCAN", VARIES),
            Map.entry("ZRANDMEMBER", VARIES),
            Map.entry("SCAN", List.of(UNSTABLE, "request_policy:special")));

    private CommandTips() {}

    static List<String> of(CommandSpec spec) {
        return TIPS.getOrDefault(spec.name(), List.of());
    }
}
