package io.sluice.proxy.type.set;

import io.sluice.encoding.Forms;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.text.Numbers;

/** When Redis 7.2 keeps a set as an intset, a listpack or a hashtable; what became a hashtable stays one. */
final class SetForm {
    /** Longest text of an integer: the sign and 19 digits. */
    static final int LONGEST_INTEGER = 20;

    /** Redis's intsets end here, whatever the setting says. */
    private static final long MOST_INTEGERS = 1L << 30;

    private SetForm() {}

    /**
     * The form of a new set.
     *
     * @param first its first member
     * @param expected how many members are about to be added, counting those that come twice
     */
    static byte initial(byte[] first, long expected, FormLimits limits) {
        if (expected <= limits.setIntegers() && Numbers.isLong(first)) {
            return Forms.INTSET;
        }
        return expected <= limits.setEntries() ? Forms.LISTPACK : Forms.TABLE;
    }

    /** The form of a set when as many members are about to be added, whether they are there already or not. */
    static byte expecting(byte form, long expected, FormLimits limits) {
        boolean tooMany =
                switch (form) {
                    case Forms.INTSET -> expected > limits.setIntegers();
                    case Forms.LISTPACK -> expected > limits.setEntries();
                    default -> false;
                };
        return tooMany ? Forms.TABLE : form;
    }

    /**
     * The form once a member that was not there has been added.
     *
     * @param size the number of members before
     * @param longest the length of the longest member of an intset, looked at only where an intset meets what is no
     *     integer
     */
    static byte adding(byte form, long size, byte[] member, int longest, FormLimits limits) {
        if (form == Forms.TABLE) {
            return form;
        }
        boolean integer = Numbers.isLong(member);
        if (form == Forms.INTSET && integer) {
            return size + 1 > Math.min(limits.setIntegers(), MOST_INTEGERS) ? Forms.TABLE : form;
        }
        boolean fits = size < limits.setEntries()
                && member.length <= limits.setValueBytes()
                && (form == Forms.LISTPACK || longest <= limits.setValueBytes());
        return fits ? Forms.LISTPACK : Forms.TABLE;
    }

    /** The form that a set of so many members begins with when it is restored from what was written in a form. */
    static byte restored(byte writtenAs, long size, FormLimits limits) {
        if (writtenAs == Forms.LISTPACK) {
            return size <= limits.setEntries() ? Forms.LISTPACK : Forms.TABLE;
        }
        return mayBeIntset(size, limits) ? Forms.INTSET : Forms.TABLE;
    }

    /** Whether as many integers may be an intset. */
    static boolean mayBeIntset(long size, FormLimits limits) {
        return size <= Math.min(limits.setIntegers(), MOST_INTEGERS);
    }
}
