package io.sluice.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A thread that serves its clients from one selector. */
final class Worker {
    private static final int IN = 1 << 16;
    private static final int OUT = 1 << 16;
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int LONGEST_WAIT_MILLIS = 500;
    private static final long PATIENCE_SECONDS = 60;
    private static final long NO_END = Long.MAX_VALUE;

    private final List<VirtualClient> clients;
    private final Selector selector;
    private final int outSize;
    private final ByteBuffer in = ByteBuffer.allocateDirect(IN);
    private final byte[] bytes = new byte[IN];
    private final Deque<ByteBuffer> spare = new ArrayDeque<>();
    private final PriorityQueue<VirtualClient> timers =
            new PriorityQueue<>(Comparator.comparingLong(VirtualClient::wakeAt));
    private final AtomicLong progress = new AtomicLong();

    private ByteBuffer out;
    private int active;
    private long done;
    private int inFlight;
    private volatile boolean cancelled;

    /** @param room of the longest request */
    Worker(List<VirtualClient> clients, int room) throws IOException {
        this.clients = clients;
        selector = Selector.open();
        outSize = Math.max(OUT, room);
        out = ByteBuffer.allocateDirect(outSize);
    }

    /** Registers the connections of the clients, which must be there. */
    void register() throws IOException {
        for (VirtualClient client : clients) {
            for (Connection connection : client.connections()) {
                connection.channel().register(selector, SelectionKey.OP_READ, connection);
            }
        }
    }

    /** Where a request is written before {@link #flush}. */
    ByteBuffer out() {
        return out;
    }

    /** How many requests were answered; of any thread. */
    long progress() {
        return progress.get();
    }

    /** Ends the run soon, from any thread. */
    void cancel() {
        cancelled = true;
        selector.wakeup();
    }

    /** Fills the client's connections again when its next request is due. */
    void wake(VirtualClient client) {
        if (client.fallAsleep()) {
            timers.add(client);
        }
    }

    /** Gives what was written to the connection. */
    void flush(Connection connection) throws IOException {
        out.flip();
        if (connection.write(out)) {
            out.clear();
            return;
        }
        interest(connection, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        ByteBuffer next = spare.poll();
        out = next == null ? ByteBuffer.allocateDirect(outSize) : next;
    }

    private void interest(Connection connection, int operations) {
        SelectionKey key = connection.channel().keyFor(selector);
        if (key != null) {
            key.interestOps(operations);
        }
    }

    /** Runs until every client has its answers. @param seconds after which no more is sent; 0 for no end */
    void run(int seconds) throws IOException {
        long begin = System.nanoTime();
        long end = seconds == 0 ? NO_END : begin + seconds * 1_000_000_000L;
        active = clients.size();
        for (VirtualClient client : clients) {
            client.begin(begin);
            fill(client, System.nanoTime());
        }
        boolean ending = false;
        while (active > 0 && !cancelled) {
            long now = System.nanoTime();
            if (now - end >= 0 && end != NO_END) {
                if (ending) {
                    throw new IOException("no answer for " + PATIENCE_SECONDS + " seconds after the end");
                }
                ending = true;
                end = now + PATIENCE_SECONDS * 1_000_000_000L;
                endAll();
                continue;
            }
            await(now, end);
            runTimers();
            progress.lazySet(done);
        }
        progress.set(done);
    }

    private void endAll() {
        timers.clear();
        active = 0;
        for (VirtualClient client : clients) {
            client.end();
            if (!client.finished()) {
                active++;
            }
        }
    }

    private void await(long now, long end) throws IOException {
        VirtualClient first = timers.peek();
        long until = Math.min(end, first == null ? NO_END : first.wakeAt());
        long wait = until == NO_END ? (long) LONGEST_WAIT_MILLIS * NANOS_PER_MILLI : until - now;
        if (wait <= 0) {
            selector.selectNow(this::ready);
        } else if (inFlight == 0) {
            // A selector waits for whole milliseconds, too long for a rate; there is nothing to select.
            LockSupport.parkNanos(Math.min(wait, (long) LONGEST_WAIT_MILLIS * NANOS_PER_MILLI));
        } else {
            selector.select(this::ready, Math.max(1, Math.min(LONGEST_WAIT_MILLIS, wait / NANOS_PER_MILLI)));
        }
    }

    private void runTimers() throws IOException {
        if (timers.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        for (VirtualClient first = timers.peek(); first != null && first.wakeAt() <= now; first = timers.peek()) {
            timers.poll();
            first.awake();
            fill(first, now);
        }
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isWritable()) {
                writable(connection);
            }
            if (key.isReadable()) {
                readable(connection);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writable(Connection connection) throws IOException {
        long now = System.nanoTime();
        ByteBuffer empty = connection.writeUnsent(now);
        if (empty != null) {
            interest(connection, SelectionKey.OP_READ);
            empty.clear();
            spare.push(empty);
            fill(connection.client(), now);
        }
    }

    private void readable(Connection connection) throws IOException {
        int length = connection.channel().read(in.clear());
        if (length < 0) {
            throw new IOException("the server closed the connection");
        }
        long now = System.nanoTime();
        in.flip();
        in.get(bytes, 0, length);
        VirtualClient client = connection.client();
        int before = client.inFlight();
        connection.received(bytes, length, now);
        int answers = before - client.inFlight();
        done += answers;
        inFlight -= answers;
        fill(client, now);
        if (client.finished() && answers > 0) {
            active--;
        }
    }

    private void fill(VirtualClient client, long now) throws IOException {
        int before = client.inFlight();
        client.fill(this, now);
        inFlight += client.inFlight() - before;
    }

    void close() throws IOException {
        for (VirtualClient client : clients) {
            for (Connection connection : client.connections()) {
                if (connection != null) {
                    connection.channel().close();
                }
            }
        }
        selector.close();
    }
}
