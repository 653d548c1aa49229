package io.sluice.bench.load;

import io.sluice.bench.Client;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which server answers for which slot: all for the one, without a cluster.
 *
 * @param addresses of the servers
 * @param owners the index of a server, by slot; -1 where none is known
 */
record Nodes(List<InetSocketAddress> addresses, int[] owners) {
    private static final int SLOTS = 16384;

    static Nodes find(Options.Server server) throws IOException {
        InetSocketAddress seed = new InetSocketAddress(server.host(), server.port());
        if (seed.isUnresolved()) {
            throw new IOException("there is no address of " + server.host());
        }
        if (!server.cluster()) {
            return new Nodes(List.of(seed), new int[SLOTS]);
        }
        Socket socket = new Socket();
        socket.connect(seed);
        try (Client client = new Client(socket)) {
            Greeting.send(
                    socket,
                    new Options.Server(server.host(), server.port(), server.user(), server.password(), 0, 0, true));
            return parse(client.ask("CLUSTER", "SLOTS"), seed);
        }
    }

    /** Each range is a list of its first and last slot and its servers, the master first; a server is host, port, ... */
    static Nodes parse(@Nullable Object answer, InetSocketAddress seed) throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        int[] owners = new int[SLOTS];
        Arrays.fill(owners, -1);
        if (!(answer instanceof List<?> ranges) || ranges.isEmpty()) {
            throw new IOException("CLUSTER SLOTS names no server");
        }
        for (Object each : ranges) {
            if (!(each instanceof List<?> range) || range.size() < 3 || !(range.get(2) instanceof List<?> master)) {
                throw new IOException("CLUSTER SLOTS is not understood: " + each);
            }
            Object named = master.get(0);
            String host = named == null || named.toString().isEmpty() ? seed.getHostString() : named.toString();
            InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(String.valueOf(master.get(1))));
            if (!addresses.contains(address)) {
                addresses.add(address);
            }
            int from = Integer.parseInt(String.valueOf(range.get(0)));
            int to = Integer.parseInt(String.valueOf(range.get(1)));
            Arrays.fill(owners, from, to + 1, addresses.indexOf(address));
        }
        return new Nodes(List.copyOf(addresses), owners);
    }

    /** The index of the server for a key; the first one's where nobody is known to own the slot. */
    int of(byte[] key) {
        return Math.max(0, owners[Slots.of(key)]);
    }
}
