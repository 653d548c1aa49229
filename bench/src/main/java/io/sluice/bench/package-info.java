/** Programs that measure a running server. */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
