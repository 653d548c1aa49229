package io.sluice.bench.run;

import java.util.List;

/**
 * A table, as it was measured.
 *
 * @param name of its files
 * @param load what was run, in a sentence or as a command
 */
record Sheet(String name, String title, String load, List<Row> rows, List<Chart> charts) {}
