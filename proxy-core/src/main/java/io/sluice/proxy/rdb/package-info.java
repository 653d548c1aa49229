/** The serialisation of values that DUMP answers and RESTORE takes. */
@NullMarked
package io.sluice.proxy.rdb;

import org.jspecify.annotations.NullMarked;
