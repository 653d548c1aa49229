package io.sluice.proxy.type.hash;

import io.sluice.encoding.Forms;
import io.sluice.proxy.engine.FormLimits;

/** When Redis turns a hash from a listpack into a hashtable, which it never turns back. */
final class HashForm {
    private HashForm() {}

    /** The form once the hash has as many fields. */
    static byte grown(byte form, long fields, FormLimits limits) {
        return fields > limits.hashEntries() ? Forms.TABLE : form;
    }

    /** The form once a field or value of this length has come to the hash. */
    static byte holding(byte form, int bytes, FormLimits limits) {
        return bytes > limits.hashValueBytes() ? Forms.TABLE : form;
    }

    /**
     * The form when these fields and values, in turn, are about to be written. As Redis counts them before it looks for
     * the fields, fields that are there already or come twice count too.
     */
    static byte holding(byte form, byte[][] words, int from, FormLimits limits) {
        if (form == Forms.TABLE || (words.length - from) / 2 > limits.hashEntries()) {
            return Forms.TABLE;
        }
        for (int i = from; i < words.length; i++) {
            if (words[i].length > limits.hashValueBytes()) {
                return Forms.TABLE;
            }
        }
        return form;
    }
}
