package io.sluice.encoding;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** docs/encoding.md as data: its examples and the rows of its tables. */
final class EncodingPage {
    private static final Path FILE = Path.of("..", "docs", "encoding.md");

    /** One example: {@code name(arguments)}, and the bytes that it must give. */
    record Example(String name, List<String> arguments, byte[] bytes) {
        @Override
        public String toString() {
            String text = name + arguments;
            return text.length() > 80 ? text.substring(0, 80) + "..." : text;
        }
    }

    private EncodingPage() {}

    static List<String> lines() {
        try {
            return Files.readAllLines(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Example> examples() {
        List<Example> examples = new ArrayList<>();
        boolean inside = false;
        String call = null;
        StringBuilder hex = new StringBuilder();
        for (String line : lines()) {
            if (line.startsWith("```")) {
                if (call != null) {
                    examples.add(example(call, hex.toString()));
                    call = null;
                }
                inside = line.equals("```golden");
            } else if (inside && line.startsWith(" ")) {
                hex.append(line).append(' ');
            } else if (inside) {
                if (call != null) {
                    examples.add(example(call, hex.toString()));
                }
                call = line;
                hex.setLength(0);
            }
        }
        return examples;
    }

    /** The first two cells of each row of the tables whose head begins with these two. */
    static Map<String, String> table(String first, String second) {
        Map<String, String> rows = new LinkedHashMap<>();
        boolean inside = false;
        for (String line : lines()) {
            if (!line.startsWith("|")) {
                inside = false;
                continue;
            }
            String[] cells = line.split("\\|");
            String name = cells[1].strip();
            String value = cells[2].strip();
            if (name.equals(first) && value.equals(second)) {
                inside = true;
            } else if (inside && !name.startsWith("---")) {
                rows.put(name, value);
            }
        }
        return rows;
    }

    private static Example example(String call, String text) {
        int open = call.indexOf('(');
        if (open < 0 || !call.endsWith(")") || !text.strip().startsWith("=")) {
            throw new IllegalStateException("not an example: " + call + text);
        }
        String inner = call.substring(open + 1, call.length() - 1);
        List<String> arguments = inner.isEmpty() ? List.of() : List.of(inner.split(", "));
        return new Example(call.substring(0, open), arguments, hex(text.strip().substring(1)));
    }

    /** Hex digits in groups; {@code HH*n} is a byte repeated. */
    private static byte[] hex(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String group : text.strip().split("\\s+")) {
            if (group.isEmpty()) {
                continue;
            }
            String[] repeated = group.split("\\*");
            byte[] bytes = HexFormat.of().parseHex(repeated[0]);
            int times = repeated.length == 2 ? Integer.parseInt(repeated[1]) : 1;
            for (int i = 0; i < times; i++) {
                out.writeBytes(bytes);
            }
        }
        return out.toByteArray();
    }
}
