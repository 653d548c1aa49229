package io.sluice.proxy.resp;

import java.util.Arrays;

/** Statuses and errors are one line of the protocol: a line end inside them would be taken for the end of the reply. */
final class Lines {
    private Lines() {}

    /** The text with a space for every CR and LF; the same array when it has none. */
    static byte[] spaced(byte[] text) {
        byte[] result = text;
        for (int i = 0; i < text.length; i++) {
            if (isLineEnd(text[i])) {
                if (result == text) {
                    result = text.clone();
                }
                result[i] = ' ';
            }
        }
        return result;
    }

    /** The text without the CRs and LFs around it. */
    static byte[] trimmed(byte[] text) {
        int from = 0;
        int to = text.length;
        while (from < to && isLineEnd(text[from])) {
            from++;
        }
        while (from < to && isLineEnd(text[to - 1])) {
            to--;
        }
        return from == 0 && to == text.length ? text : Arrays.copyOfRange(text, from, to);
    }

    private static boolean isLineEnd(byte b) {
        return b == '\r' || b == '\n';
    }
}
