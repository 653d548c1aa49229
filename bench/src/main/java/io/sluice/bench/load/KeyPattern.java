package io.sluice.bench.load;

import java.util.Locale;

/** How the keys of a command are drawn from the range. */
enum KeyPattern {
    /** Uniformly at random. */
    RANDOM('R'),
    /** One after the other; each client runs over the whole range. */
    SEQUENTIAL('S'),
    /** Normally distributed around the median. */
    GAUSSIAN('G'),
    /** One after the other; each client has a part of the range for itself. */
    PARALLEL('P');

    private final char letter;

    KeyPattern(char letter) {
        this.letter = letter;
    }

    static KeyPattern of(String text) throws UsageException {
        for (KeyPattern pattern : values()) {
            if (text.length() == 1 && text.charAt(0) == pattern.letter) {
                return pattern;
            }
        }
        throw new UsageException(
                String.format(Locale.ROOT, "key pattern '%s': R, S, G or P is understood (Z is not)", text));
    }
}
