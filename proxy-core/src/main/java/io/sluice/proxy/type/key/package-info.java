/** What commands on keys need to know of any type: names, expiry, copies, serialised forms, iteration. */
@NullMarked
package io.sluice.proxy.type.key;

import org.jspecify.annotations.NullMarked;
