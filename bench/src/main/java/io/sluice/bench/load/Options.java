package io.sluice.bench.load;

import org.jspecify.annotations.Nullable;

/**
 * What is to be run.
 *
 * @param runs how often
 */
record Options(Server server, Load load, KeyRange keys, DataSize data, CommandMix commands, Output output, int runs) {
    /** A number of requests that no client reaches. */
    static final long NO_LIMIT = Long.MAX_VALUE;

    /**
     * Where the requests go.
     *
     * @param user or null for the default one
     * @param password or null to send none
     * @param protocol 2 or 3 to ask for it with HELLO, or 0
     */
    record Server(
            String host,
            int port,
            @Nullable String user,
            @Nullable String password,
            int protocol,
            int database,
            boolean cluster) {}

    /**
     * How they are sent.
     *
     * @param clients of each thread
     * @param requests of each client, {@link #NO_LIMIT} if time decides
     * @param seconds until no more are sent; 0 if their number decides
     * @param rate requests a second of each connection; 0 for as many as are answered
     * @param seed of all that is drawn at random
     * @param distinctSeeds whether each client draws something else
     */
    record Load(
            int threads,
            int clients,
            long requests,
            int seconds,
            int pipeline,
            int rate,
            long seed,
            boolean distinctSeeds) {
        int allClients() {
            return threads * clients;
        }
    }

    /**
     * What is shown of it.
     *
     * @param file instead of standard output
     * @param quiet whether the progress is not shown
     */
    record Output(
            @Nullable String file,
            @Nullable String jsonFile,
            @Nullable String hdrPrefix,
            boolean histogram,
            boolean quiet) {}
}
