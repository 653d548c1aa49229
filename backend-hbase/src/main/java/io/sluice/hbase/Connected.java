package io.sluice.hbase;

import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;

/**
 * A connection to the cluster, and the table through it in two manners.
 *
 * @param connection the connection; whoever holds this closes it
 * @param locator where the regions are
 * @param once calls are made once, and what fails is told
 * @param repeating calls are repeated by the client until the time is up: for reads
 * @param config what it was opened with
 */
record Connected(
        AsyncConnection connection,
        AsyncTableRegionLocator locator,
        AsyncTable<AdvancedScanResultConsumer> once,
        AsyncTable<AdvancedScanResultConsumer> repeating,
        HBaseConfig config) {}
