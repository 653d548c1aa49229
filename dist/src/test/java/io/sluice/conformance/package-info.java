/**
 * Runs the same commands on a real redis-server and on another server, and compares the replies byte for byte.
 *
 * <p>The cases are the text files in this package's resources; their format is described by {@link
 * io.sluice.conformance.CaseFile}. {@link io.sluice.conformance.ConformanceContract} is the suite: a subclass names the
 * server under test.
 */
package io.sluice.conformance;
