package io.sluice.bench.run;

import java.io.IOException;
import java.util.Map;

/** One measurement of a server: figures by the names of rows. */
@FunctionalInterface
interface Trial {
    Map<String, Sample> of(ServerProcess server) throws IOException, InterruptedException;
}
