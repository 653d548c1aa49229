package io.sluice.kv.testing;

import io.sluice.kv.KvStore;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store whose pages are shorter than what was asked for, as the contract allows: a full short page always says that
 * there may be more, so that the end is sometimes an empty page; and if wanted some pages come empty in the middle.
 */
public final class PagingKvStore extends ForwardingKvStore {

    private final int maxRows;
    private final int emptyEvery;
    private final AtomicLong pages = new AtomicLong();

    /** Pages of at most this many rows. */
    public PagingKvStore(KvStore delegate, int maxRows) {
        this(delegate, maxRows, 0);
    }

    /**
     * Pages of at most {@code maxRows}, of which some bring nothing and promise more.
     *
     * @param emptyEvery every how many pages one is empty, at least 2; 0 for none
     */
    public PagingKvStore(KvStore delegate, int maxRows, int emptyEvery) {
        super(delegate);
        if (maxRows < 1 || emptyEvery < 0 || emptyEvery == 1) {
            throw new IllegalArgumentException("a scan would never end");
        }
        this.maxRows = maxRows;
        this.emptyEvery = emptyEvery;
    }

    @Override
    public CompletionStage<ScanPage> scan(ScanRequest request) {
        int limit = Math.min(request.limit(), maxRows);
        boolean empty = emptyEvery > 0 && pages.incrementAndGet() % emptyEvery == 0;
        ScanRequest shorter = new ScanRequest(
                request.slot(), request.from(), request.to(), request.reverse(), limit, request.keysOnly());
        return delegate.scan(shorter)
                .thenApply(page -> empty
                        ? new ScanPage(List.of(), true)
                        : new ScanPage(page.rows(), page.more() || page.rows().size() == limit));
    }
}
