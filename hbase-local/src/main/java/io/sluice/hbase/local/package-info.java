/** A real HBase in one process on this machine, for tests, demonstrations and the bench. */
@NullMarked
package io.sluice.hbase.local;

import org.jspecify.annotations.NullMarked;
