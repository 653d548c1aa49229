/**
 * From a routed command to a durable row: lanes, attempts, memory, commits, expiry and reclamation. Knows rows and
 * headers, and neither the protocol nor the meaning of a type.
 */
@NullMarked
package io.sluice.proxy.engine;

import org.jspecify.annotations.NullMarked;
