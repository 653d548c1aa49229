package io.sluice.hbase;

import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.jspecify.annotations.Nullable;

/** Pages of ranges. A page ends at its limit of rows, or at a number of bytes if that comes first. */
final class RangeReads {
    /** Positional reads share the open files with everybody; longer scans are worth readers of their own. */
    private static final int LONGEST_SHORT = 1000;

    private static final long PAGE_BYTES = 4 << 20;

    private final AsyncTable<AdvancedScanResultConsumer> table;
    private final Calls calls;
    private final int maxKeyBytes;

    RangeReads(Connected connected, Calls calls, Limits limits) {
        this.table = connected.repeating();
        this.calls = calls;
        this.maxKeyBytes = limits.capabilities().maxKeyBytes();
    }

    CompletableFuture<ScanPage> scan(ScanRequest request) {
        byte[] to = request.to();
        if (to != null && Arrays.compareUnsigned(request.from(), to) >= 0) {
            return CompletableFuture.completedFuture(new ScanPage(List.of(), false));
        }
        Scan scan = scan(request, to == null ? null : new Bound(to));
        return calls.call(() -> {
                    PageCollector page = new PageCollector(request.limit(), request.keysOnly(), PAGE_BYTES);
                    table.scan(scan, page);
                    return page.result();
                })
                .handle((page, failure) -> {
                    if (failure != null) {
                        throw Failures.ofRead(failure);
                    }
                    return page;
                });
    }

    private Scan scan(ScanRequest request, @Nullable Bound to) {
        Bound from = new Bound(request.from());
        byte[] first = Rows.of(request.slot(), from.key);
        byte[] end = to == null ? Rows.end(request.slot(), null) : Rows.of(request.slot(), to.key);
        boolean endIsInside = to != null && to.cut;
        Scan scan = new Scan().addColumn(Rows.FAMILY, Rows.VALUE);
        if (request.reverse()) {
            scan.setReversed(true).withStartRow(end, endIsInside).withStopRow(first, !from.cut);
        } else {
            scan.withStartRow(first, !from.cut).withStopRow(end, endIsInside);
        }
        // One more than asked for tells whether there are more.
        if (request.limit() < Integer.MAX_VALUE) {
            scan.setLimit(request.limit() + 1);
        }
        if (request.limit() <= LONGEST_SHORT) {
            scan.setReadType(Scan.ReadType.PREAD);
        }
        if (request.keysOnly()) {
            scan.setFilter(new KeyOnlyFilter());
        }
        return scan;
    }

    /**
     * A bound in the length that HBase takes. Of a longer one only as much as a key may have is compared: every row up
     * to that cut is before the bound, and every row after it is after the bound too.
     */
    private final class Bound {
        final byte[] key;
        final boolean cut;

        Bound(byte[] bound) {
            this.cut = bound.length > maxKeyBytes;
            this.key = cut ? Arrays.copyOf(bound, maxKeyBytes) : bound;
        }
    }
}
