package io.sluice.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A redis-server and a Sluice, measured in turn. The one that is not measured is suspended: it takes no processor time from
 * the other, and what it has put off it does in its own turn.
 */
final class Duel implements AutoCloseable {
    private final ServerProcess redis;
    private final ServerProcess sluice;

    Duel(ServerProcess redis, ServerProcess sluice) throws IOException, InterruptedException {
        this.redis = redis;
        this.sluice = sluice;
        redis.suspend();
        sluice.suspend();
    }

    List<ServerProcess> servers() {
        return List.of(redis, sluice);
    }

    /** What both give to one piece of work. */
    void each(Work work) throws IOException, InterruptedException {
        for (ServerProcess server : servers()) {
            server.resume();
            try {
                work.with(server);
            } finally {
                server.suspend();
            }
        }
    }

    /** Work with a server that runs. */
    @FunctionalInterface
    interface Work {
        void with(ServerProcess server) throws IOException, InterruptedException;
    }

    /** Medians of both. */
    record Outcome(Sample redis, Sample sluice) {}

    /**
     * Runs a trial a number of times on each server, in turn, after one time that does not count: what is measured is compiled
     * code and a store that has been written to.
     */
    Map<String, Outcome> run(int rounds, Trial trial) throws IOException, InterruptedException {
        return run(rounds, trial::of, trial);
    }

    /** As {@link #run(int, Trial)}, after other work that does not count. */
    Map<String, Outcome> run(int rounds, Work warmUp, Trial trial) throws IOException, InterruptedException {
        Map<String, List<Sample>> ofRedis = new LinkedHashMap<>();
        Map<String, List<Sample>> ofSluice = new LinkedHashMap<>();
        each(warmUp);
        for (int i = 0; i < rounds; i++) {
            each(server -> trial.of(server).forEach((name, sample) -> (server.isRedis() ? ofRedis : ofSluice)
                    .computeIfAbsent(name, key -> new ArrayList<>())
                    .add(sample)));
        }
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        ofRedis.forEach((name, samples) -> outcomes.put(
                name, new Outcome(Sample.median(samples), Sample.median(ofSluice.getOrDefault(name, samples)))));
        return outcomes;
    }

    @Override
    public void close() throws IOException {
        try (redis) {
            sluice.close();
        }
    }
}
