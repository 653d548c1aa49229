package io.sluice.hbase;

import io.sluice.kv.KvStoreProvider.OpenException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the cluster, creates the table or checks it, and connects for what follows. */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    private static final String REGISTRY = "hbase.client.registry.impl";
    private static final String BOOTSTRAP = "hbase.client.bootstrap.servers";
    private static final String QUORUM = "hbase.zookeeper.quorum";
    private static final String ATTEMPTS = "hbase.client.retries.number";
    private static final long READ_PAUSE_MS = 20;

    private final HBaseConfig config;
    private final TableName table;

    private Opening(HBaseConfig config, TableName table) {
        this.config = config;
        this.table = table;
    }

    /** @param create whether a table that is not there is created */
    static Connected open(HBaseConfig config, boolean create) throws OpenException {
        TableName table;
        try {
            table = TableName.valueOf(config.namespace(), config.table());
        } catch (IllegalArgumentException e) {
            throw new OpenException(
                    HBaseSettings.NAMESPACE + " or " + HBaseSettings.TABLE + " is no name HBase takes: "
                            + e.getMessage(),
                    e);
        }
        Opening opening = new Opening(config, table);
        Configuration properties = opening.properties();
        opening.prepareTable(properties, create);
        return opening.connect(properties);
    }

    /** Files first, then the settings, then the properties given by name. */
    private Configuration properties() throws OpenException {
        Configuration properties = HBaseConfiguration.create();
        for (String file : config.siteFiles()) {
            if (!Files.isReadable(Path.of(file))) {
                throw new OpenException(HBaseSettings.SITE + ": cannot read " + file, new NoSuchFileException(file));
            }
            properties.addResource(new org.apache.hadoop.fs.Path(Path.of(file).toUri()));
        }
        if (!config.bootstrapServers().isEmpty()) {
            properties.set(REGISTRY, "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
            properties.set(BOOTSTRAP, config.bootstrapServers());
        }
        if (!config.zookeeperQuorum().isEmpty()) {
            properties.set(QUORUM, config.zookeeperQuorum());
        }
        long rpc = config.rpcTimeout().toMillis();
        long operation = config.operationTimeout().toMillis();
        properties.setLong("hbase.rpc.timeout", rpc);
        properties.setLong("hbase.client.operation.timeout", operation);
        properties.setLong("hbase.client.meta.operation.timeout", operation);
        config.properties().forEach(properties::set);
        if (config.bootstrapServers().isEmpty()
                && config.zookeeperQuorum().isEmpty()
                && properties.get(BOOTSTRAP) == null
                && config.siteFiles().isEmpty()
                && !config.properties().containsKey(QUORUM)) {
            throw new OpenException(
                    "nothing says where HBase is: set " + HBaseSettings.BOOTSTRAP_SERVERS + ", "
                            + HBaseSettings.ZOOKEEPER_QUORUM + " or " + HBaseSettings.SITE,
                    new IllegalArgumentException("no cluster"));
        }
        return properties;
    }

    /** On a connection of its own: the one that stays repeats nothing, and what is done here should be repeated. */
    private void prepareTable(Configuration properties, boolean create) throws OpenException {
        try (AsyncConnection connection =
                await(ConnectionFactory.createAsyncConnection(properties), "connect to HBase")) {
            AsyncAdmin admin = connection.getAdmin();
            if (!await(admin.tableExists(table), "look for the table " + table)) {
                if (!create) {
                    throw new OpenException("there is no table " + table, new IllegalStateException("no table"));
                }
                createTable(admin);
            }
            check(admin);
        } catch (IOException e) {
            LOG.debug("Closing a connection to HBase failed", e);
        }
    }

    private void createTable(AsyncAdmin admin) throws OpenException {
        LOG.info("Creating the table {} with {} regions", table, config.regions());
        if (!config.namespace().equals(NamespaceDescriptor.DEFAULT_NAMESPACE_NAME_STR)
                && !await(admin.listNamespaces(), "list the namespaces").contains(config.namespace())) {
            unlessThere(
                    NamespaceExistException.class,
                    admin.createNamespace(
                            NamespaceDescriptor.create(config.namespace()).build()),
                    "create the namespace " + config.namespace());
        }
        byte[][] splits = TableLayout.splits(config.regions());
        unlessThere(
                TableExistsException.class,
                splits.length == 0
                        ? admin.createTable(TableLayout.descriptor(table))
                        : admin.createTable(TableLayout.descriptor(table), splits),
                "create the table " + table);
    }

    /** Another proxy may do the same at the same time. */
    private void unlessThere(Class<? extends Exception> there, CompletableFuture<Void> creation, String what)
            throws OpenException {
        await(
                creation.handle((done, failure) -> failure == null || there.isInstance(Failures.bare(failure))
                                ? CompletableFuture.<Void>completedFuture(null)
                                : CompletableFuture.<Void>failedFuture(failure))
                        .thenCompose(outcome -> outcome),
                what);
    }

    private void check(AsyncAdmin admin) throws OpenException {
        List<byte[]> startKeys = new ArrayList<>();
        for (RegionInfo region : await(admin.getRegions(table), "list the regions of " + table)) {
            startKeys.add(region.getStartKey());
        }
        List<String> lacks =
                TableLayout.lacks(await(admin.getDescriptor(table), "read the description of " + table), startKeys);
        if (!lacks.isEmpty()) {
            throw new OpenException(
                    "the table " + table + " is not fit to be used; it lacks " + String.join(", ", lacks),
                    new IllegalStateException("unfit table"));
        }
    }

    private Connected connect(Configuration properties) throws OpenException {
        Configuration once = new Configuration(properties);
        once.setInt(ATTEMPTS, 0);
        AsyncConnection connection = await(ConnectionFactory.createAsyncConnection(once), "connect to HBase");
        Duration rpc = config.rpcTimeout();
        long operation = config.operationTimeout().toMillis();
        return new Connected(
                connection,
                connection.getRegionLocator(table),
                connection
                        .getTableBuilder(table)
                        .setRpcTimeout(rpc.toMillis(), TimeUnit.MILLISECONDS)
                        .setOperationTimeout(rpc.toMillis(), TimeUnit.MILLISECONDS)
                        .build(),
                connection
                        .getTableBuilder(table)
                        .setMaxAttempts(Integer.MAX_VALUE)
                        .setRetryPause(READ_PAUSE_MS, TimeUnit.MILLISECONDS)
                        .setReadRpcTimeout(rpc.toMillis(), TimeUnit.MILLISECONDS)
                        .setRpcTimeout(rpc.toMillis(), TimeUnit.MILLISECONDS)
                        .setOperationTimeout(operation, TimeUnit.MILLISECONDS)
                        .setScanTimeout(operation, TimeUnit.MILLISECONDS)
                        .build(),
                config);
    }

    private <T> T await(CompletableFuture<T> answer, String what) throws OpenException {
        try {
            return answer.get(config.operationTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Failures.bare(e);
            throw new OpenException("cannot " + what + ": " + Failures.text(cause), cause);
        } catch (TimeoutException e) {
            throw new OpenException(
                    "cannot " + what + ": no answer within "
                            + config.operationTimeout().toMillis() + " ms",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OpenException("interrupted while trying to " + what, e);
        }
    }
}
