package io.sluice.proxy.server;

import io.sluice.kv.config.Setting;
import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.config.MonitoringSettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.stats.LatencyEvents;
import io.sluice.proxy.stats.ServerStats;
import io.sluice.proxy.stats.SlowLog;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times every command, and keeps the slow ones: what INFO's commandstats and errorstats, SLOWLOG and LATENCY
 * show. Thread-safe; called for every command, so the settings it compares with are kept in fields.
 */
final class CommandMeter {
    private static final byte[] REDACTED = "(redacted)".getBytes(StandardCharsets.US_ASCII);

    private final Settings settings;
    private final ServerStats stats;
    private final SlowLog slowLog;
    private final LatencyEvents latencyEvents;
    private volatile long slowNanos;
    private volatile int slowLogLength;
    private volatile long spikeNanos;
    private volatile boolean tracksLatency;

    CommandMeter(Settings settings, ServerStats stats, SlowLog slowLog, LatencyEvents latencyEvents) {
        this.settings = settings;
        this.stats = stats;
        this.slowLog = slowLog;
        this.latencyEvents = latencyEvents;
        for (Setting setting : new Setting[] {
            MonitoringSettings.SLOWLOG_LOG_SLOWER_THAN,
            MonitoringSettings.SLOWLOG_MAX_LEN,
            MonitoringSettings.LATENCY_MONITOR_THRESHOLD,
            MonitoringSettings.LATENCY_TRACKING
        }) {
            settings.onChange(setting, this::readSettings);
        }
        readSettings();
    }

    private void readSettings() {
        long slowMicros = settings.number(MonitoringSettings.SLOWLOG_LOG_SLOWER_THAN);
        slowNanos = slowMicros < 0 ? Long.MAX_VALUE : TimeUnit.MICROSECONDS.toNanos(slowMicros);
        slowLogLength = settings.integer(MonitoringSettings.SLOWLOG_MAX_LEN);
        slowLog.trim(slowLogLength);
        long spikeMillis = settings.number(MonitoringSettings.LATENCY_MONITOR_THRESHOLD);
        spikeNanos = spikeMillis == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(spikeMillis);
        tracksLatency = settings.flag(MonitoringSettings.LATENCY_TRACKING);
    }

    void read(long bytes) {
        stats.read(bytes);
    }

    void written(long bytes) {
        stats.written(bytes);
    }

    /** Counts a request that was refused before it ran; null where no command has its name. */
    void refused(@Nullable CommandSpec spec, Reply error) {
        if (spec != null) {
            stats.command(spec.name()).rejected();
        }
        countError(error);
    }

    /**
     * Counts a command that ran.
     *
     * @param spentNanos the time from its first try to its outcome; what it waited as a blocked client is taken off
     */
    void ran(CommandSpec spec, Args args, ClientSession session, Reply reply, long spentNanos) {
        long tookNanos = Math.max(0, spentNanos - session.waitedNanos());
        stats.commandProcessed();
        boolean failed = countError(reply);
        stats.command(spec.name()).ran(tookNanos, failed, tracksLatency);
        if (tookNanos >= slowNanos && !spec.has(Flag.SKIP_SLOWLOG)) {
            slowLog.add(
                    System.currentTimeMillis() / 1000,
                    tookNanos / 1000,
                    redacted(spec, args),
                    session.address(),
                    session.name(),
                    slowLogLength);
        }
        if (tookNanos >= spikeNanos) {
            String event = spec.has(Flag.FAST) ? "fast-command" : "command";
            latencyEvents.add(event, System.currentTimeMillis() / 1000, TimeUnit.NANOSECONDS.toMillis(tookNanos));
        }
    }

    private boolean countError(Reply reply) {
        if (reply instanceof Reply.Err error) {
            stats.errorReplied(error.code());
            return true;
        }
        return false;
    }

    /** The request without its passwords. */
    private static byte[][] redacted(CommandSpec spec, Args args) {
        byte[][] shown = args.all().clone();
        switch (spec.name()) {
            case "AUTH" -> redact(shown, 1, shown.length);
            case "HELLO" -> {
                for (int i = 2; i < shown.length; i++) {
                    if (args.is(i, "AUTH")) {
                        redact(shown, i + 1, i + 3);
                    }
                }
            }
            case "CONFIG|SET" -> {
                for (int i = 2; i < shown.length; i += 2) {
                    if (args.is(i, "REQUIREPASS")) {
                        redact(shown, i + 1, i + 2);
                    }
                }
            }
            default -> {
                // no other command carries one
            }
        }
        return shown;
    }

    private static void redact(byte[][] shown, int from, int to) {
        for (int i = from; i < Math.min(to, shown.length); i++) {
            shown[i] = REDACTED;
        }
    }
}
