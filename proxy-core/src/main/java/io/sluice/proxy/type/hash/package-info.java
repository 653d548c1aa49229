/** Hashes: fields with values, packed in the header row or spread over rows. */
@NullMarked
package io.sluice.proxy.type.hash;

import org.jspecify.annotations.NullMarked;
