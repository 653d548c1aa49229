package io.sluice.proxy.type.key;

import io.sluice.encoding.Header;

/**
 * When EXPIRE and its kin may change a key's expiry. A key without one counts as expiring after all others.
 *
 * @param absent NX: only if there is no expiry
 * @param present XX: only if there is one
 * @param later GT: only if the new one is later
 * @param sooner LT: only if the new one is sooner
 */
public record ExpireCondition(boolean absent, boolean present, boolean later, boolean sooner) {

    /** Whether the header's expiry may become {@code wantedMs}, which may lie in the past and be negative. */
    public boolean allows(Header header, long wantedMs) {
        boolean expires = header.expires();
        if ((absent && expires) || (present && !expires)) {
            return false;
        }
        if (later && (!expires || wantedMs <= header.expireAtMs())) {
            return false;
        }
        return !sooner || !expires || wantedMs < header.expireAtMs();
    }
}
