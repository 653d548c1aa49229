/** Numbers and patterns as Redis reads and writes them: pure functions over bytes. */
@NullMarked
package io.sluice.proxy.text;

import org.jspecify.annotations.NullMarked;
