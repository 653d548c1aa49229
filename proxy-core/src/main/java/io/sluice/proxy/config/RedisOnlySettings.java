package io.sluice.proxy.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of Redis that Sluice does not have, so that a file written for Redis can be used as it is. Those that tune
 * what does not exist here are passed over with a warning; those that somebody relies on are refused with a reason.
 */
final class RedisOnlySettings {
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "pidfile",
            "supervised",
            "always-show-logo",
            "set-proc-title",
            "proc-title-template",
            "crash-log-enabled",
            "crash-memcheck-enabled",
            "dbfilename",
            "stop-writes-on-bgsave-error",
            "rdbcompression",
            "rdbchecksum",
            "rdb-del-sync-files",
            "rdb-save-incremental-fsync",
            "sanitize-dump-payload",
            "save",
            "appendfilename",
            "appenddirname",
            "no-appendfsync-on-rewrite",
            "auto-aof-rewrite-percentage",
            "auto-aof-rewrite-min-size",
            "aof-load-truncated",
            "aof-use-rdb-preamble",
            "aof-timestamp-enabled",
            "aof-rewrite-incremental-fsync",
            "replica-serve-stale-data",
            "replica-read-only",
            "replica-priority",
            "replica-lazy-flush",
            "repl-diskless-sync",
            "repl-diskless-sync-delay",
            "repl-diskless-sync-max-replicas",
            "repl-diskless-load",
            "repl-disable-tcp-nodelay",
            "repl-backlog-size",
            "repl-backlog-ttl",
            "repl-timeout",
            "acllog-max-len",
            "lazyfree-lazy-eviction",
            "lazyfree-lazy-expire",
            "lazyfree-lazy-server-del",
            "lazyfree-lazy-user-del",
            "lazyfree-lazy-user-flush",
            "maxmemory-samples",
            "maxmemory-eviction-tenacity",
            "lfu-log-factor",
            "lfu-decay-time",
            "io-threads-do-reads",
            "oom-score-adj",
            "oom-score-adj-values",
            "disable-thp",
            "active-expire-effort",
            "activerehashing",
            "activedefrag",
            "dynamic-hz",
            "jemalloc-bg-thread",
            "stream-node-max-bytes",
            "stream-node-max-entries",
            "client-output-buffer-limit",
            "locale-collate",
            "lua-time-limit",
            "busy-reply-threshold",
            "repl-ping-replica-period",
            "shutdown-on-sigint",
            "shutdown-on-sigterm");

    /** Passed over when they say this, and refused otherwise. */
    private static final Map<String, String> HARMLESS_VALUE = Map.of(
            "daemonize", "no",
            "appendonly", "no",
            "appendfsync", "everysec",
            "cluster-enabled", "no",
            "tls-port", "0",
            "notify-keyspace-events", "");

    private static final Map<String, String> REFUSED = Map.of(
            "daemonize", "Sluice runs in the foreground; leave the background to the shell or the service manager",
            "appendfsync", "how often the log is flushed is the backend's setting, such as rocksdb-wal-fsync",
            "replicaof", "Sluice does not replicate; the store does",
            "slaveof", "Sluice does not replicate; the store does",
            "cluster-enabled", "Sluice does not speak the cluster protocol yet",
            "unixsocket", "Sluice listens on TCP only",
            "tls-port", "Sluice does not speak TLS yet; put a TLS proxy in front of it",
            "rename-command", "Sluice does not rename commands",
            "aclfile", "Sluice has no ACL users yet; use requirepass",
            "user", "Sluice has no ACL users yet; use requirepass");

    private RedisOnlySettings() {}

    /** Whether the line may be passed over with a warning. */
    static boolean withoutEffect(String name, List<String> words) {
        return WITHOUT_EFFECT.contains(name) || String.join(" ", words).equals(HARMLESS_VALUE.get(name));
    }

    /** Why Sluice does not accept Redis's setting, or null when it is none that is known. */
    static @Nullable String whyRefused(String name) {
        return REFUSED.get(name);
    }
}
