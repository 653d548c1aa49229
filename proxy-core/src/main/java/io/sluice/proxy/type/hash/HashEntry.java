package io.sluice.proxy.type.hash;

import io.sluice.encoding.Header;
import org.jspecify.annotations.Nullable;

/**
 * A field of a hash. The arrays are not to be changed.
 *
 * @param value null where only fields were asked for
 * @param expireAtMs when the field expires, in milliseconds since 1970, or {@link Header#NO_EXPIRY}
 */
public record HashEntry(byte[] field, byte @Nullable [] value, long expireAtMs) {

    /** The value of an entry that was asked for with its value. */
    public byte[] knownValue() {
        if (value == null) {
            throw new IllegalStateException("an entry without its value");
        }
        return value;
    }
}
