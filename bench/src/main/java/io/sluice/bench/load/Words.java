package io.sluice.bench.load;

import java.util.ArrayList;
import java.util.List;

/** A command line in words, which quotes of either kind hold together. Words with backslashes in quotes are refused. */
final class Words {
    private Words() {}

    static List<String> split(String line) throws UsageException {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (char c : line.toCharArray()) {
            if (quote != 0) {
                if (c == '\\') {
                    throw new UsageException("a backslash in quotes in command '" + line
                            + "': memtier_benchmark's escapes are not known here, and it would be sent as it stands");
                }
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
                inWord = true;
            } else if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
        if (quote != 0) {
            throw new UsageException("a quote without its other in command '" + line + "'");
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
