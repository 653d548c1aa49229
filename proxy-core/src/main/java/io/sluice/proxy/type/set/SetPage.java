package io.sluice.proxy.type.set;

import java.util.List;

/**
 * One step of a walk over a set.
 *
 * @param cursor where the next step goes on; 0 when the walk is through
 */
public record SetPage(long cursor, List<byte[]> members) {}
