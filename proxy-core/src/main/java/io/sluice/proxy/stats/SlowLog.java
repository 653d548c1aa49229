package io.sluice.proxy.stats;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The commands that took long, the newest first. Thread-safe; entered rarely, so a plain lock will do. */
public final class SlowLog {
    private static final int MAX_ARGUMENTS = 32;
    private static final int MAX_ARGUMENT_BYTES = 128;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private long nextId;

    /**
     * @param id counts up for ever, also over a reset
     * @param unixSeconds when it ran
     * @param micros how long it took
     * @param arguments the request, long ones and long lists cut
     * @param address the client's address and port
     * @param clientName the client's name, or empty
     */
    public record Entry(
            long id, long unixSeconds, long micros, List<byte[]> arguments, String address, byte[] clientName) {}

    /** Enters a command and drops the oldest beyond {@code maxLength}. */
    public synchronized void add(
            long unixSeconds, long micros, byte[][] request, String address, byte[] clientName, int maxLength) {
        entries.addFirst(new Entry(nextId++, unixSeconds, micros, cut(request), address, clientName));
        trim(maxLength);
    }

    /** Drops the oldest beyond this length. */
    public synchronized void trim(int maxLength) {
        while (entries.size() > maxLength) {
            entries.removeLast();
        }
    }

    public synchronized int length() {
        return entries.size();
    }

    /** The newest entries, at most {@code count}. */
    public synchronized List<Entry> newest(int count) {
        List<Entry> newest = new ArrayList<>(Math.min(count, entries.size()));
        for (Iterator<Entry> i = entries.iterator(); i.hasNext() && newest.size() < count; ) {
            newest.add(i.next());
        }
        return newest;
    }

    public synchronized void reset() {
        entries.clear();
    }

    private static List<byte[]> cut(byte[][] request) {
        int shown = Math.min(request.length, MAX_ARGUMENTS);
        List<byte[]> arguments = new ArrayList<>(shown);
        for (int i = 0; i < shown; i++) {
            if (shown < request.length && i == shown - 1) {
                arguments.add(ascii("... (" + (request.length - shown + 1) + " more arguments)"));
            } else {
                arguments.add(cut(request[i]));
            }
        }
        return arguments;
    }

    private static byte[] cut(byte[] argument) {
        if (argument.length <= MAX_ARGUMENT_BYTES) {
            return argument;
        }
        byte[] note = ascii("... (" + (argument.length - MAX_ARGUMENT_BYTES) + " more bytes)");
        byte[] shown = new byte[MAX_ARGUMENT_BYTES + note.length];
        System.arraycopy(argument, 0, shown, 0, MAX_ARGUMENT_BYTES);
        System.arraycopy(note, 0, shown, MAX_ARGUMENT_BYTES, note.length);
        return shown;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
