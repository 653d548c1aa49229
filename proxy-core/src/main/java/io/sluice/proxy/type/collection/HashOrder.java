package io.sluice.proxy.type.collection;

import io.sluice.kv.Row;
import io.sluice.proxy.type.collection.ElementRows.Element;
import io.sluice.proxy.type.collection.ElementRows.Page;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Elements that are read in the order of their hashes, as unsigned numbers. */
public interface HashOrder {
    /** One more than the largest hash. */
    long HASHES = 1L << 32;

    /** The first page of a walk over all. */
    int FIRST_PAGE = 256;

    /** What a walk holds at once, however large the collection. */
    int LARGEST_PAGE = 1 << 16;

    /**
     * A page of the elements from a hash on: about {@code limit}, and none only at the end; the hash of the last one is
     * complete.
     *
     * @param namesOnly whether the values are of no interest; long names cost their values all the same
     */
    Page page(int fromHash, int limit, boolean namesOnly);

    /**
     * Walks over all elements. Each page is twice as long as the one before, up to {@link #LARGEST_PAGE}: where the store
     * does not answer inline every page runs the command again from the top, and so they must be few.
     *
     * @param sink is given the elements page by page; false to be given no more
     * @return false when the sink has stopped it
     */
    default boolean eachPage(boolean namesOnly, Predicate<List<Element>> sink) {
        int limit = FIRST_PAGE;
        Page page = page(0, limit, namesOnly);
        while (sink.test(page.elements())) {
            if (page.end()) {
                return true;
            }
            limit = Math.min(2 * limit, LARGEST_PAGE);
            page = page(page.nextHash(), limit, namesOnly);
        }
        return false;
    }

    /** The rows whose hash is at least the one and below the other, which may be {@link #HASHES}. */
    List<Row> rowsBetween(long fromHash, long toHash, boolean namesOnly);

    /** The row at an index among {@link #rowsBetween}, which are few; null when there are fewer. */
    default @Nullable Row rowAt(long fromHash, long toHash, int index, boolean namesOnly) {
        List<Row> rows = rowsBetween(fromHash, toHash, namesOnly);
        return index < rows.size() ? rows.get(index) : null;
    }

    /** What a row says that {@link #rowsBetween} or {@link #rowAt} gave. */
    Element element(Row row, boolean namesOnly);
}
