package io.sluice.proxy.type.zset;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The members at one end of a sorted set, by their places: no other member lies between them. Who pops takes the next one
 * from here, so that rows which were deleted between two members are stepped over once for many pops and not with each;
 * where members come in front of others and go at once, as in a queue with priorities, that is thousands of rows.
 *
 * <p>Additions make a run no longer than a few: only who removes at an end pays for a longer one in the header.
 */
final class EndRun {
    /** How many places are looked for when none is left, and kept at most. */
    static final int MOST = 32;
    /** Up to so many additions make it longer. */
    static final int FEW = 8;
    /** What they may take in the header, all but the first. */
    private static final int MOST_BYTES = 1 << 10;

    private final boolean last;
    /** From the end inwards. */
    private final List<byte[]> places;
    /** Nothing lies beyond it; a member lies at it unless the run is empty. */
    private byte[] bound;

    /** @param last whether it is the end of the highest scores */
    EndRun(List<byte[]> places, boolean last) {
        this.places = new ArrayList<>(places);
        this.bound = places.get(0);
        this.last = last;
    }

    byte[] bound() {
        return bound;
    }

    /** Whether the members at this end are known: they are not when all of the run have been removed. */
    boolean isKnown() {
        return !places.isEmpty();
    }

    List<byte[]> places() {
        return List.copyOf(places);
    }

    /** Takes the place of a member that came to others. Answers whether it is the outermost now. */
    boolean added(byte[] place) {
        if (isBeyond(bound, place) && !Arrays.equals(bound, place)) {
            addInside(place);
            return false;
        }
        insert(0, place);
        bound = place;
        return true;
    }

    private void addInside(byte[] place) {
        for (int i = 1; i < places.size(); i++) {
            if (isBeyond(place, places.get(i))) {
                insert(i, place);
                return;
            }
        }
    }

    private void insert(int index, byte[] place) {
        int most = Math.max(FEW, places.size());
        places.add(index, place);
        trim(most);
    }

    /** The member is alone in its set. */
    void only(byte[] place) {
        places.clear();
        places.add(place);
        bound = place;
    }

    void removed(byte[] place) {
        for (int i = 0; i < places.size(); i++) {
            if (Arrays.equals(place, places.get(i))) {
                places.remove(i);
                break;
            }
        }
        if (!places.isEmpty()) {
            bound = places.get(0);
        }
    }

    /** Takes the rows at this end, from the end inwards. */
    void found(List<Row> rows) {
        places.clear();
        for (Row row : rows) {
            places.add(RowKeys.placeOf(row.key()));
        }
        bound = places.get(0);
        trim(MOST);
    }

    private boolean isBeyond(byte[] place, byte[] other) {
        int order = Arrays.compareUnsigned(place, other);
        return last ? order > 0 : order < 0;
    }

    private void trim(int most) {
        int bytes = 0;
        for (int i = 1; i < places.size(); i++) {
            bytes += places.get(i).length;
            if (i == most || bytes > MOST_BYTES) {
                places.subList(i, places.size()).clear();
            }
        }
    }
}
