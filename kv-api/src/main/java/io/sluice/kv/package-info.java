/** The one interface to storage: what a backend must do, and the errors it may answer with. Knows the JDK alone. */
@NullMarked
package io.sluice.kv;

import org.jspecify.annotations.NullMarked;
