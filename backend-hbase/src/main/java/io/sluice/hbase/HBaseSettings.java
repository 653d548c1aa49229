package io.sluice.hbase;

import io.sluice.kv.config.Setting;
import java.util.List;

/** The table of the backend's settings. A default that differs from HBase's own says why beside it. */
final class HBaseSettings {
    static final String BOOTSTRAP_SERVERS = "hbase-bootstrap-servers";
    static final String ZOOKEEPER_QUORUM = "hbase-zookeeper-quorum";
    static final String SITE = "hbase-site";
    static final String PROPERTIES = "hbase-properties";
    static final String NAMESPACE = "hbase-namespace";
    static final String TABLE = "hbase-table";
    static final String REGIONS = "hbase-regions";
    static final String DURABILITY = "hbase-durability";
    static final String OUTSTANDING = "hbase-outstanding";
    static final String BATCH_BYTES = "hbase-batch-bytes";
    static final String BATCH_ROWS = "hbase-batch-rows";
    static final String RPC_TIMEOUT_MS = "hbase-rpc-timeout-ms";
    static final String OPERATION_TIMEOUT_MS = "hbase-operation-timeout-ms";

    private static final long KB = 1L << 10;
    private static final long MB = 1L << 20;
    private static final long DAY_MS = 24 * 3600 * 1000L;

    static final List<Setting> ALL = List.of(
            setting(
                    BOOTSTRAP_SERVERS,
                    new Setting.Text(),
                    "",
                    "Masters or region servers as host:port,host:port, which are asked where everything is; no connection"
                            + " to ZooKeeper is needed then. Either this or " + ZOOKEEPER_QUORUM + ", unless "
                            + SITE + " or " + PROPERTIES + " says it."),
            setting(
                    ZOOKEEPER_QUORUM,
                    new Setting.Text(),
                    "",
                    "The ZooKeeper servers of the cluster as host:port,host:port, for a cluster whose servers cannot be"
                            + " named in " + BOOTSTRAP_SERVERS + "."),
            setting(
                    SITE,
                    new Setting.Text(),
                    "",
                    "Files in the form of hbase-site.xml and core-site.xml, separated by commas, that are read before"
                            + " these settings: the cluster's own client configuration, Kerberos included."),
            setting(
                    PROPERTIES,
                    new Setting.Text(),
                    "",
                    "Any further properties of HBase and Hadoop as name=value name=value, which win over files and"
                            + " settings. Values cannot hold blanks: use a file of " + SITE + " for those."),
            setting(
                    NAMESPACE,
                    new Setting.Text(),
                    "default",
                    "The namespace of the table; created when it is not there."),
            setting(
                    TABLE,
                    new Setting.Text(),
                    "sluice",
                    "The table that holds all data; created when it is not there. Every proxy of a fleet names the same"
                            + " one. A table that is there is checked, and refused when it lacks what the guarantees"
                            + " rest on."),
            // Redis has 16,384 slots; a few regions for each server of a small cluster, to be moved one by one.
            setting(
                    REGIONS,
                    new Setting.Int(1, 16384),
                    "16",
                    "How many regions the table is created with, the slots spread evenly over them. HBase may split them"
                            + " further, between slots. A few for each region server is a good start."),
            setting(
                    DURABILITY,
                    new Setting.Choice(List.of("sync", "fsync", "async")),
                    "sync",
                    "What a write waits for. 'sync': the write-ahead log has reached the memory of all its replicas,"
                            + " HBase's own default. 'fsync': it has reached their disks, so it survives the loss of"
                            + " power of all at once. 'async': nothing; the death of a region server loses what was"
                            + " acknowledged just before."),
            setting(
                    OUTSTANDING,
                    new Setting.Int(1, 65536),
                    "128",
                    "How many calls may be under way at a time; further ones wait in the proxy. Above some 128 a region"
                            + " server with its 30 handlers only queues."),
            setting(
                    BATCH_BYTES,
                    new Setting.Memory(256 * KB, 16 * MB),
                    "1mb",
                    "Bytes of the largest batch sent as one call. A change larger than that is applied in parts. Larger"
                            + " ones are no faster; " + BATCH_ROWS + " bounds those of small rows."),
            // On a region server of 1 GiB, with batches of up to 16 MiB (the table in docs/hbase.md): eight at a
            // time of 5,000 rows had 291 MiB of heap in use, of 10,000 rows 647, and one of 300,000 took it down.
            setting(
                    BATCH_ROWS,
                    new Setting.Int(1000, 1_000_000),
                    "5000",
                    "Rows of the largest batch sent as one call. A change larger than that is applied in parts. A region"
                            + " server needs a few KiB of its heap for each row while the call lasts."),
            // HBase waits a minute; a client of Redis has given up long before.
            setting(
                    RPC_TIMEOUT_MS,
                    new Setting.Int(10, DAY_MS),
                    "10000",
                    "Milliseconds that one call may take. The outcome of a commit that takes longer is unknown; it is"
                            + " then fenced off and sent again, so that it takes effect once."),
            setting(
                    OPERATION_TIMEOUT_MS,
                    new Setting.Int(10, DAY_MS),
                    "60000",
                    "Milliseconds that a call is repeated for while its region is being moved, opened or recovered."));

    private HBaseSettings() {}

    private static Setting setting(String name, Setting.Type type, String defaultValue, String doc) {
        return new Setting(name, type, defaultValue, false, "HBase", doc);
    }
}
