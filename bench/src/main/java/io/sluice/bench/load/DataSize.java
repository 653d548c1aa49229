package io.sluice.bench.load;

/** The bytes of a value: a size from a range with both ends, and whether they are random or all the same. */
record DataSize(int minimum, int maximum, boolean random) {}
