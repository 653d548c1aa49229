/**
 * Lists: packed in the header row while they are small, else two ends in the header and a counted tree of chunks between
 * them, as docs/encoding.md has it.
 */
@NullMarked
package io.sluice.proxy.type.list;

import org.jspecify.annotations.NullMarked;
