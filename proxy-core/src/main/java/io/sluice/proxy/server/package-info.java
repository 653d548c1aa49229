/** Connections: what is known about each, and all of them together. */
@NullMarked
package io.sluice.proxy.server;

import org.jspecify.annotations.NullMarked;
