/**
 * A load generator with the options and the closing table of memtier_benchmark: commands prepared once, non-blocking
 * sockets, one selector per thread, latencies in HdrHistograms.
 */
@NullMarked
package io.sluice.bench.load;

import org.jspecify.annotations.NullMarked;
