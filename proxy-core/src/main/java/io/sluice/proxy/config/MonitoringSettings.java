package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Bool;
import io.sluice.kv.config.Setting.Choice;
import io.sluice.kv.config.Setting.Int;
import io.sluice.kv.config.Setting.Text;
import java.util.List;

/** What Sluice writes down about itself. */
public final class MonitoringSettings {
    private static final String GROUP = "Log and monitoring";

    public static final Setting LOGLEVEL = new Setting(
            "loglevel",
            new Choice(List.of("debug", "verbose", "notice", "warning")),
            "notice",
            true,
            GROUP,
            "How much is logged: 'debug' everything, 'verbose' much, 'notice' what an operator wants to know, 'warning'"
                    + " only what needs attention.");

    public static final Setting LOGFILE = new Setting(
            "logfile",
            new Text(),
            "",
            false,
            GROUP,
            "The file the log is appended to; empty logs to standard output. A relative path counts from the directory"
                    + " in which Sluice was started.");

    public static final Setting SLOWLOG_LOG_SLOWER_THAN = new Setting(
            "slowlog-log-slower-than",
            new Int(-1, Long.MAX_VALUE),
            "10000",
            true,
            GROUP,
            "Commands that take longer, in microseconds, enter the slow log. 0 enters all of them, -1 none.");

    public static final Setting SLOWLOG_MAX_LEN = new Setting(
            "slowlog-max-len",
            new Int(0, 1_000_000),
            "128",
            true,
            GROUP,
            "How many commands the slow log keeps; the oldest leave first.");

    public static final Setting LATENCY_TRACKING = new Setting(
            "latency-tracking",
            new Bool(),
            "yes",
            true,
            GROUP,
            "Keep a histogram of every command's latency, for INFO latencystats.");

    public static final Setting LATENCY_TRACKING_INFO_PERCENTILES = new Setting(
            "latency-tracking-info-percentiles",
            new Text(),
            "50 99 99.9",
            true,
            GROUP,
            "The percentiles that INFO latencystats shows of every command, as numbers from 0 to 100 with spaces between"
                    + " them.");

    public static final Setting LATENCY_MONITOR_THRESHOLD = new Setting(
            "latency-monitor-threshold",
            new Int(0, Long.MAX_VALUE),
            "0",
            true,
            GROUP,
            "Commands that take at least so many milliseconds are kept as spikes for LATENCY. 0 keeps none.");

    static final List<Setting> ALL = List.of(
            LOGLEVEL,
            LOGFILE,
            SLOWLOG_LOG_SLOWER_THAN,
            SLOWLOG_MAX_LEN,
            LATENCY_TRACKING,
            LATENCY_TRACKING_INFO_PERCENTILES,
            LATENCY_MONITOR_THRESHOLD);

    private MonitoringSettings() {}
}
