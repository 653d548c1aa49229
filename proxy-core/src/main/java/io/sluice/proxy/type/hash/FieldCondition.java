package io.sluice.proxy.type.hash;

import io.sluice.encoding.Header;

/** When HEXPIRE and its kin may give a field another time. A field without one counts as expiring after all others. */
public enum FieldCondition {
    ALWAYS,
    /** Only if the field has no time. */
    NX,
    /** Only if it has one. */
    XX,
    /** Only if the new one is later. */
    GT,
    /** Only if the new one is sooner. */
    LT;

    /** @param currentMs when the field expires, or {@link Header#NO_EXPIRY} */
    boolean allows(long currentMs, long wantedMs) {
        boolean has = currentMs != Header.NO_EXPIRY;
        return switch (this) {
            case ALWAYS -> true;
            case NX -> !has;
            case XX -> has;
            case GT -> has && wantedMs > currentMs;
            case LT -> !has || wantedMs < currentMs;
        };
    }
}
