package io.sluice.hbase;

import io.sluice.hbase.local.HBaseProcess;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** The cluster without the adapter: for what an operator does, and for what the adapter must not do. */
final class RawHBase implements AutoCloseable {
    private final AsyncConnection connection;

    RawHBase(HBaseProcess hbase) {
        Configuration conf = HBaseConfiguration.create();
        conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
        conf.set("hbase.client.bootstrap.servers", hbase.bootstrapServers());
        connection = await(ConnectionFactory.createAsyncConnection(conf));
    }

    static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(2, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IllegalStateException("HBase answered: " + e, e);
        }
    }

    AsyncAdmin admin() {
        return connection.getAdmin();
    }

    AsyncTable<AdvancedScanResultConsumer> table(String name) {
        return connection.getTable(TableName.valueOf(name));
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
