package io.sluice.proxy.rdb;

import java.util.List;

/** A value between its serialised form and the store. The arrays and lists must not be changed. */
public sealed interface RdbValue {
    /** A string. */
    record StringValue(byte[] bytes) implements RdbValue {}

    /**
     * A list, from head to tail; not empty.
     *
     * @param nodes the elements, divided as Redis has divided them
     */
    record ListValue(List<List<byte[]>> nodes) implements RdbValue {

        /** All elements. */
        public List<byte[]> elements() {
            return nodes.stream().flatMap(List::stream).toList();
        }
    }

    /** A set; not empty, each member once. */
    record SetValue(List<byte[]> members, SetShape shape) implements RdbValue {}

    /** How a set is written. */
    enum SetShape {
        /** As integers in ascending order. */
        INTSET,
        /** As one listpack; read, but not written, as Redis 7.0 does not know it. */
        LISTPACK,
        /** Member by member. */
        MEMBERS
    }

    /**
     * A hash; not empty, each field once.
     *
     * @param packed whether it is written as one listpack, in this order
     */
    record HashValue(List<Entry> entries, boolean packed) implements RdbValue {}

    /**
     * A sorted set; not empty, each member once, no score NaN. In the order of the scores when it is to be written; as it
     * was written when it was read.
     *
     * @param packed whether it is written as one listpack
     */
    record SortedSetValue(List<Scored> members, boolean packed) implements RdbValue {}

    /**
     * A field of a hash.
     *
     * @param expireAtMs when it expires, in milliseconds since 1970, or {@link #NO_EXPIRY}
     */
    record Entry(byte[] field, byte[] value, long expireAtMs) {
        public static final long NO_EXPIRY = -1;

        /** A field that does not expire. */
        public Entry(byte[] field, byte[] value) {
            this(field, value, NO_EXPIRY);
        }

        public boolean expires() {
            return expireAtMs != NO_EXPIRY;
        }
    }

    /** A member of a sorted set. */
    record Scored(byte[] member, double score) {}
}
