package io.sluice.proxy.config;

import java.util.ArrayList;
import java.util.List;

/** Breaks a paragraph into lines. */
final class Wrapped {
    private Wrapped() {}

    static List<String> lines(String paragraph, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : paragraph.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
