/**
 * HBase as a {@link io.sluice.kv.KvStore} that several proxies share: one table, one atomic multi-row mutation for each
 * batch of a slot.
 *
 * <p>Loaded in a class loader of its own, because HBase brings versions of Netty, protobuf and guava that must not meet
 * those of the program.
 */
@NullMarked
package io.sluice.hbase;

import org.jspecify.annotations.NullMarked;
