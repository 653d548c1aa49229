/** Sets: what their commands mean, in the header row and spread over rows. */
@NullMarked
package io.sluice.proxy.type.set;

import org.jspecify.annotations.NullMarked;
