package io.sluice.proxy.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.proxy.engine.Gates;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.resp.RespEncoder;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A connection's replies, encoded, in the order of its commands, each held until what it depends on is durable (R5).
 *
 * <p>Bytes are kept in segments, each with the gates of all its replies. A segment begins where a reply waits for more than
 * those before it, so that no reply waits for the commit of a later one: a client that sends without a pause would never
 * see an answer. A reply that waits for no more than the one before joins its segment, since it cannot overtake it anyway.
 * Most turns make one segment. Confined to the event loop.
 */
final class ReplyQueue {
    private static final int FIRST_BYTES = 256;
    /** A segment that has grown to this is written in pieces, so that one reply of many is not copied again and again. */
    private static final int SEGMENT_BYTES = 1 << 20;

    /** From here on segments that wait for different commits are joined: with a commit per slot each reply may need its own. */
    private static final int MAX_SEGMENTS = 64;

    private static final class Segment {
        final ByteBuf bytes;

        @Nullable
        Gates gates;

        Segment(ByteBuf bytes) {
            this.bytes = bytes;
        }
    }

    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private long heldBytes;
    /** What the replies depend on that left early ({@code write-ack buffered}) and is not known to be durable; null if none did. */
    private @Nullable Gates early;

    /**
     * @param reply {@link Reply#NONE} if nothing is written; then it only holds back those behind it
     * @param gates what the reply depends on, null for nothing
     * @return so many bytes it is
     */
    int add(Channel channel, Reply reply, int protocol, @Nullable Gates gates) {
        boolean waits = gates != null && !gates.isOpen();
        Segment last = segments.peekLast();
        if (last == null
                || last.bytes.readableBytes() > SEGMENT_BYTES
                || (gates != null && waits && waitsForMore(last, gates))) {
            last = new Segment(channel.alloc().directBuffer(FIRST_BYTES));
            segments.add(last);
        }
        if (waits && gates != null) {
            if (last.gates == null) {
                last.gates = new Gates();
            }
            last.gates.addAll(gates);
        }
        int before = last.bytes.readableBytes();
        RespEncoder.encode(reply, protocol, last.bytes);
        int bytes = last.bytes.readableBytes() - before;
        heldBytes += bytes;
        return bytes;
    }

    /** Whether the segment could leave before a reply with these gates, and there is room to let it. */
    private boolean waitsForMore(Segment last, Gates gates) {
        return last.gates == null || (segments.size() < MAX_SEGMENTS && !last.gates.covers(gates));
    }

    /** Bytes that wait here. */
    long heldBytes() {
        return heldBytes;
    }

    boolean isEmpty() {
        return segments.isEmpty();
    }

    /** Hands what may leave to the channel, unflushed; answers how many bytes. */
    long writeTo(Channel channel, AckPolicy policy) {
        long written = 0;
        Segment head = segments.peek();
        while (head != null && (head.gates == null || policy.mayLeave(head.gates))) {
            segments.remove();
            if (head.gates != null && !head.gates.isOpen()) {
                leavesEarly(head.gates);
            }
            int bytes = head.bytes.readableBytes();
            written += bytes;
            if (bytes == 0) {
                head.bytes.release();
            } else {
                channel.write(head.bytes, channel.voidPromise());
            }
            head = segments.peek();
        }
        heldBytes -= written;
        return written;
    }

    private void leavesEarly(Gates gates) {
        if (early == null) {
            early = new Gates();
        }
        early.dropDurable();
        early.addAll(gates);
    }

    /** Whether something was lost that replies depended on which have left already. */
    boolean hasLostWhatLeft() {
        return early != null && early.failed();
    }

    /** The gates of the first reply that still waits, or null. */
    @Nullable
    Gates firstGates() {
        Segment head = segments.peek();
        return head == null ? null : head.gates;
    }

    void discard() {
        for (Segment segment : segments) {
            segment.bytes.release();
        }
        segments.clear();
        heldBytes = 0;
    }
}
