/**
 * Embedded RocksDB as a {@link io.sluice.kv.KvStore}: one process, one directory, atomic over the whole store.
 *
 * <p>{@link io.sluice.rocksdb.RocksDbStore} is the door; behind it {@code PointReads}, {@code RangeReads},
 * {@code Commits} and {@code RangeDeletes} each do one thing over one {@code Database}, which owns every native handle.
 */
@NullMarked
package io.sluice.rocksdb;

import org.jspecify.annotations.NullMarked;
