package io.sluice.conformance;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Words as redis-cli takes them: bare, in single quotes, or in double quotes with the escapes {@code \n \r \t \b \a
 * \xHH} and {@code \"}.
 */
final class Quoting {

    private final byte[] line;
    private int at;

    private Quoting(String line) {
        this.line = line.getBytes(StandardCharsets.UTF_8);
    }

    /** Splits a line into its words. */
    static List<byte[]> split(String line) {
        Quoting quoting = new Quoting(line);
        List<byte[]> words = new ArrayList<>();
        while (quoting.skipBlanks()) {
            words.add(quoting.word());
        }
        return words;
    }

    /** The bytes as a word that {@link #split} reads back, always in double quotes. */
    static String quote(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length + 2).append('"');
        for (byte b : bytes) {
            switch (b) {
                case '"', '\\' -> text.append('\\').append((char) b);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (b >= 0x20 && b < 0x7f) {
                        text.append((char) b);
                    } else {
                        text.append(String.format("\\x%02x", b & 0xff));
                    }
                }
            }
        }
        return text.append('"').toString();
    }

    /** A command as a line: words without quotes where they need none. */
    static String line(List<byte[]> words) {
        List<String> shown = new ArrayList<>(words.size());
        for (byte[] word : words) {
            String quoted = quote(word);
            String bare = quoted.substring(1, quoted.length() - 1);
            boolean plain =
                    !bare.isEmpty() && bare.indexOf(' ') < 0 && bare.indexOf('\\') < 0 && bare.indexOf('\'') < 0;
            shown.add(plain ? bare : quoted);
        }
        return String.join(" ", shown);
    }

    private boolean skipBlanks() {
        while (at < line.length && (line[at] == ' ' || line[at] == '\t')) {
            at++;
        }
        return at < line.length;
    }

    private byte[] word() {
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        while (at < line.length && line[at] != ' ' && line[at] != '\t') {
            byte b = line[at++];
            if (b == '"') {
                doubleQuoted(word);
            } else if (b == '\'') {
                singleQuoted(word);
            } else {
                word.write(b);
            }
        }
        return word.toByteArray();
    }

    private void doubleQuoted(ByteArrayOutputStream word) {
        while (true) {
            byte b = next();
            if (b == '"') {
                return;
            }
            word.write(b == '\\' ? escaped() : b);
        }
    }

    private int escaped() {
        byte b = next();
        return switch (b) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 7;
            case 'x' -> Character.digit(next(), 16) << 4 | Character.digit(next(), 16);
            default -> b;
        };
    }

    private void singleQuoted(ByteArrayOutputStream word) {
        for (byte b = next(); b != '\''; b = next()) {
            word.write(b);
        }
    }

    private byte next() {
        if (at >= line.length) {
            throw new IllegalArgumentException("quote not closed: " + new String(line, StandardCharsets.UTF_8));
        }
        return line[at++];
    }
}
