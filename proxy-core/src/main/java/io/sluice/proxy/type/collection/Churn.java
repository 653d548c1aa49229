package io.sluice.proxy.type.collection;

import io.sluice.proxy.engine.CommandContext;

/**
 * When a collection that loses rows is to move what is left to a new id.
 *
 * <p>Stores keep a mark for each row that was deleted until they get round to rewriting their files, and a range read steps
 * over them one by one. A set that is popped down to a hundredth of itself would read a hundred marks for each member, and
 * one that jobs pass through would get slower with every job. So what is left is written again under a new id, which has
 * no past; the old one is given to reclamation, which deletes ranges.
 *
 * <p>It is due when the deleted rows are {@value #MARKS_PER_ELEMENT} times what is left: on average a removal then writes no
 * more than a third of a row more, and a read steps over three marks a row at most. A collection of more than {@value
 * #MOST_ELEMENTS} elements is left alone, as moving it would hold up the commands of others; a store has rewritten files
 * of this size by then.
 */
public final class Churn {
    private static final int MARKS_PER_ELEMENT = 3;
    private static final long FEWEST_MARKS = 512;
    private static final long MOST_ELEMENTS = 1 << 16;

    /** The names and values of a collection that is moved at most; of a larger one the moves are not worth their price. */
    private static final long MOST_BYTES = 16 << 20;
    /** Of what the store takes at once, so that the command's own changes have their place beside the move. */
    private static final int SHARE_OF_SPARE = 2;
    /** About what a row takes in a batch beside its name and value. */
    private static final int BYTES_PER_ROW = 64;

    private Churn() {}

    /** Whether a collection of so many elements is to move, so many rows having been deleted below its id. */
    public static boolean isMoveDue(long elements, long deletedRows) {
        return deletedRows >= FEWEST_MARKS && elements <= MOST_ELEMENTS && deletedRows >= MARKS_PER_ELEMENT * elements;
    }

    /** How many bytes a move may write; what must be moved for nobody's sake must not make a command too large. */
    public static long mostBytes(CommandContext context) {
        return Math.min(MOST_BYTES, context.spareBytes() / SHARE_OF_SPARE);
    }

    /** How many rows a move may write. */
    public static long mostRows(CommandContext context) {
        return context.spareRows() / SHARE_OF_SPARE;
    }

    /** What a row counts for in {@link #mostBytes}. */
    public static long bytesOf(byte[] name) {
        return BYTES_PER_ROW + name.length;
    }
}
