package io.sluice.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run of what the options ask for: connects all clients, then lets them send, and ends with what came of it. */
final class Run {
    private static final long NANOS = 1_000_000_000L;

    private final Options options;
    private final Progress progress;

    Run(Options options, Progress progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Told how far the run is, once a second. */
    @FunctionalInterface
    interface Progress {
        void at(long nanos, long requests);
    }

    /** The clients of one thread, and what they note. */
    private record Team(Worker worker, List<VirtualClient> clients, List<Tally> tallies, Failures failures) {}

    Result run() throws IOException, InterruptedException {
        List<Team> teams = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(options.load().threads());
        try {
            Nodes nodes = Nodes.find(options.server());
            for (int i = 0; i < options.load().threads(); i++) {
                Team team = team(nodes, i);
                teams.add(team);
                for (VirtualClient client : team.clients()) {
                    client.connect(options, team.tallies(), team.failures());
                }
                team.worker().register();
            }
            return measure(teams, threads);
        } finally {
            teams.forEach(team -> team.worker().cancel());
            threads.shutdown();
            if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IOException("a thread of the load generator does not end");
            }
            for (Team team : teams) {
                team.worker().close();
            }
        }
    }

    private Team team(Nodes nodes, int thread) throws IOException {
        Options.Load load = options.load();
        List<VirtualClient> clients = new ArrayList<>();
        for (int i = 0; i < load.clients(); i++) {
            int number = thread * load.clients() + i;
            long spread = load.rate() == 0 ? 0 : NANOS / load.rate() * number / load.allClients();
            clients.add(new VirtualClient(options, nodes, number, spread));
        }
        Worker worker =
                new Worker(clients, options.commands().room(options.data().maximum()));
        return new Team(worker, clients, options.commands().newTallies(), new Failures());
    }

    private Result measure(List<Team> teams, ExecutorService threads) throws IOException, InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Long>> running = new ArrayList<>();
        for (Team team : teams) {
            running.add(threads.submit(() -> {
                start.await();
                team.worker().run(options.load().seconds());
                return System.nanoTime();
            }));
        }
        long begun = System.currentTimeMillis();
        long begin = System.nanoTime();
        start.countDown();
        long last = begin;
        for (Future<Long> each : running) {
            last = Math.max(last, await(each, teams, begin));
        }
        Result result = new Result(options.commands(), begun, last - begin);
        teams.forEach(team -> result.add(team.tallies(), team.failures()));
        return result;
    }

    private long await(Future<Long> running, List<Team> teams, long begin) throws IOException, InterruptedException {
        while (true) {
            try {
                return running.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                progress.at(
                        System.nanoTime() - begin,
                        teams.stream()
                                .mapToLong(team -> team.worker().progress())
                                .sum());
            } catch (ExecutionException e) {
                Throwable cause =
                        e.getCause() instanceof UncheckedIOException wrapped ? wrapped.getCause() : e.getCause();
                throw new IOException(cause == null ? e.toString() : cause.getMessage(), cause);
            }
        }
    }
}
