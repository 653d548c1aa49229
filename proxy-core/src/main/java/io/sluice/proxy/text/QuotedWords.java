package io.sluice.proxy.text;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a line into words as Redis does, for inline requests and for lines of the configuration file: words between spaces. Double quotes keep spaces together and know the
 * escapes {@code \n \r \t \b \a} and {@code \xHH}; single quotes know {@code \'} alone. A quote may open in the middle of
 * a word, but a space or the end must follow where it closes.
 */
public final class QuotedWords {
    private final byte[] line;
    private final int end;
    private int at;
    private boolean unbalanced;

    private QuotedWords(byte[] line, int end) {
        this.line = line;
        this.end = end;
    }

    /**
     * The words in the first {@code length} bytes of the line; none when it is blank, and null when a quote does not close
     * or something follows at once where it does.
     */
    public static byte @Nullable [][] split(byte[] line, int length) {
        return new QuotedWords(line, length).words();
    }

    private byte @Nullable [][] words() {
        List<byte[]> words = new ArrayList<>();
        while (true) {
            while (at < end && isBlank(line[at])) {
                at++;
            }
            if (unbalanced) {
                return null;
            }
            if (at == end) {
                return words.toArray(new byte[0][]);
            }
            words.add(word());
        }
    }

    private byte[] word() {
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        while (at < end && !endsWord(line[at])) {
            byte b = line[at++];
            if (b == '"') {
                doubleQuoted(word);
                break; // a closing quote ends the word, also before blanks that otherwise do not
            }
            if (b == '\'') {
                singleQuoted(word);
                break;
            }
            word.write(b);
        }
        return word.toByteArray();
    }

    private void doubleQuoted(ByteArrayOutputStream word) {
        while (at < end) {
            byte b = line[at++];
            if (b == '"') {
                expectEndOfWord();
                return;
            }
            if (b == '\\' && at < end) {
                word.write(escaped());
            } else {
                word.write(b);
            }
        }
        unbalanced = true;
    }

    private int escaped() {
        byte b = line[at++];
        if (b == 'x' && at + 1 < end) {
            int high = Character.digit((char) line[at], 16);
            int low = Character.digit((char) line[at + 1], 16);
            if (high >= 0 && low >= 0) {
                at += 2;
                return high << 4 | low;
            }
        }
        return switch (b) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 0x07;
            default -> b;
        };
    }

    private void singleQuoted(ByteArrayOutputStream word) {
        while (at < end) {
            byte b = line[at++];
            if (b == '\'') {
                expectEndOfWord();
                return;
            }
            if (b == '\\' && at < end && line[at] == '\'') {
                word.write(line[at++]);
            } else {
                word.write(b);
            }
        }
        unbalanced = true;
    }

    private void expectEndOfWord() {
        if (at < end && !isBlank(line[at])) {
            unbalanced = true;
        }
    }

    /** A blank by C's {@code isspace}. */
    private static boolean isBlank(byte b) {
        return b == ' ' || b >= '\t' && b <= '\r';
    }

    /** Vertical tab and form feed separate words, but do not end one. */
    private static boolean endsWord(byte b) {
        return isBlank(b) && b != 0x0b && b != '\f';
    }
}
