package io.sluice.proxy.server;

import io.netty.buffer.ByteBuf;
import io.sluice.proxy.command.KeySpec;
import io.sluice.proxy.engine.LookAhead;
import io.sluice.proxy.engine.Prefetch;
import io.sluice.proxy.resp.ProtocolException;
import io.sluice.proxy.resp.RequestParser;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a connection in the order in which they are run, and what is done for those that wait: their keys are
 * looked for in memory some together ({@link LookAhead}), and asked of the store all together once one of them is not there
 * ({@link Prefetch}). Belongs to the connection's event loop.
 */
final class Pipeline {
    /** Of one request; of a longer one, what was looked for first would be gone from the processor's caches when it is used. */
    private static final int MOST_KEYS = 256;

    private final ServerCore core;
    private final RequestQueue requests;

    private @Nullable Prefetch prefetch;
    /** How many requests the prefetch is for that are not through. */
    private int prefetched;
    /** How many of the next requests were looked for; fewer, when one of them was put back. */
    private int lookedFor;

    /** What looking ahead has read, so that the compiler does not leave it out. */
    @SuppressWarnings("unused")
    private int seen;

    Pipeline(ServerCore core) {
        this.core = core;
        this.requests = new RequestQueue(
                new RequestParser(core.limits()), core.resolver(), core.engine().hasher());
    }

    /** Takes over bytes that were read. */
    void read(ByteBuf in) {
        requests.read(in);
    }

    /** The next request, or null when there is no whole one. */
    @Nullable
    Request next(@Nullable ClientSession session) {
        boolean trusted =
                session != null && (session.isAuthenticated() || !core.clients().passwordRequired());
        Request first = requests.next(trusted);
        if (first == null || session == null) {
            return first;
        }
        if (prefetch == null && !requests.isEmpty()) {
            var ahead = requests.all();
            prefetched = ahead.size() + 1;
            prefetch = new Prefetch(core.engine(), session.db(), new PipelineKeys(ahead));
        }
        if (lookedFor > 0) {
            lookedFor--;
        } else if (trusted && session.transaction() == null) {
            lookAhead(first, session.db());
        }
        return first;
    }

    private void lookAhead(Request first, int db) {
        if (requests.isEmpty() && first.keyCount() < 2) {
            return;
        }
        LookAhead ahead = new LookAhead(core.engine(), db);
        add(first, ahead);
        if (!requests.isEmpty()) {
            Iterator<Request> waiting = requests.ahead();
            Request next = waiting.next();
            while (next != null && next.keyCount() <= ahead.room()) {
                add(next, ahead);
                lookedFor++;
                next = waiting.hasNext() ? waiting.next() : null;
            }
        }
        seen = ahead.look();
    }

    private static void add(Request request, LookAhead ahead) {
        KeySpec keys = request.keys();
        int count = Math.min(request.keyCount(), MOST_KEYS);
        for (int i = 0; i < count; i++) {
            ahead.add(request.args().key(keys.start() + i * keys.stride()));
        }
    }

    /** The request was not run: it is the next one again. */
    void putBack(Request request) {
        requests.putBack(request);
    }

    /** What the waiting requests will ask the store for; null if there is nothing to ask for together. */
    @Nullable
    Prefetch prefetch() {
        return prefetch;
    }

    /** One of the requests is through; behind the last that was prefetched, what was held is given back. */
    void passed() {
        if (prefetch != null && --prefetched <= 0) {
            endPrefetch();
        }
    }

    /** What was held is given back, since the next request may have to wait for long; it begins with another prefetch. */
    void endPrefetch() {
        if (prefetch != null) {
            prefetch.close();
            prefetch = null;
        }
    }

    /** Why nothing is parsed any more, once all before it has been taken; null while there is no reason. */
    @Nullable
    ProtocolException error() {
        return requests.error();
    }

    /**
     * Whether no more should be read.
     *
     * @param waits whether the command that runs waits for what may never come
     */
    boolean isFull(boolean waits) {
        return requests.isFull(waits);
    }

    void clear() {
        requests.clear();
    }
}
