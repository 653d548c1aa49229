package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Choice;
import io.sluice.kv.config.Setting.Int;
import io.sluice.kv.config.Setting.Text;
import java.util.List;

/** Where Sluice listens, and with how many threads it serves. */
public final class NetworkSettings {
    private static final String GROUP = "Network and threads";

    public static final Setting BIND = new Setting(
            "bind",
            new Text(),
            "127.0.0.1 -::1",
            false,
            GROUP,
            "The addresses to listen on, separated by blanks. An address that begins with '-' may be missing on this"
                    + " machine. '*' stands for all IPv4 addresses and '::*' for all IPv6 addresses. With a transport"
                    + " other than epoll '::*' can be reached over IPv4 as well, and '*' over IPv6, unless it is nio.");

    public static final Setting PORT = new Setting(
            "port",
            new Int(0, 65535),
            "6379",
            false,
            GROUP,
            "The TCP port. 0 takes any free port; the log says which.");

    public static final Setting TCP_BACKLOG = new Setting(
            "tcp-backlog",
            new Int(0, Integer.MAX_VALUE),
            "511",
            false,
            GROUP,
            "How many connections may wait to be accepted. The kernel lowers it to its own limit"
                    + " (net.core.somaxconn on Linux).");

    public static final Setting TCP_KEEPALIVE = new Setting(
            "tcp-keepalive",
            new Int(0, Integer.MAX_VALUE),
            "300",
            true,
            GROUP,
            "Seconds of silence after which the kernel probes whether a client is still there; 0 turns the probes off."
                    + " Holds for connections accepted afterwards.");

    public static final Setting TIMEOUT = new Setting(
            "timeout",
            new Int(0, Integer.MAX_VALUE),
            "0",
            true,
            GROUP,
            "Seconds without anything read or written after which a connection is closed; 0 keeps it for ever. Clients"
                    + " whose commands wait, for the store, a pause or a blocking command,"
                    + " are never idle.");

    public static final Setting MAXCLIENTS = new Setting(
            "maxclients",
            new Int(1, 4294967295L),
            "10000",
            true,
            GROUP,
            "How many clients may be connected at once. The next one is told so and closed. Lowered at the start to what"
                    + " the limit of open files leaves, of which 512 are kept for the store and the rest of Sluice.");

    public static final Setting TRANSPORT = new Setting(
            "transport",
            new Choice(List.of("auto", "io_uring", "epoll", "kqueue", "nio")),
            "auto",
            false,
            GROUP,
            "The way to the kernel's sockets. 'auto' takes the best that works on this machine: io_uring, unless it is"
                    + " forbidden, or all addresses of a family are bound ('*', '::*'), which it cannot keep apart; then epoll, or"
                    + " kqueue. Naming one that does not work here is an error at start-up.");

    public static final Setting IO_THREADS = new Setting(
            "io-threads",
            new Int(0, 1024),
            "0",
            false,
            GROUP,
            "How many event loops serve the connections; commands run on them. 0 takes half of the cores, at least 1.");

    public static final Setting WORKER_THREADS = new Setting(
            "worker-threads",
            new Int(0, 1024),
            "0",
            false,
            GROUP,
            "How many threads run the long commands (KEYS, SORT and the like), so that they do not hold up an event"
                    + " loop. 0 takes one per core, at least 2.");

    static final List<Setting> ALL =
            List.of(BIND, PORT, TCP_BACKLOG, TCP_KEEPALIVE, TIMEOUT, MAXCLIENTS, TRANSPORT, IO_THREADS, WORKER_THREADS);

    private NetworkSettings() {}
}
