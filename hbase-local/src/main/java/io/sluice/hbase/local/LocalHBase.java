package io.sluice.hbase.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * A real HBase in this process: ZooKeeper, a master and region servers, with its files in a directory of this machine.
 * What was acknowledged with the write-ahead log synced is there again when it is started on the same directory, also
 * after it was killed.
 *
 * <pre>
 *   --dir DIRECTORY       where its files are; default ./hbase-local
 *   --port PORT           of the master, which clients name as bootstrap server; the region servers and ZooKeeper take
 *                         the ports after it. Default 0: free ports
 *   --region-servers N    default 1
 * </pre>
 *
 * When it is ready it says so in one line on standard output. SIGTERM and SIGINT end it cleanly.
 */
public final class LocalHBase implements AutoCloseable {
    private static final int READY_SECONDS = 180;
    private static final int END_SECONDS = 20;

    private final MiniZooKeeperCluster zookeeper;
    private final LocalHBaseCluster cluster;
    private volatile boolean ending;

    private LocalHBase(MiniZooKeeperCluster zookeeper, LocalHBaseCluster cluster) {
        this.zookeeper = zookeeper;
        this.cluster = cluster;
    }

    /** Runs until the process is told to end. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of("hbase-local");
        int port = 0;
        int regionServers = 1;
        List<String> words = List.of(arguments);
        for (int i = 0; i < words.size(); i += 2) {
            String value = i + 1 < words.size() ? words.get(i + 1) : "";
            switch (words.get(i)) {
                case "--dir" -> directory = Path.of(value);
                case "--port" -> port = Integer.parseInt(value);
                case "--region-servers" -> regionServers = Integer.parseInt(value);
                default -> {
                    System.err.println("usage: local-hbase [--dir DIRECTORY] [--port PORT] [--region-servers N]");
                    System.exit(1);
                }
            }
        }
        Files.createDirectories(directory);
        System.setProperty("hbase.local.log", directory.resolve("hbase.log").toString());
        LocalHBase hbase;
        try {
            hbase = start(directory.toAbsolutePath().normalize(), port, regionServers);
        } catch (Exception e) {
            System.err.println("local-hbase: " + e + "; its log is " + directory.resolve("hbase.log"));
            Runtime.getRuntime().halt(1);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(hbase::end, "shutdown"));
        System.out.println("HBase is ready: bootstrap servers " + hbase.bootstrapServers() + ", ZooKeeper 127.0.0.1:"
                + hbase.zookeeper.getClientPort() + ", files in "
                + directory.toAbsolutePath().normalize() + ", process "
                + ProcessHandle.current().pid());
        // Not the cluster's own join(), which prints all threads every minute.
        for (RegionServerThread thread : hbase.cluster.getRegionServers()) {
            thread.join();
        }
        if (!hbase.ending) {
            System.err.println(
                    "local-hbase: its region servers have ended; its log is " + directory.resolve("hbase.log"));
            System.exit(1);
        }
    }

    /** Starts it and waits until the master has done all that it does at a start. */
    public static LocalHBase start(Path directory, int port, int regionServers) throws Exception {
        // Several region servers in one process register their metrics under one name.
        DefaultMetricsSystem.setMiniClusterMode(true);
        Configuration conf = configuration(directory, port);
        MiniZooKeeperCluster zookeeper = new MiniZooKeeperCluster(conf);
        if (port > 0) {
            zookeeper.setDefaultClientPort(port + 1 + regionServers);
        }
        File zookeeperFiles = directory.resolve("zookeeper").toFile();
        conf.setInt("hbase.zookeeper.property.clientPort", zookeeper.startup(zookeeperFiles));
        conf.set("hbase.zookeeper.quorum", "127.0.0.1");
        LocalHBaseCluster cluster = new LocalHBaseCluster(conf, 1, 0);
        for (int i = 0; i < regionServers; i++) {
            Configuration own = new Configuration(conf);
            own.setInt("hbase.regionserver.port", port > 0 ? port + 1 + i : 0);
            cluster.addRegionServer(own, i);
        }
        cluster.startup();
        LocalHBase hbase = new LocalHBase(zookeeper, cluster);
        hbase.awaitReady(regionServers);
        return hbase;
    }

    private static Configuration configuration(Path directory, int port) {
        Configuration conf = HBaseConfiguration.create();
        conf.set("hbase.rootdir", directory.resolve("data").toUri().toString());
        conf.set("hbase.tmp.dir", directory.resolve("tmp").toString());
        conf.setBoolean("hbase.cluster.distributed", false);
        // A local file system cannot promise what HDFS does; a killed process loses nothing on it all the same.
        conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
        conf.set("hbase.wal.provider", "filesystem");
        conf.setInt("hbase.master.port", port);
        conf.setInt("hbase.master.info.port", -1);
        conf.setInt("hbase.regionserver.info.port", -1);
        for (String role : List.of("master", "regionserver")) {
            conf.set("hbase." + role + ".hostname", "127.0.0.1");
            conf.set("hbase." + role + ".ipc.address", "127.0.0.1");
        }
        conf.setInt("hbase.regionserver.msginterval", 100);
        conf.setInt("hbase.master.wait.on.regionservers.mintostart", 1);
        conf.setInt("hbase.master.wait.on.regionservers.maxtostart", 1);
        conf.setInt("hbase.master.wait.on.regionservers.interval", 50);
        conf.setInt("hbase.master.wait.on.regionservers.timeout", 200);
        conf.setInt("hbase.assignment.dispatch.wait.msec", 10);
        conf.setInt("zookeeper.session.timeout", 30_000);
        return conf;
    }

    private void awaitReady(int regionServers) throws InterruptedException, IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
        while (true) {
            HMaster master = cluster.getActiveMaster();
            if (master != null
                    && master.isInitialized()
                    && master.getServerManager().getOnlineServersList().size() >= regionServers) {
                return;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("HBase was not ready after " + READY_SECONDS + " seconds");
            }
            Thread.sleep(20);
        }
    }

    /** What clients name in hbase-bootstrap-servers: the master and all region servers. */
    public String bootstrapServers() {
        StringBuilder servers = new StringBuilder(
                cluster.getActiveMaster().getServerName().getAddress().toString());
        for (RegionServerThread thread : cluster.getLiveRegionServers()) {
            servers.append(',').append(thread.getRegionServer().getServerName().getAddress());
        }
        return servers.toString();
    }

    /** As much as can be done in a moment: its files are as good after a kill. */
    private void end() {
        ending = true;
        Thread closing = new Thread(
                () -> {
                    try {
                        close();
                    } catch (IOException e) {
                        System.err.println("HBase did not end cleanly: " + e.getMessage());
                    }
                },
                "closing");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(closing.isAlive() ? 1 : 0);
    }

    @Override
    public void close() throws IOException {
        cluster.shutdown();
        cluster.join();
        zookeeper.shutdown();
    }
}
