package io.sluice.proxy.server;

import io.netty.buffer.ByteBuf;
import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandResolver;
import io.sluice.proxy.engine.KeyHasher;
import io.sluice.proxy.resp.ProtocolException;
import io.sluice.proxy.resp.RequestParser;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a connection has read and not run: bytes, and the requests that were parsed of them ahead of their turn, so that what
 * a pipeline needs can be asked for together. Behind a request that cannot be understood nothing is parsed any more.
 * Belongs to the connection's event loop.
 */
final class RequestQueue {
    /** Requests parsed ahead of a busy command before the socket is no longer read. */
    private static final int MAX_PARSED = 4_096;
    /** Reads that are kept unparsed behind a busy command. */
    private static final int MAX_UNPARSED = 4;
    /** The same behind one that waits for what may never come: the connection's end is seen only by reading up to it. */
    private static final int MAX_UNPARSED_IN_WAIT = 64;

    private final RequestParser parser;
    private final CommandResolver resolver;
    private final KeyHasher hasher;
    private final ArrayDeque<Request> parsed = new ArrayDeque<>();
    /** Also what follows a request of a client that may not send long ones yet. */
    private final ArrayDeque<ByteBuf> unparsed = new ArrayDeque<>(1);

    private @Nullable ProtocolException error;

    RequestQueue(RequestParser parser, CommandResolver resolver, KeyHasher hasher) {
        this.parser = parser;
        this.resolver = resolver;
        this.hasher = hasher;
    }

    /** Takes over bytes that were read. */
    void read(ByteBuf in) {
        unparsed.add(in);
    }

    /**
     * The next request, or null when there is no whole one.
     *
     * @param trusted whether the client may send long requests; only then all that there are are parsed, since any of them
     *     may change that
     */
    @Nullable
    Request next(boolean trusted) {
        Request waiting = parsed.poll();
        if (waiting != null) {
            return waiting;
        }
        Request first = parse(trusted);
        if (trusted && first != null) {
            Request next = parse(true);
            while (next != null) {
                parsed.add(next);
                next = parse(true);
            }
        }
        return first;
    }

    private @Nullable Request parse(boolean trusted) {
        parser.authenticated(trusted);
        while (error == null && !unparsed.isEmpty()) {
            ByteBuf in = unparsed.element();
            byte[][] request = null;
            try {
                request = parser.parse(in);
            } catch (ProtocolException bad) {
                error = bad;
            }
            if (request == null || !in.isReadable()) {
                unparsed.remove().release();
            }
            if (request != null) {
                Args args = new Args(request, hasher);
                return new Request(args, resolver.find(args));
            }
        }
        return null;
    }

    /** The request was not run: it is the next one again. */
    void putBack(Request request) {
        parsed.addFirst(request);
    }

    /** Whether no request is parsed ahead. */
    boolean isEmpty() {
        return parsed.isEmpty();
    }

    /** All that are parsed ahead, in order. */
    List<Request> all() {
        return List.copyOf(parsed);
    }

    /** Those that are parsed ahead, in order; while none is added or taken. */
    Iterator<Request> ahead() {
        return parsed.iterator();
    }

    /** Why nothing is parsed any more, once all before it has been taken; null while there is no reason. */
    @Nullable
    ProtocolException error() {
        return error;
    }

    /**
     * Whether no more should be read.
     *
     * @param waits whether the command that runs waits for what may never come
     */
    boolean isFull(boolean waits) {
        return parsed.size() >= MAX_PARSED || unparsed.size() >= (waits ? MAX_UNPARSED_IN_WAIT : MAX_UNPARSED);
    }

    void clear() {
        parsed.clear();
        unparsed.forEach(ByteBuf::release);
        unparsed.clear();
    }
}
