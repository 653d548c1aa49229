package io.sluice.proxy.command;

import io.sluice.proxy.config.MonitoringSettings;
import io.sluice.proxy.config.Percentiles;
import io.sluice.proxy.stats.LatencyHistogram;
import io.sluice.proxy.stats.ServerStats;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** INFO's sections of counters. */
final class InfoAboutStatistics {
    private final Server server;
    private final ServerStats stats;

    InfoAboutStatistics(Server server) {
        this.server = server;
        this.stats = server.stats();
    }

    void stats(InfoText text) {
        text.section("Stats")
                .line("total_connections_received", stats.connectionsReceived())
                .line("total_commands_processed", stats.commandsProcessed())
                .line("instantaneous_ops_per_sec", stats.commandsPerSecond())
                .line("total_net_input_bytes", stats.inputBytes())
                .line("total_net_output_bytes", stats.outputBytes())
                .decimals("instantaneous_input_kbps", stats.inputKbps(), 2)
                .decimals("instantaneous_output_kbps", stats.outputKbps(), 2)
                .line("rejected_connections", stats.connectionsRejected())
                .line("expired_keys", stats.expiredKeys())
                .line("expired_subkeys", stats.expiredFields())
                .line("evicted_keys", 0)
                .line("evicted_clients", 0)
                .line("keyspace_hits", stats.hits())
                .line("keyspace_misses", stats.misses())
                .line("pubsub_channels", 0)
                .line("pubsub_patterns", 0)
                .line("pubsubshard_channels", 0)
                .line("tracking_total_keys", 0)
                .line("tracking_total_items", 0)
                .line("tracking_total_prefixes", 0)
                .line("migrate_cached_sockets", 0)
                .line("unexpected_error_replies", stats.unexpectedErrors())
                .line("total_error_replies", stats.errors())
                .line("total_reads_processed", stats.reads())
                .line("total_writes_processed", stats.writes())
                .line("acl_access_denied_auth", stats.authenticationsFailed());
    }

    void commands(InfoText text) {
        text.section("Commandstats");
        stats.commands().forEach((name, command) -> {
            long calls = command.calls();
            text.line(
                    "cmdstat_" + name.toLowerCase(Locale.ROOT),
                    String.format(
                            Locale.ROOT,
                            "calls=%d,usec=%d,usec_per_call=%.2f,rejected_calls=%d,failed_calls=%d",
                            calls,
                            command.micros(),
                            calls == 0 ? 0 : (double) command.micros() / calls,
                            command.rejectedCalls(),
                            command.failedCalls()));
        });
    }

    void errors(InfoText text) {
        text.section("Errorstats");
        stats.errorsByCode().forEach((code, count) -> text.line("errorstat_" + code, "count=" + count));
    }

    void latencies(InfoText text) {
        text.section("Latencystats");
        List<String> percentiles =
                Percentiles.of(server.settings().text(MonitoringSettings.LATENCY_TRACKING_INFO_PERCENTILES));
        stats.commands().forEach((name, command) -> {
            LatencyHistogram latency = command.latency();
            if (latency.percentile(100) > 0) {
                String shown = percentiles.stream()
                        .map(percent -> String.format(
                                Locale.ROOT,
                                "p%s=%.3f",
                                percent,
                                latency.percentile(Double.parseDouble(percent)) / 1000.0))
                        .collect(Collectors.joining(","));
                text.line("latency_percentiles_usec_" + name.toLowerCase(Locale.ROOT), shown);
            }
        });
    }
}
