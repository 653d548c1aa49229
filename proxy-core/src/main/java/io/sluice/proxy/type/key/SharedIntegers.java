package io.sluice.proxy.type.key;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;

/** The small integers that Redis makes once and lets all keys refer to, as OBJECT REFCOUNT shows. */
public final class SharedIntegers {
    /** What Redis says of a value that is shared and not counted. */
    public static final long REFERENCES = Integer.MAX_VALUE;

    private static final int MAX_DIGITS = 4; // 0 to 9999

    private SharedIntegers() {}

    /** Whether the value is one of them. */
    public static boolean holds(Header header) {
        if (header.encoding() != ValueEncoding.STRING_INT) {
            return false;
        }
        byte[] digits = header.payload();
        return digits.length <= MAX_DIGITS && digits[0] != '-';
    }
}
