package io.sluice.proxy.check;

import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.text.Numbers;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Values that lie whole in their header rows. */
final class InlineCheck {
    private final PackedEntries entries;
    private final Subject row;

    private InlineCheck(PackedEntries entries, Subject row) {
        this.entries = entries;
        this.row = row;
    }

    static void check(Header header, Subject row) {
        switch (header.encoding()) {
            case ValueEncoding.STRING_INT ->
                row.violationUnless(Numbers.isLong(header.payload()), "its string is not an integer");
            case ValueEncoding.STRING_EMBSTR, ValueEncoding.STRING_RAW -> {
                // any bytes are a string
            }
            default -> {
                InlineCheck check = new InlineCheck(PackedEntries.decode(header.payload()), row);
                check.row.violationUnless(check.entries.size() > 0, "an empty collection has no header");
                check.collection(header.encoding());
            }
        }
    }

    private void collection(byte encoding) {
        switch (encoding) {
            case ValueEncoding.HASH_PACKED -> {
                formIsNot(Forms.INTSET);
                pairs();
                distinct(2);
            }
            case ValueEncoding.HASH_PACKED_EXPIRING -> {
                formIsNot(Forms.INTSET);
                row.violationUnless(entries.size() % FieldTimes.PACKED_STRIDE == 0, "an entry lacks its partners");
                distinct(FieldTimes.PACKED_STRIDE);
                byTime();
            }
            case ValueEncoding.SET_PACKED -> {
                distinct(1);
                if (entries.form() == Forms.INTSET) {
                    ascendingIntegers();
                }
            }
            case ValueEncoding.ZSET_PACKED -> {
                formIsNot(Forms.INTSET);
                pairs();
                distinct(2);
                byScore();
            }
            default -> formIsNot(Forms.INTSET);
        }
    }

    private void formIsNot(byte form) {
        row.violationUnless(entries.form() != form, "its type has no such form");
    }

    private void pairs() {
        row.violationUnless(entries.size() % 2 == 0, "an entry lacks its partner");
    }

    private void distinct(int stride) {
        Set<BinaryKey> seen = new HashSet<>();
        int at = entries.first();
        for (int i = 0; i < entries.size(); i++) {
            if (i % stride == 0 && !seen.add(BinaryKey.of(entries.get(at)))) {
                row.violation("an element is in it twice");
                return;
            }
            at = entries.next(at);
        }
    }

    private void ascendingIntegers() {
        long last = 0;
        int at = entries.first();
        for (int i = 0; i < entries.size(); i++) {
            byte[] member = entries.get(at);
            if (!Numbers.isLong(member) || (i > 0 && Numbers.parseLong(member) <= last)) {
                row.violation("its form is that of ascending integers, and they are not");
                return;
            }
            last = Numbers.parseLong(member);
            at = entries.next(at);
        }
    }

    private void byTime() {
        long last = 0;
        int at = entries.first();
        for (int i = 0; i + 2 < entries.size(); i += FieldTimes.PACKED_STRIDE) {
            long time = FieldTimes.timeOf(entries, at);
            // None counts as the last of all times.
            if (Long.compareUnsigned(time, last) < 0) {
                row.violation("its fields are not in the order of their times");
                return;
            }
            last = time;
            at = entries.skip(at, FieldTimes.PACKED_STRIDE);
        }
    }

    private void byScore() {
        byte[] lastMember = {};
        double lastScore = Double.NEGATIVE_INFINITY;
        int at = entries.first();
        for (int i = 0; i + 1 < entries.size(); i += 2) {
            byte[] member = entries.get(at);
            at = entries.next(at);
            byte[] code = entries.get(at);
            at = entries.next(at);
            if (code.length != 8) {
                row.violation("a score has 8 bytes, not " + code.length);
                return;
            }
            double score = OrderedCodec.getDouble(code, 0);
            int order = i == 0 ? -1 : Double.compare(lastScore, score);
            if (order > 0 || (order == 0 && Arrays.compareUnsigned(lastMember, member) >= 0)) {
                row.violation("its members are not in the order of their scores");
                return;
            }
            lastScore = score;
            lastMember = member;
        }
    }
}
