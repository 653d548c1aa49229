package io.sluice.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where tables go: each as CSV and Markdown, and its charts. */
final class Results {
    private final Path folder;
    private final String machine;
    private final String suffix;

    /** @param suffix of the names of files, after that of the table */
    Results(Path folder, String machine, String suffix) {
        this.folder = folder;
        this.machine = machine;
        this.suffix = suffix;
    }

    void write(Sheet sheet) throws IOException {
        Files.createDirectories(folder);
        String name = sheet.name() + suffix;
        StringBuilder csv = new StringBuilder(Row.CSV_HEAD).append('\n');
        StringBuilder markdown = new StringBuilder("# ")
                .append(sheet.title())
                .append("\n\n")
                .append(machine)
                .append("\n\nLoad: ")
                .append(sheet.load())
                .append("\n\nFigures: ")
                .append(sheet.figures())
                .append("\n\n")
                .append(Row.MARKDOWN_HEAD);
        for (Row row : sheet.rows()) {
            csv.append(row.csv()).append('\n');
            markdown.append(row.markdown()).append('\n');
        }
        for (Chart chart : sheet.charts()) {
            String file = name + "-" + chart.name() + ".svg";
            Files.writeString(folder.resolve(file), chart.svg());
            markdown.append("\n![")
                    .append(sheet.title())
                    .append("](")
                    .append(file)
                    .append(")\n");
        }
        Files.writeString(folder.resolve(name + ".csv"), csv);
        Files.writeString(folder.resolve(name + ".md"), markdown);
        System.out.print(markdown.append('\n'));
        System.out.flush();
    }
}
