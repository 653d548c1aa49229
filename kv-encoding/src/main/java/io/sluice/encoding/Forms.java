package io.sluice.encoding;

/**
 * The form that Redis would keep a collection in, kept beside the collection because Redis's own way there is one-way: a
 * hash that once had too many fields stays a hashtable when they are deleted. Decides what OBJECT ENCODING answers and
 * nothing about the rows. The numbers are fixed for ever.
 */
public final class Forms {
    /** A set of integers, in ascending order. */
    public static final byte INTSET = 1;
    /** Few and short elements. */
    public static final byte LISTPACK = 2;
    /** A hashtable, a skiplist or a quicklist. */
    public static final byte TABLE = 3;

    private Forms() {}

    static boolean isKnown(byte form) {
        return form >= INTSET && form <= TABLE;
    }
}
