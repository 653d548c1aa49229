package io.sluice.bench.run;

import io.sluice.bench.Client;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** (f): how long a start takes with data present, and the resident memory of a server that has nothing to do. */
final class FootprintTable implements Table {
    private static final int VALUE = 512;
    private static final int CONNECTIONS = 1000;
    private static final int STARTS = 3;
    private static final int SETTLE_MILLIS = 3000;

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        long keys = bench.plan().count((1L << 30) / VALUE, 20_000);
        List<Row> rows = new ArrayList<>();
        memory(bench, rows);
        bench.say("  starts with " + keys + " keys");
        try (ServerProcess sluice = bench.sluice()) {
            Bench.fill(sluice, keys, VALUE);
            List<Sample> starts = new ArrayList<>();
            for (int i = 0; i < STARTS; i++) {
                sluice.restart();
                starts.add(Sample.of(sluice.startSeconds()));
            }
            rows.add(new Row(
                    "start to first PONG, " + (keys * VALUE >> 20) + " MiB of data",
                    "s",
                    Sample.MISSING,
                    Sample.median(starts),
                    Target.START));
        }
        return new Sheet(
                "f",
                "Start and idle memory",
                "start: from the command to the first PONG, with data after an orderly end; memory: VmRSS "
                        + SETTLE_MILLIS / 1000 + " s after the start of an empty server",
                "the start with data is the median of " + STARTS + "; each other one was measured once",
                rows,
                List.of());
    }

    private static void memory(Bench bench, List<Row> rows) throws IOException, InterruptedException {
        try (ServerProcess redis = bench.redis();
                ServerProcess sluice = bench.sluice()) {
            rows.add(new Row(
                    "start to first PONG, empty",
                    "s",
                    Sample.of(redis.startSeconds()),
                    Sample.of(sluice.startSeconds()),
                    Target.NONE));
            Thread.sleep(SETTLE_MILLIS);
            double redisIdle = redis.residentMib();
            double sluiceIdle = sluice.residentMib();
            rows.add(new Row("resident, idle", "MiB", Sample.of(redisIdle), Sample.of(sluiceIdle), Target.IDLE));
            rows.add(new Row(
                    "resident, for 1000 idle connections",
                    "MiB",
                    Sample.of(withConnections(redis) - redisIdle),
                    Sample.of(withConnections(sluice) - sluiceIdle),
                    Target.IDLE_CONNECTIONS));
        }
    }

    private static double withConnections(ServerProcess server) throws IOException, InterruptedException {
        List<Client> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                Client client = new Client(server.port());
                clients.add(client);
                client.send("PING");
            }
            Thread.sleep(SETTLE_MILLIS);
            return server.residentMib();
        } finally {
            for (Client client : clients) {
                client.close();
            }
        }
    }
}
