package io.sluice.proxy.config;

import io.sluice.encoding.Databases;
import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Choice;
import io.sluice.kv.config.Setting.Int;
import io.sluice.kv.config.Setting.Memory;
import io.sluice.kv.config.Setting.Text;
import java.util.List;

/** Where the data is kept, when a write is acknowledged, and how values are cut into rows. */
public final class StorageSettings {
    private static final String GROUP = "Storage";

    public static final Setting BACKEND = new Setting(
            "backend",
            new Text(),
            "rocksdb",
            false,
            GROUP,
            "The store that keeps the data: the name of a folder in the distribution's 'backends'. A backend's own"
                    + " settings begin with its name.");

    public static final Setting DIR = new Setting(
            "dir",
            new Text(),
            "./data",
            false,
            GROUP,
            "Where an embedded store keeps its files, created when it is missing. A relative path counts from the"
                    + " directory in which Sluice was started.");

    public static final Setting DATABASES = new Setting(
            "databases",
            new Int(1, Databases.MAX_DATABASES),
            "16",
            false,
            GROUP,
            "How many databases SELECT offers. The keys of databases above a lowered number stay in the store, out of"
                    + " reach until the number is raised again.");

    public static final Setting WRITE_ACK = new Setting(
            "write-ack",
            new Choice(List.of("committed", "buffered")),
            "committed",
            false,
            GROUP,
            "When a write is acknowledged. 'committed': when the store has committed it. 'buffered': as soon as it is"
                    + " in Sluice's write buffer; a crash then loses about the last write-buffer-lag-ms, and WAITAOF"
                    + " waits for the commit, and for the fsync.");

    public static final Setting WRITE_BUFFER_BYTES = new Setting(
            "write-buffer-bytes",
            new Memory(1L << 20, 1L << 36),
            "64mb",
            false,
            GROUP,
            "How much may wait in the write buffer with write-ack buffered. Beyond it, writes wait for the store.");

    public static final Setting WRITE_BUFFER_LAG_MS = new Setting(
            "write-buffer-lag-ms",
            new Int(0, 60_000),
            "100",
            false,
            GROUP,
            "With write-ack buffered: once the oldest change in the write buffer has waited longer than this many"
                    + " milliseconds for its commit, writes are answered when they are committed.");

    public static final Setting SHUTDOWN_TIMEOUT = new Setting(
            "shutdown-timeout",
            new Int(1, 86_400),
            "10",
            true,
            GROUP,
            "How many seconds a shutdown may take: up to half of them for the commands that run, the rest for a store"
                    + " that does not take what is pending or does not close. Within three more the process ends with"
                    + " exit code 1: with write-ack committed nothing that was acknowledged is missing, and"
                    + " with write-ack buffered what was still in the write buffer is.");

    public static final Setting PACKED_MAX_BYTES = new Setting(
            "packed-max-bytes",
            new Memory(0, 1L << 20),
            "8kb",
            true,
            GROUP,
            "A hash, list, set or sorted set up to this size is one row of the store, which every change writes whole."
                    + " Beyond it, it is spread over rows of its own, and stays so; a list of more than 8 elements from"
                    + " 2kb on. Holds for what is written afterwards.");

    public static final Setting STRING_CHUNK_BYTES = new Setting(
            "string-chunk-bytes",
            new Memory(1L << 10, 1L << 20),
            "64kb",
            false,
            GROUP,
            "A longer string is cut into rows of this size, so that APPEND, SETRANGE, SETBIT and GETRANGE touch only"
                    + " what they need. Holds for strings written afterwards.");

    static final List<Setting> ALL = List.of(
            BACKEND,
            DIR,
            DATABASES,
            WRITE_ACK,
            WRITE_BUFFER_BYTES,
            WRITE_BUFFER_LAG_MS,
            SHUTDOWN_TIMEOUT,
            PACKED_MAX_BYTES,
            STRING_CHUNK_BYTES);

    private StorageSettings() {}
}
