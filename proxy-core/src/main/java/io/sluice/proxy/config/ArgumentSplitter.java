package io.sluice.proxy.config;

import io.sluice.proxy.text.QuotedWords;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines of a configuration file as words, and words as they stand in such a line. */
final class ArgumentSplitter {
    private ArgumentSplitter() {}

    /** The words, or null when the quotes are not balanced. */
    static @Nullable List<String> split(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        byte[][] words = QuotedWords.split(bytes, bytes.length);
        if (words == null) {
            return null;
        }
        List<String> texts = new ArrayList<>(words.length);
        for (byte[] word : words) {
            texts.add(SettingText.of(word)); // an escape may name any byte
        }
        return texts;
    }

    /** The text as one quoted word that {@link #split} reads back. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '\b' -> quoted.append("\\b");
                case 7 -> quoted.append("\\a");
                default -> {
                    if (c < ' ' || c == 127) {
                        quoted.append(String.format("\\x%02x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
