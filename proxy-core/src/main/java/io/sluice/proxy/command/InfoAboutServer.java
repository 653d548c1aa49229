package io.sluice.proxy.command;

import io.sluice.proxy.config.CompatibilitySettings;
import io.sluice.proxy.config.ExpirySettings;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.StorageSettings;
import java.nio.file.Path;
import java.util.Locale;

/** INFO's sections about the process, its connections and its memory. */
final class InfoAboutServer {
    private final Server server;
    private final Settings settings;

    InfoAboutServer(Server server) {
        this.server = server;
        this.settings = server.settings();
    }

    void server(InfoText text) {
        ServerFacts facts = server.facts();
        long nowMs = System.currentTimeMillis();
        long upSeconds = Math.max(0, nowMs - facts.startedMs()) / 1000;
        text.section("Server")
                .line("redis_version", ServerFacts.REDIS_VERSION)
                .line("sluice_version", facts.version())
                .line("redis_mode", "standalone")
                .line("os", property("os.name") + " " + property("os.version") + " " + property("os.arch"))
                .line("arch_bits", property("sun.arch.data.model"))
                .line("multiplexing_api", facts.transport())
                .line("java_version", property("java.version"))
                .line("java_vm", property("java.vm.name"))
                .line("process_id", ProcessHandle.current().pid())
                .line("run_id", facts.runId())
                .line("tcp_port", facts.port())
                .line("server_time_usec", nowMs * 1000)
                .line("uptime_in_seconds", upSeconds)
                .line("uptime_in_days", upSeconds / (24 * 3600))
                .line("hz", settings.number(ExpirySettings.HZ))
                .line("configured_hz", settings.number(ExpirySettings.HZ))
                .line("executable", facts.home().map(Path::toString).orElse(""))
                .line("config_file", settings.file().map(Path::toString).orElse(""));
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    void clients(InfoText text) {
        text.section("Clients")
                .line("connected_clients", server.clients().count())
                .line("cluster_connections", 0)
                .line("maxclients", settings.number(NetworkSettings.MAXCLIENTS))
                .line("blocked_clients", server.clients().waiting())
                .line("tracking_clients", 0)
                .line("clients_in_timeout_table", 0);
    }

    void memory(InfoText text) {
        ProcessMemory memory = ProcessMemory.now();
        text.section("Memory")
                .bytes("used_memory", memory.used())
                .bytes("used_memory_peak", memory.peak())
                .line("used_memory_peak_perc", percent(memory.used(), memory.peak()));
        ProcessUsage usage = ProcessUsage.now();
        if (usage.residentBytes() > 0) {
            text.bytes("used_memory_rss", usage.residentBytes())
                    .decimals("mem_fragmentation_ratio", (double) usage.residentBytes() / memory.used(), 2);
        }
        if (usage.systemBytes() > 0) {
            text.bytes("total_system_memory", usage.systemBytes());
        }
        text.line("used_memory_heap", memory.heapUsed())
                .line("used_memory_heap_committed", memory.heapCommitted())
                .line("used_memory_heap_max", memory.heapMax())
                .line("used_memory_direct", memory.directUsed())
                .bytes("maxmemory", settings.number(CompatibilitySettings.MAXMEMORY))
                .line("maxmemory_policy", settings.text(CompatibilitySettings.MAXMEMORY_POLICY))
                .line("mem_allocator", "jvm");
    }

    private static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.2f%%", whole == 0 ? 0 : 100.0 * part / whole);
    }

    /** What tools ask before they trust a server: it is not loading, and no snapshot or rewrite is ever under way. */
    void persistence(InfoText text) {
        text.section("Persistence")
                .line("loading", 0)
                .line("async_loading", 0)
                .line("rdb_bgsave_in_progress", 0)
                .line(
                        "aof_enabled",
                        settings.text(CompatibilitySettings.APPENDONLY).equals("yes") ? 1 : 0)
                .line("aof_rewrite_in_progress", 0)
                .line("aof_rewrite_scheduled", 0);
    }

    void replication(InfoText text) {
        text.section("Replication")
                .line("role", "master")
                .line("connected_slaves", 0)
                .line("master_failover_state", "no-failover")
                .line(
                        "master_replid",
                        String.valueOf(server.facts().replicationId().get()))
                .line("master_repl_offset", 0)
                .line("repl_backlog_active", 0);
    }

    void cpu(InfoText text) {
        ProcessUsage usage = ProcessUsage.now();
        text.section("CPU")
                .decimals("used_cpu_sys", usage.systemSeconds(), 6)
                .decimals("used_cpu_user", usage.userSeconds(), 6);
    }

    void store(InfoText text) {
        text.section("Store")
                .line("store_backend", server.facts().backend())
                .line("store_write_ack", settings.text(StorageSettings.WRITE_ACK));
        server.store().statistics().forEach(text::line);
    }
}
