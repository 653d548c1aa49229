/** The check of a store that nobody uses: reads every row and holds it to what docs/encoding.md says. */
@NullMarked
package io.sluice.proxy.check;

import org.jspecify.annotations.NullMarked;
