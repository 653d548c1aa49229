package io.sluice.proxy.type.hash;

import io.sluice.kv.Row;
import io.sluice.proxy.type.collection.ElementRows;
import io.sluice.proxy.type.collection.ElementRows.Element;
import io.sluice.proxy.type.collection.ElementRows.Page;
import io.sluice.proxy.type.collection.HashOrder;
import java.util.ArrayList;
import java.util.List;

/** The fields of a spread hash without those whose time has passed, so that none of them is drawn before it is reaped. */
final class LiveFields implements HashOrder {
    private final ElementRows rows;
    private final long nowMs;

    LiveFields(ElementRows rows, long nowMs) {
        this.rows = rows;
        this.nowMs = nowMs;
    }

    @Override
    public Page page(int fromHash, int limit, boolean namesOnly) {
        // A page may come out empty before the end: a walk over all goes on with the next.
        Page page = rows.page(fromHash, limit, namesOnly);
        List<Element> live = new ArrayList<>(page.elements());
        live.removeIf(element -> !isLive(element));
        return new Page(live, page.nextHash(), page.end());
    }

    @Override
    public List<Row> rowsBetween(long fromHash, long toHash, boolean namesOnly) {
        List<Row> live = new ArrayList<>(rows.rowsBetween(fromHash, toHash, namesOnly));
        live.removeIf(row -> !isLive(rows.element(row, namesOnly)));
        return live;
    }

    @Override
    public Element element(Row row, boolean namesOnly) {
        return rows.element(row, namesOnly);
    }

    private boolean isLive(Element element) {
        return !HashValue.isExpired(element.value().expireAtMs(), nowMs);
    }
}
