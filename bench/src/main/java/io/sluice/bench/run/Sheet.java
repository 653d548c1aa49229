package io.sluice.bench.run;

import java.util.List;

/**
 * A table, as it was measured.
 *
 * @param name of its files
 * @param load what was run, in a sentence or as a command
 * @param figures what each figure is made of: the median of how many, after what
 */
record Sheet(String name, String title, String load, String figures, List<Row> rows, List<Chart> charts) {}
