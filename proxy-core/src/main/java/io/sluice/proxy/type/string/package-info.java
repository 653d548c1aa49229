/** Operations on the bytes of a string value. */
@NullMarked
package io.sluice.proxy.type.string;

import org.jspecify.annotations.NullMarked;
