/** Runs the benchmarks of this module, each of which stands in the package of what it measures. */
@NullMarked
package io.sluice.microbench;

import org.jspecify.annotations.NullMarked;
