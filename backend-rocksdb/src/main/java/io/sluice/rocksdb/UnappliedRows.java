package io.sluice.rocksdb;

import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;

/** What a process that was killed has left in its journal, laid over the rows of a store that is only looked at. */
final class UnappliedRows {
    private static final byte[] NO_VALUE = new byte[0];

    /** By the row's key in RocksDB; empty where the row is deleted. */
    private final NavigableMap<byte[], Optional<byte[]>> rows = new TreeMap<>(Arrays::compareUnsigned);

    /** What is gone, unless it is in {@link #rows}. */
    private final RowRanges gone = new RowRanges();

    static UnappliedRows of(Database db) throws IOException, RocksDBException {
        UnappliedRows unapplied = new UnappliedRows();
        ColumnFamilyHandle former = db.formerJournal();
        if (former != null) {
            FormerJournal.forEach(db.rocks, former, unapplied::add);
        }
        Recovery.forEach(db.rocks, db.directory, unapplied::add);
        return unapplied;
    }

    private void add(EncodedBatch encoded) {
        byte[] batch = encoded.bytes();
        int record = encoded.firstRecord();
        if (encoded.deletesRange()) {
            byte[] first = BatchEncoder.keyOf(batch, record);
            byte[] end = Objects.requireNonNull(BatchEncoder.valueOf(batch, record));
            rows.subMap(first, true, end, false).clear();
            gone.add(first, end);
            return;
        }
        while (record < encoded.to()) {
            byte[] key = BatchEncoder.keyOf(batch, record);
            rows.put(key, Optional.ofNullable(BatchEncoder.valueOf(batch, record)));
            record = BatchEncoder.recordEnd(batch, record);
        }
    }

    boolean isEmpty() {
        return rows.isEmpty() && gone.isEmpty();
    }

    /** The row as the journal has it; null when it has nothing of it. */
    @Nullable
    Optional<byte[]> find(int slot, byte[] key) {
        byte[] row = RowKeys.row(slot, key);
        Optional<byte[]> known = rows.get(row);
        return known == null && gone.contains(row) ? Optional.empty() : known;
    }

    /** The page as it is with these rows, as far as it covers the range. */
    ScanPage over(ScanRequest request, ScanPage page) {
        byte[] from = RowKeys.row(request.slot(), request.from());
        byte @Nullable [] to =
                request.to() == null ? RowKeys.endOfSlot(request.slot()) : RowKeys.row(request.slot(), request.to());
        if (page.more()) {
            if (page.rows().isEmpty()) {
                return page;
            }
            byte[] last = RowKeys.row(
                    request.slot(), page.rows().get(page.rows().size() - 1).key());
            if (request.reverse()) {
                from = last;
            } else {
                to = Arrays.copyOf(last, last.length + 1);
            }
        }
        TreeMap<byte[], byte[]> merged = new TreeMap<>(Arrays::compareUnsigned);
        page.rows().forEach(row -> merged.put(RowKeys.row(request.slot(), row.key()), row.value()));
        merged.keySet().removeIf(gone::contains);
        within(from, to).forEach((key, value) -> {
            if (value.isPresent()) {
                merged.put(key, request.keysOnly() ? NO_VALUE : value.get());
            } else {
                merged.remove(key);
            }
        });
        List<Row> rows = new ArrayList<>();
        (request.reverse() ? merged.descendingMap() : merged)
                .forEach((key, value) -> rows.add(new Row(RowKeys.key(key), value)));
        boolean tooMany = rows.size() > request.limit();
        return new ScanPage(tooMany ? rows.subList(0, request.limit()) : rows, tooMany || page.more());
    }

    private NavigableMap<byte[], Optional<byte[]>> within(byte[] from, byte @Nullable [] to) {
        if (to == null) {
            return rows.tailMap(from, true);
        }
        return Arrays.compareUnsigned(from, to) < 0
                ? rows.subMap(from, true, to, false)
                : Collections.emptyNavigableMap();
    }
}
