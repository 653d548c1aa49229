/** What the collection types share: the rows below a spread collection, and values too large for one row. */
@NullMarked
package io.sluice.proxy.type.collection;

import org.jspecify.annotations.NullMarked;
