/** What Redis's types mean, over headers and rows; free of the protocol. */
@NullMarked
package io.sluice.proxy.type;

import org.jspecify.annotations.NullMarked;
