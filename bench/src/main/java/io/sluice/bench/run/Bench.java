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

    private static final int LARGEST_PIPELINED = 16 << 10;

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

    /**
     * Sets the keys from 1 on once each, to random bytes; what that takes is not measured. No more is under way than the
     * generator's heap takes of large values too.
     */
    static void fill(ServerProcess server, long keys, int bytes) throws IOException, InterruptedException {
        boolean large = bytes > LARGEST_PIPELINED;
        memtier(
                server,
                "-t",
                "1",
                "-c",
                large ? "1" : "10",
                large ? "--pipeline=1" : "--pipeline=16",
                "--ratio=1:0",
                "-d",
                Integer.toString(bytes),
                "-R",
                "--key-pattern=P:P",
                "--key-minimum=1",
                "--key-maximum=" + keys,
                "-n",
                "allkeys");
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
