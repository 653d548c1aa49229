/** Runs redis-server and Sluice in turn under the same load, and writes tables and charts of what came of it. */
@NullMarked
package io.sluice.bench.run;

import org.jspecify.annotations.NullMarked;
