package io.sluice.bench.run;

import io.sluice.bench.load.Memtier;
import io.sluice.bench.load.Result;
import io.sluice.bench.load.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What tables are measured with: servers on empty directories, and the two load generators. */
final class Bench {
    /** Stands in settings for something that is another for each server: a store outside is to be found empty. */
    private static final String RUN = "{run}";

    private final Plan plan;
    private final Path work;
    private int started;

    /** @param work a directory for the servers' files */
    Bench(Plan plan, Path work) {
        this.plan = plan;
        this.work = work;
    }

    Plan plan() {
        return plan;
    }

    void say(String what) {
        System.err.println(what);
    }

    ServerProcess redis() throws IOException {
        return ServerProcess.redis(work.resolve("redis-" + started++));
    }

    ServerProcess sluice(String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of(settings));
        String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX) + started;
        plan.settings().forEach(setting -> all.add(setting.replace(RUN, run)));
        return ServerProcess.sluice(work.resolve("sluice-" + started++), plan.backend(), all);
    }

    Duel duel(String... settings) throws IOException, InterruptedException {
        ServerProcess redis = redis();
        try {
            return new Duel(redis, sluice(settings));
        } catch (IOException e) {
            redis.close();
            throw e;
        }
    }

    /** Runs the load generator of this module on a server. */
    static Result memtier(ServerProcess server, String... options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-s", "127.0.0.1", "-p", Integer.toString(server.port())));
        Collections.addAll(all, options);
        try {
            return Memtier.measure(all);
        } catch (UsageException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same, with the rate of requests and the server's processor time of each. */
    static Sample rate(ServerProcess server, String... options) throws IOException, InterruptedException {
        double before = server.cpuMicros();
        Result result = memtier(server, options);
        return new Sample(
                result.perSecond(),
                (server.cpuMicros() - before) / result.total().requests());
    }
}
