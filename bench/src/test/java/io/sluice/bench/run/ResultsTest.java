package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    @Test
    void writesTableAndChartsUnderTheNameOfTableAndStore(@TempDir Path folder) throws IOException {
        Sheet sheet = new Sheet(
                "c",
                "SET only",
                "memtier",
                "medians of 3",
                List.of(new Row("SET", "requests/s", Sample.of(100), Sample.of(50), Target.MIX)),
                List.of(new Chart("ratio", "<svg/>")));
        new Results(folder, "a machine", "-hbase").write(sheet);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("c-hbase.csv", "c-hbase.md", "c-hbase-ratio.svg");
        }
        assertThat(Files.readAllLines(folder.resolve("c-hbase.csv")))
                .containsExactly(Row.CSV_HEAD, "SET,requests/s,100,50,0.5,0.8,0.95,FAIL,,");
        assertThat(Files.readString(folder.resolve("c-hbase.md")))
                .contains(
                        "# SET only",
                        "a machine",
                        "Load: memtier",
                        "Figures: medians of 3",
                        "| SET | requests/s | 100 | 50 | 0.50 |",
                        "(c-hbase-ratio.svg)");
    }
}
