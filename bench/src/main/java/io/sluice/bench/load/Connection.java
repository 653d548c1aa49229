package io.sluice.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection with requests on their way: when each was due, and of which kind it is. */
final class Connection implements Replies.Listener {
    private final SocketChannel channel;
    private final VirtualClient client;
    private final List<Tally> tallies;
    private final Consumer<String> errors;
    private final Replies replies = new Replies(this);

    private final long[] due;
    private final int[] kinds;
    private int oldest;
    private int inFlight;

    /** When there was room for another request again. */
    private long freeSince = Long.MIN_VALUE;

    private long now;

    /** What the socket did not take of what was written, or null. */
    private @Nullable ByteBuffer unsent;

    Connection(
            SocketChannel channel, VirtualClient client, int pipeline, List<Tally> tallies, Consumer<String> errors) {
        this.channel = channel;
        this.client = client;
        this.tallies = tallies;
        this.errors = errors;
        due = new long[pipeline];
        kinds = new int[pipeline];
    }

    /** Connects, and says who it is. What it returns blocks no caller. */
    static SocketChannel open(InetSocketAddress address, Options.Server server) throws IOException {
        SocketChannel channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Greeting.send(channel.socket(), server);
        channel.configureBlocking(false);
        return channel;
    }

    SocketChannel channel() {
        return channel;
    }

    VirtualClient client() {
        return client;
    }

    boolean full() {
        return inFlight == due.length || unsent != null;
    }

    int inFlight() {
        return inFlight;
    }

    long freeSince() {
        return freeSince;
    }

    /** Notes a request that was written, and counts its time from when it was due. */
    void sent(int kind, long dueAt, int bytes) {
        int at = oldest + inFlight;
        if (at >= due.length) {
            at -= due.length;
        }
        due[at] = dueAt;
        kinds[at] = kind;
        inFlight++;
        tallies.get(kind).sent(bytes);
    }

    void received(byte[] in, int length, long when) {
        now = when;
        if (inFlight == due.length) {
            freeSince = when;
        }
        replies.take(in, length);
    }

    @Override
    public void reply(long bytes, boolean missing, @Nullable String error) {
        if (inFlight == 0) {
            throw new IllegalStateException("the server answered what nobody asked");
        }
        Tally tally = tallies.get(kinds[oldest]);
        long nanos = now - due[oldest];
        if (++oldest == due.length) {
            oldest = 0;
        }
        inFlight--;
        client.answered();
        if (error == null) {
            tally.answered(nanos, bytes, missing);
        } else {
            tally.failed(nanos, bytes, error);
            errors.accept(error);
        }
    }

    /** Gives what was written to the socket; answers whether it took everything, and else the buffer is this one's. */
    boolean write(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.write(buffer) == 0) {
                unsent = buffer;
                return false;
            }
        }
        return true;
    }

    /** Tries again with what was left; answers the buffer when it is empty, else null. */
    @Nullable
    ByteBuffer writeUnsent(long when) throws IOException {
        ByteBuffer buffer = unsent;
        if (buffer == null) {
            return null;
        }
        unsent = null;
        if (!write(buffer)) {
            return null;
        }
        freeSince = when;
        return buffer;
    }
}
