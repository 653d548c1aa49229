package io.sluice.proxy.stats;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters behind INFO. All may be counted from any thread; {@link #sample} is called by one timer. CONFIG RESETSTAT
 * sets them back to 0; what is counted at that very moment may be lost or kept.
 */
public final class ServerStats {
    /** How often a timer should call {@link #sample}, in milliseconds. */
    public static final int SAMPLE_INTERVAL_MS = 100;

    /** Code words of errors come from the program, but for a few that a client can choose: those must not grow the map. */
    private static final int MAX_ERROR_CODES = 128;

    private static final String OTHER_ERRORS = "ERRORSTATS_OVERFLOW";

    private final LongAdder commands = new LongAdder();
    private final LongAdder connectionsReceived = new LongAdder();
    private final LongAdder connectionsRejected = new LongAdder();
    private final LongAdder inputBytes = new LongAdder();
    private final LongAdder outputBytes = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder expiredKeys = new LongAdder();
    private final LongAdder expiredFields = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder unexpectedErrors = new LongAdder();
    private final LongAdder aclDenied = new LongAdder();
    private final Map<String, LongAdder> errorsByCode = new ConcurrentHashMap<>();
    private final Map<String, CommandStats> byCommand = new ConcurrentHashMap<>();
    private final Rate commandRate = new Rate();
    private final Rate inputRate = new Rate();
    private final Rate outputRate = new Rate();

    /** The figures of one command, by the name in the command table. Made when first asked for. */
    public CommandStats command(String name) {
        CommandStats stats = byCommand.get(name); // without the lock that computeIfAbsent may take
        return stats != null ? stats : byCommand.computeIfAbsent(name, n -> new CommandStats());
    }

    /** Counts a command that ran. */
    public void commandProcessed() {
        commands.increment();
    }

    public void connectionReceived() {
        connectionsReceived.increment();
    }

    /** Counts a connection that was closed for want of room. */
    public void connectionRejected() {
        connectionsRejected.increment();
    }

    /** Counts one read from a socket. */
    public void read(long bytes) {
        reads.increment();
        inputBytes.add(bytes);
    }

    /** Counts one write to a socket. */
    public void written(long bytes) {
        writes.increment();
        outputBytes.add(bytes);
    }

    public void expired(long keys) {
        expiredKeys.add(keys);
    }

    public void expiredFields(long fields) {
        expiredFields.add(fields);
    }

    public void lookups(long found, long missed) {
        if (found > 0) {
            hits.add(found);
        }
        if (missed > 0) {
            misses.add(missed);
        }
    }

    /** Counts an error reply by its code word, such as {@code WRONGTYPE}. */
    public void errorReplied(String code) {
        errors.increment();
        LongAdder counter = errorsByCode.get(code);
        if (counter == null) {
            String name = errorsByCode.size() < MAX_ERROR_CODES ? code : OTHER_ERRORS;
            counter = errorsByCode.computeIfAbsent(name, c -> new LongAdder());
        }
        counter.increment();
    }

    /** Counts an error that the server did not expect to answer: a fault of its own or of the store. */
    public void unexpectedError() {
        unexpectedErrors.increment();
    }

    /** Counts an AUTH with a wrong name or password. */
    public void authenticationFailed() {
        aclDenied.increment();
    }

    /** Takes the samples that the instantaneous figures are averages of. One thread. */
    public void sample(long nowNanos) {
        commandRate.sample(commands.sum(), nowNanos);
        inputRate.sample(inputBytes.sum(), nowNanos);
        outputRate.sample(outputBytes.sum(), nowNanos);
    }

    public long commandsProcessed() {
        return commands.sum();
    }

    public long connectionsReceived() {
        return connectionsReceived.sum();
    }

    public long connectionsRejected() {
        return connectionsRejected.sum();
    }

    public long inputBytes() {
        return inputBytes.sum();
    }

    public long outputBytes() {
        return outputBytes.sum();
    }

    public long reads() {
        return reads.sum();
    }

    public long writes() {
        return writes.sum();
    }

    public long expiredFields() {
        return expiredFields.sum();
    }

    public long expiredKeys() {
        return expiredKeys.sum();
    }

    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }

    public long errors() {
        return errors.sum();
    }

    public long unexpectedErrors() {
        return unexpectedErrors.sum();
    }

    public long authenticationsFailed() {
        return aclDenied.sum();
    }

    /** Commands per second of late. */
    public long commandsPerSecond() {
        return Math.round(commandRate.perSecond());
    }

    /** Kilobytes per second read of late. */
    public double inputKbps() {
        return inputRate.perSecond() / 1024;
    }

    /** Kilobytes per second written of late. */
    public double outputKbps() {
        return outputRate.perSecond() / 1024;
    }

    /** Error replies by code word, in the order of the words. */
    public SortedMap<String, Long> errorsByCode() {
        SortedMap<String, Long> counts = new TreeMap<>();
        errorsByCode.forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }

    /** The commands that were ever called or refused, by name, in the order of the names. */
    public SortedMap<String, CommandStats> commands() {
        SortedMap<String, CommandStats> shown = new TreeMap<>();
        byCommand.forEach((name, stats) -> {
            if (stats.any()) {
                shown.put(name, stats);
            }
        });
        return shown;
    }

    /** CONFIG RESETSTAT. */
    public void reset() {
        for (LongAdder counter : new LongAdder[] {
            commands,
            connectionsReceived,
            connectionsRejected,
            inputBytes,
            outputBytes,
            reads,
            writes,
            expiredKeys,
            expiredFields,
            hits,
            misses,
            errors,
            unexpectedErrors,
            aclDenied
        }) {
            counter.reset();
        }
        errorsByCode.clear();
        // The objects stay: callers may hold on to them.
        byCommand.values().forEach(CommandStats::reset);
    }
}
