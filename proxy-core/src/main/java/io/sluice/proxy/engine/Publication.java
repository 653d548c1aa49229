package io.sluice.proxy.engine;

import java.util.List;

/** What an attempt hands to the commit queue when its handler has returned. */
interface Publication {
    List<RowChange> changes();

    /** The size of the changes, as the batch counts it. */
    long bytes();

    /** The pending batches whose rows the attempt has read. */
    Gates seen();

    /** Whether a slot's memory was dropped since the attempt began. Asked under the queue's lock. */
    boolean isStale();
}
