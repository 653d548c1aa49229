/** What the server counts and times about itself. Knows the JDK only; every layer may count here. */
@NullMarked
package io.sluice.proxy.stats;

import org.jspecify.annotations.NullMarked;
