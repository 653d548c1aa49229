package io.sluice.bench.run;

import java.io.IOException;

/** Something that can be measured. */
@FunctionalInterface
interface Table {
    Sheet measure(Bench bench) throws IOException, InterruptedException;
}
