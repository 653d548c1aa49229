package io.sluice.proxy.type.list;

import io.sluice.encoding.ListEntries;
import io.sluice.encoding.ListRun;

/** The elements of one end of a spread list while it is changed. */
final class EndStack {
    private final boolean reversed;
    private ListRun run;

    /**
     * Takes a run.
     *
     * @param end which end of the list: the tail's elements stand in the reverse of the list's order
     */
    EndStack(ListEnd end, ListRun run) {
        this.reversed = end == ListEnd.RIGHT;
        this.run = run;
    }

    /** The elements, the outermost first. */
    ListRun run() {
        return run;
    }

    int count() {
        return run.count();
    }

    int bytes() {
        return run.length();
    }

    void clear() {
        run = ListRun.EMPTY;
    }

    /** Puts an element outside all others. */
    void push(byte[] source, int offset, int length) {
        run = run.push(source, offset, length);
    }

    /** Takes the outermost elements away; answers what they took in a listpack. */
    long drop(int elements) {
        ListRun rest = run.without(elements);
        long dropped = ListForm.bytes(run.bytes(), run.from(), rest.from());
        run = rest;
        return dropped;
    }

    /** Holds these elements, given in the list's order, and no others. */
    void setInListOrder(byte[] entries, int from, int to, int count) {
        run = new ListRun(entries, from, to, count);
        if (reversed) {
            byte[] outermostFirst = inListOrder();
            run = new ListRun(outermostFirst, 0, outermostFirst.length, count);
        }
    }

    /** The elements in the list's order, in an array of the caller's own. */
    byte[] inListOrder() {
        byte[] ordered = new byte[run.length()];
        if (!reversed) {
            System.arraycopy(run.bytes(), run.from(), ordered, 0, ordered.length);
            return ordered;
        }
        int at = run.from();
        int end = ordered.length;
        while (end > 0) {
            int next = ListEntries.next(run.bytes(), at);
            end -= next - at;
            System.arraycopy(run.bytes(), at, ordered, end, next - at);
            at = next;
        }
        return ordered;
    }
}
