package io.sluice.proxy.type.hash;

import java.util.List;

/**
 * One step of a walk over a hash.
 *
 * @param cursor where the next step goes on; 0 when the walk is through
 */
public record HashPage(long cursor, List<HashEntry> entries) {}
