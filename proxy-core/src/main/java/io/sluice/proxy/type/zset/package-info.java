/** What Redis's sorted sets mean, packed in their header row or spread over rows; free of the protocol. */
@NullMarked
package io.sluice.proxy.type.zset;

import org.jspecify.annotations.NullMarked;
