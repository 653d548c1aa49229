package io.sluice.proxy.check;

import io.sluice.kv.SlotKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Rows that must be there because another row says so, asked for many at a time. */
final class Lookups {
    private static final int AT_ONCE = 1_000;

    /**
     * @param fits whether the row found is the right one
     * @param asker the row that says so, and what is wrong with it if it does not fit
     */
    private record Expected(SlotKey row, Predicate<byte[]> fits, Subject asker, String otherwise) {}

    private final StoreRows rows;
    private final List<Expected> expected = new ArrayList<>();

    Lookups(StoreRows rows) {
        this.rows = rows;
    }

    void expect(byte[] rowKey, Predicate<byte[]> fits, Subject asker, String otherwise) {
        expected.add(new Expected(new SlotKey(asker.slot(), rowKey), fits, asker, otherwise));
        if (expected.size() >= AT_ONCE) {
            flush();
        }
    }

    void flush() {
        if (expected.isEmpty()) {
            return;
        }
        List<byte @org.jspecify.annotations.Nullable []> found =
                rows.getAll(expected.stream().map(Expected::row).toList());
        for (int i = 0; i < found.size(); i++) {
            byte[] value = found.get(i);
            Expected one = expected.get(i);
            if (value == null || !one.fits.test(value)) {
                one.asker.violation(one.otherwise);
            }
        }
        expected.clear();
    }
}
