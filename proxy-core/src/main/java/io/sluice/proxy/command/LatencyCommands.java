package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.config.MonitoringSettings;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.stats.CommandStats;
import io.sluice.proxy.stats.LatencyEvents;
import io.sluice.proxy.stats.LatencyHistogram;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** LATENCY: spikes by kind, and how the latencies of commands are distributed. */
final class LatencyCommands {
    private static final EnumSet<Flag> OPERATOR = EnumSet.of(ADMIN, NOSCRIPT, LOADING, STALE);

    private static final Help HELP = Help.of(
            "LATENCY",
            "DOCTOR",
            "    Return what the samples say, in words.",
            "GRAPH <event>",
            "    Return a drawing of the samples of an event.",
            "HISTORY <event>",
            "    Return the samples of an event: time and milliseconds.",
            "LATEST",
            "    Return the newest and the worst sample of each event.",
            "RESET [<event> ...]",
            "    Forget the samples of these events, or of all.",
            "HISTOGRAM [<command> ...]",
            "    Return the distribution of the latencies of these commands, or of all.");

    private final Server server;

    LatencyCommands(Server server) {
        this.server = server;
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        Containers.row(t, "LATENCY", "2.8.13", "What takes how long.");
        row(t, "DOCTOR", 2, "What the samples say, in words.", this::doctor);
        row(t, "GRAPH", 3, "A drawing of the samples of an event.", this::graph);
        t.onSession(
                "LATENCY|HELP",
                2,
                EnumSet.of(LOADING, STALE),
                "2.8.13",
                "O(1)",
                "Help about the subcommands.",
                HELP::answer);
        t.onSession(
                "LATENCY|HISTOGRAM",
                -2,
                OPERATOR,
                "7.0.0",
                "O(N) where N is the number of commands with latency information being retrieved.",
                "The distribution of the latencies of commands.",
                this::histogram);
        row(t, "HISTORY", 3, "The samples of an event.", this::history);
        row(t, "LATEST", 2, "The newest sample of each event.", this::latest);
        row(t, "RESET", -2, "Forgets the samples of events.", this::reset);
    }

    private static void row(CommandTable.Builder t, String name, int arity, String summary, Handler.OnSession handler) {
        t.onSession("LATENCY|" + name, arity, OPERATOR, "2.8.13", "O(1)", summary, handler);
    }

    private Reply graph(Session session, Args args) {
        String event = args.text(2);
        List<LatencyEvents.Sample> samples = server.latencyEvents().history(event);
        if (samples.isEmpty()) {
            throw new CommandException("ERR No samples available for event '" + Text.utf8(args.bytes(2)) + "'");
        }
        long worst = server.latencyEvents().worst(event);
        String graph = LatencyGraph.of(event, samples, worst, System.currentTimeMillis() / 1000);
        return Reply.verbatim("txt", graph.getBytes(StandardCharsets.UTF_8));
    }

    private Reply history(Session session, Args args) {
        List<Reply> samples = new ArrayList<>();
        for (LatencyEvents.Sample sample : server.latencyEvents().history(args.text(2))) {
            samples.add(Reply.array(Reply.integer(sample.unixSeconds()), Reply.integer(sample.millis())));
        }
        return Reply.array(samples);
    }

    private Reply latest(Session session, Args args) {
        List<Reply> events = new ArrayList<>();
        for (LatencyEvents.Latest latest : server.latencyEvents().latest()) {
            events.add(Reply.array(
                    Reply.bulk(latest.event()),
                    Reply.integer(latest.newest().unixSeconds()),
                    Reply.integer(latest.newest().millis()),
                    Reply.integer(latest.worstMillis())));
        }
        return Reply.array(events);
    }

    private Reply reset(Session session, Args args) {
        if (args.count() == 2) {
            return Reply.integer(server.latencyEvents().reset());
        }
        int forgotten = 0;
        for (int i = 2; i < args.count(); i++) {
            if (server.latencyEvents().reset(args.text(i))) {
                forgotten++;
            }
        }
        return Reply.integer(forgotten);
    }

    private Reply doctor(Session session, Args args) {
        List<LatencyEvents.Latest> events = server.latencyEvents().latest();
        StringBuilder text = new StringBuilder();
        if (server.settings().number(MonitoringSettings.LATENCY_MONITOR_THRESHOLD) == 0 && events.isEmpty()) {
            text.append(
                    "Latency monitoring is disabled in this instance. Enable it with CONFIG SET latency-monitor-threshold"
                            + " <milliseconds>.\n");
        } else if (events.isEmpty()) {
            text.append("No latency spike was observed since the start or the last LATENCY RESET.\n");
        }
        for (LatencyEvents.Latest event : events) {
            List<LatencyEvents.Sample> samples = server.latencyEvents().history(event.event());
            double average = samples.stream()
                    .mapToLong(LatencyEvents.Sample::millis)
                    .average()
                    .orElse(0);
            text.append(String.format(
                    Locale.ROOT,
                    "%s: %d latency spikes (average %.0fms, worst all time event %dms).\n",
                    event.event(),
                    samples.size(),
                    average,
                    event.worstMillis()));
        }
        return Reply.verbatim("txt", text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private Reply histogram(Session session, Args args) {
        List<Reply> entries = new ArrayList<>();
        for (Map.Entry<String, CommandStats> command : server.stats().commands().entrySet()) {
            if (args.count() > 2 && !isAskedFor(command.getKey(), args)) {
                continue;
            }
            List<LatencyHistogram.Step> steps = command.getValue().latency().steps();
            if (!steps.isEmpty()) {
                entries.add(Reply.bulk(command.getKey().toLowerCase(Locale.ROOT)));
                entries.add(distribution(steps));
            }
        }
        return Reply.map(entries);
    }

    /** A command is asked for by its name, a subcommand also by its container's. */
    private static boolean isAskedFor(String command, Args args) {
        int bar = command.indexOf('|');
        for (int i = 2; i < args.count(); i++) {
            if (args.is(i, command) || (bar > 0 && args.is(i, command.substring(0, bar)))) {
                return true;
            }
        }
        return false;
    }

    private static Reply distribution(List<LatencyHistogram.Step> steps) {
        List<Reply> buckets = new ArrayList<>();
        for (LatencyHistogram.Step step : steps) {
            buckets.add(Reply.integer(step.micros()));
            buckets.add(Reply.integer(step.calls()));
        }
        long calls = steps.get(steps.size() - 1).calls();
        return Reply.map(
                List.of(Reply.bulk("calls"), Reply.integer(calls), Reply.bulk("histogram_usec"), Reply.map(buckets)));
    }
}
