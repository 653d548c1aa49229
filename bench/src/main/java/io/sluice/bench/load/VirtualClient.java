package io.sluice.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One of the clients whose number the options give: a sequence of requests, and a connection to each server. It has at most
 * {@code pipeline} requests on their way on a connection; when the next one belongs to a connection that is full, it waits.
 *
 * <p>With a rate, requests are due at even intervals. One that is late because its connection was full is counted from when
 * it was due, and so are those behind it: the server kept them from being sent. One that is late because this program was
 * late, or was not given a processor, is counted from when it was sent, and those that became due meanwhile are left out: the
 * server was not asked.
 */
final class VirtualClient {
    private static final long AWAKE = Long.MIN_VALUE;

    private final CommandMix mix;
    private final Nodes nodes;
    private final KeyNumbers[] keys;
    private final Values values;
    private final Connection[] connections;
    private final long interval;
    private final int room;

    private long left;
    private long nextDue;
    private int kind;
    private int timesLeft;
    private boolean drawn;
    private long key;
    private int inFlight;
    private long wakeAt = AWAKE;

    /**
     * @param number among all clients
     * @param firstDue when the first request is due, after the begin; counts with a rate only
     */
    VirtualClient(Options options, Nodes nodes, int number, long firstDue) {
        this.nodes = nodes;
        mix = options.commands();
        Options.Load load = options.load();
        SplittableRandom random = new SplittableRandom(load.distinctSeeds() ? load.seed() + number : load.seed());
        KeyRange part = options.keys().part(number, load.allClients());
        keys = new KeyNumbers[mix.kinds().size()];
        for (int i = 0; i < keys.length; i++) {
            KeyPattern pattern = mix.kinds().get(i).pattern();
            keys[i] = new KeyNumbers(pattern, pattern == KeyPattern.PARALLEL ? part : options.keys(), random.split());
        }
        values = new Values(options.data(), random.split());
        connections = new Connection[nodes.addresses().size()];
        interval = load.rate() == 0 ? 0 : 1_000_000_000L / load.rate();
        nextDue = firstDue;
        left = load.requests();
        room = mix.room(options.data().maximum());
        timesLeft = mix.kinds().get(0).times();
    }

    void connect(Options options, List<Tally> tallies, Failures failures) throws IOException {
        for (int i = 0; i < connections.length; i++) {
            connections[i] = new Connection(
                    Connection.open(nodes.addresses().get(i), options.server()),
                    this,
                    options.load().pipeline(),
                    tallies,
                    options.server().cluster() ? failures::noteInCluster : failures::note);
        }
    }

    Connection[] connections() {
        return connections;
    }

    void begin(long now) {
        nextDue += now;
    }

    /** When the worker has been asked to look again, or {@link #AWAKE}. */
    long wakeAt() {
        return wakeAt;
    }

    /** Asks for the next request's time; answers false if another time has been asked for. */
    boolean fallAsleep() {
        if (wakeAt != AWAKE) {
            return false;
        }
        wakeAt = nextDue;
        return true;
    }

    void awake() {
        wakeAt = AWAKE;
    }

    void answered() {
        inFlight--;
    }

    int inFlight() {
        return inFlight;
    }

    boolean finished() {
        return left == 0 && inFlight == 0;
    }

    /** Sends nothing more. */
    void end() {
        left = 0;
    }

    /** Sends as much as it may. */
    void fill(Worker worker, long now) throws IOException {
        Connection filling = null;
        while (left > 0) {
            if (interval > 0 && nextDue > now) {
                worker.wake(this);
                break;
            }
            draw();
            Connection target = connections.length == 1 ? connections[0] : connectionOf(key);
            if (target.full()) {
                break;
            }
            ByteBuffer out = worker.out();
            if (filling != null && (filling != target || out.remaining() < room)) {
                worker.flush(filling);
                filling = null;
                continue;
            }
            filling = target;
            int before = out.position();
            mix.kinds().get(kind).request().put(out, key, keys[kind], values);
            target.sent(kind, due(target, now), out.position() - before);
            drawn = false;
            inFlight++;
            if (left != Options.NO_LIMIT) {
                left--;
            }
        }
        if (filling != null) {
            worker.flush(filling);
        }
    }

    private long due(Connection target, long now) {
        if (interval == 0) {
            return now;
        }
        long due = nextDue;
        nextDue += interval;
        if (target.freeSince() > due) {
            return due;
        }
        if (nextDue <= now) {
            nextDue += ((now - nextDue) / interval + 1) * interval;
        }
        return now;
    }

    private void draw() {
        if (drawn) {
            return;
        }
        while (timesLeft == 0) {
            kind = kind + 1 == mix.kinds().size() ? 0 : kind + 1;
            timesLeft = mix.kinds().get(kind).times();
        }
        timesLeft--;
        if (mix.kinds().get(kind).request().hasKey()) {
            key = keys[kind].next();
        }
        drawn = true;
    }

    private Connection connectionOf(long number) {
        Request request = mix.kinds().get(kind).request();
        return connections[request.hasKey() ? nodes.of(request.key(number)) : 0];
    }
}
