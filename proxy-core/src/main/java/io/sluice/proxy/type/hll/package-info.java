/** The HyperLogLog, byte-compatible with the strings that Redis stores. */
@NullMarked
package io.sluice.proxy.type.hll;

import org.jspecify.annotations.NullMarked;
