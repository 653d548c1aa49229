package io.sluice.proxy.stats;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Spikes of latency by kind of event ({@code command}, {@code fast-command}, {@code commit}, ...), for LATENCY. At most one
 * sample a second of each kind is kept, the worst one. Thread-safe; entered rarely, so a plain lock will do.
 */
public final class LatencyEvents {
    private static final int SAMPLES = 160;

    private final SortedMap<String, Series> series = new TreeMap<>();

    /** So many milliseconds, in that second. */
    public record Sample(long unixSeconds, long millis) {}

    /** The newest sample of an event, and the worst since the last reset. */
    public record Latest(String event, Sample newest, long worstMillis) {}

    private static final class Series {
        final Deque<Sample> samples = new ArrayDeque<>();
        long worst;
    }

    /** Enters one spike. The caller has compared it with {@code latency-monitor-threshold}. */
    public synchronized void add(String event, long unixSeconds, long millis) {
        Series of = series.computeIfAbsent(event, e -> new Series());
        of.worst = Math.max(of.worst, millis);
        Sample newest = of.samples.peekLast();
        if (newest != null && newest.unixSeconds() == unixSeconds) {
            if (newest.millis() < millis) {
                of.samples.removeLast();
                of.samples.addLast(new Sample(unixSeconds, millis));
            }
            return;
        }
        of.samples.addLast(new Sample(unixSeconds, millis));
        if (of.samples.size() > SAMPLES) {
            of.samples.removeFirst();
        }
    }

    /** The samples of an event, the oldest first; empty when there is none. */
    public synchronized List<Sample> history(String event) {
        Series of = series.get(event);
        return of == null ? List.of() : List.copyOf(of.samples);
    }

    /** The worst sample of an event since the last reset, in milliseconds; 0 when there is none. */
    public synchronized long worst(String event) {
        Series of = series.get(event);
        return of == null ? 0 : of.worst;
    }

    public synchronized List<Latest> latest() {
        List<Latest> latest = new ArrayList<>();
        for (Map.Entry<String, Series> entry : series.entrySet()) {
            Series of = entry.getValue();
            latest.add(new Latest(entry.getKey(), of.samples.getLast(), of.worst));
        }
        return latest;
    }

    /** Forgets an event; false when there was nothing to forget. */
    public synchronized boolean reset(String event) {
        return series.remove(event) != null;
    }

    /** Forgets all events and tells how many there were. */
    public synchronized int reset() {
        int events = series.size();
        series.clear();
        return events;
    }
}
