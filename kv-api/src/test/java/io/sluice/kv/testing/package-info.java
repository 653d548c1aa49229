/**
 * Stores that behave like difficult ones, for the tests of whatever uses a store: slow ({@link
 * io.sluice.kv.testing.DelayedKvStore}), failing ({@link io.sluice.kv.testing.FaultyKvStore}), stingy with rows ({@link
 * io.sluice.kv.testing.PagingKvStore}), counted ({@link io.sluice.kv.testing.MeteringKvStore}). They stack.
 */
package io.sluice.kv.testing;
