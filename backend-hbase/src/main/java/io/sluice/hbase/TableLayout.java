package io.sluice.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/** What the table is created with, and what one that is there must have. */
final class TableLayout {
    private static final int REDIS_SLOTS = 16384;

    private static final String ENDPOINT = "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";
    private static final String NO_SPLITS = "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";
    private static final String RESTRICTION = "hbase.regionserver.region.split_restriction.type";
    private static final String RESTRICTION_LENGTH = "hbase.regionserver.region.split_restriction.prefix_length";

    private TableLayout() {}

    static TableDescriptor descriptor(TableName name) {
        ColumnFamilyDescriptor family = ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY)
                .setMaxVersions(1)
                .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
                .setBloomFilterType(BloomType.ROW)
                .build();
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name).setColumnFamily(family);
        try {
            table.setCoprocessor(ENDPOINT);
        } catch (IOException e) {
            throw new UncheckedIOException("a coprocessor without a jar reads no file", e);
        }
        // A split policy alone does not keep an explicit split out of a slot; the restriction does.
        return table.setValue(RESTRICTION, "KeyPrefix")
                .setValue(RESTRICTION_LENGTH, Integer.toString(Rows.SLOT_BYTES))
                .build();
    }

    /** The first rows of all regions but the first: Redis's slots spread evenly. */
    static byte[][] splits(int regions) {
        byte[][] splits = new byte[regions - 1][];
        for (int i = 1; i < regions; i++) {
            splits[i - 1] = Rows.first((int) ((long) i * REDIS_SLOTS / regions));
        }
        return splits;
    }

    /** What the table lacks of what the guarantees rest on; empty when nothing. */
    static List<String> lacks(TableDescriptor table, List<byte[]> startKeys) {
        List<String> lacks = new ArrayList<>();
        if (table.getCoprocessorDescriptors().stream()
                .map(CoprocessorDescriptor::getClassName)
                .noneMatch(ENDPOINT::equals)) {
            lacks.add("the coprocessor " + ENDPOINT);
        }
        boolean restricted = "KeyPrefix".equals(table.getValue(RESTRICTION))
                && Integer.toString(Rows.SLOT_BYTES).equals(table.getValue(RESTRICTION_LENGTH));
        if (!restricted && !NO_SPLITS.equals(table.getRegionSplitPolicyClassName()) && table.isSplitEnabled()) {
            lacks.add(RESTRICTION + "=KeyPrefix with " + RESTRICTION_LENGTH + "=" + Rows.SLOT_BYTES);
        }
        if (startKeys.stream().anyMatch(key -> key.length > Rows.SLOT_BYTES)) {
            lacks.add("regions that begin where a slot begins");
        }
        ColumnFamilyDescriptor family = table.getColumnFamily(Rows.FAMILY);
        if (family == null) {
            lacks.add("the column family d");
        } else {
            addFamilyLacks(family, lacks);
        }
        return lacks;
    }

    private static void addFamilyLacks(ColumnFamilyDescriptor family, List<String> lacks) {
        // An expired or kept cell brings an older value back.
        if (family.getTimeToLive() != HConstants.FOREVER) {
            lacks.add("TTL FOREVER of the family d");
        }
        if (family.getKeepDeletedCells() != KeepDeletedCells.FALSE) {
            lacks.add("KEEP_DELETED_CELLS FALSE of the family d");
        }
        if (family.isNewVersionBehavior()) {
            lacks.add("NEW_VERSION_BEHAVIOR false of the family d");
        }
    }
}
