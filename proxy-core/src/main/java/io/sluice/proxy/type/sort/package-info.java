/** SORT: ordering the elements of a list, set or sorted set by themselves or by what other keys hold. */
@NullMarked
package io.sluice.proxy.type.sort;

import org.jspecify.annotations.NullMarked;
