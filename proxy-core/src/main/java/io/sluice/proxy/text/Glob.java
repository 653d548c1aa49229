package io.sluice.proxy.text;

/**
 * The glob patterns of KEYS, SCAN, PSUBSCRIBE and CONFIG GET: {@code * ? [a-c] [^x] \}, over bytes.
 *
 * <p>The odd corners are Redis's and kept on purpose: an unclosed class ends with the pattern, a range may be written
 * backwards, an escaped byte inside a class is compared exactly even when case is ignored, and no pattern but the empty
 * one matches the empty string, since a star is looked at only while there is a byte to match. Bytes in a range compare as
 * signed, as on amd64.
 *
 * <p>A pattern like {@code a*a*a*b} must not take exponential time. Once the rest behind a star has been tried at every
 * later position in vain, no earlier star can help by swallowing more: the rest would have to match even later. So the
 * first star that runs out of positions ends the whole search.
 *
 * <p>An instance is immutable and may be shared.
 */
public final class Glob {
    /** Stars nested deeper than this do not match: a guard for the stack, at Redis's limit. */
    private static final int MAX_NESTING = 1000;

    private final byte[] pattern;
    private final boolean ignoreCase;
    private final boolean matchesAll;

    private Glob(byte[] pattern, boolean ignoreCase) {
        this.pattern = pattern;
        this.ignoreCase = ignoreCase;
        this.matchesAll = pattern.length == 1 && pattern[0] == '*';
    }

    /** A pattern that tells upper from lower case. The array must not be changed afterwards. */
    public static Glob of(byte[] pattern) {
        return new Glob(pattern, false);
    }

    /** A pattern for which ASCII letters match in either case. The array must not be changed afterwards. */
    public static Glob ignoringCase(byte[] pattern) {
        return new Glob(pattern, true);
    }

    /** Whether the pattern is a single star, which callers may take as "everything", the empty string included. */
    public boolean isEverything() {
        return matchesAll;
    }

    /** Whether the pattern matches the whole of {@code text}. */
    public boolean matches(byte[] text) {
        if (matchesAll) {
            return text.length > 0;
        }
        return new Search(text).from(0, 0, 0);
    }

    /** One attempt: the positions live on the stack, the verdict that ends all stars in a field. */
    private final class Search {
        private final byte[] text;
        private boolean exhausted;
        /** Where the class just read ended: the position of its closing bracket, or of the pattern's last byte. */
        private int classEnd;

        Search(byte[] text) {
            this.text = text;
        }

        boolean from(int patternStart, int textStart, int nesting) {
            if (nesting > MAX_NESTING) {
                return false;
            }
            int p = patternStart;
            int t = textStart;
            while (p < pattern.length && t < text.length) {
                switch (pattern[p]) {
                    case '*':
                        return star(p, t, nesting);
                    case '?':
                        break;
                    case '[':
                        if (!inClass(p + 1, text[t])) {
                            return false;
                        }
                        p = classEnd;
                        break;
                    case '\\':
                        if (p + 1 < pattern.length) {
                            p++;
                        }
                        if (!same(pattern[p], text[t])) {
                            return false;
                        }
                        break;
                    default:
                        if (!same(pattern[p], text[t])) {
                            return false;
                        }
                        break;
                }
                p++;
                t++;
                if (t == text.length) {
                    p = skipStars(p);
                }
            }
            return p >= pattern.length && t == text.length;
        }

        private boolean star(int at, int textStart, int nesting) {
            int rest = skipStars(at);
            if (rest == pattern.length) {
                return true;
            }
            for (int t = textStart; t < text.length; t++) {
                if (from(rest, t, nesting + 1)) {
                    return true;
                }
                if (exhausted) {
                    return false;
                }
            }
            exhausted = true;
            return false;
        }

        private int skipStars(int at) {
            int p = at;
            while (p < pattern.length && pattern[p] == '*') {
                p++;
            }
            return p;
        }

        /** Reads the class that starts behind its opening bracket, and leaves its end in {@link #classEnd}. */
        private boolean inClass(int start, byte c) {
            int p = start;
            boolean negated = p < pattern.length && pattern[p] == '^';
            if (negated) {
                p++;
            }
            boolean found = false;
            while (p < pattern.length && pattern[p] != ']') {
                if (pattern[p] == '\\' && p + 1 < pattern.length) {
                    p++;
                    found |= pattern[p] == c;
                } else if (p + 2 < pattern.length && pattern[p + 1] == '-') {
                    found |= inRange(pattern[p], pattern[p + 2], c);
                    p += 2;
                } else {
                    found |= same(pattern[p], c);
                }
                p++;
            }
            classEnd = Math.min(p, pattern.length - 1);
            return found != negated;
        }

        private boolean inRange(byte a, byte b, byte c) {
            int low = fold((byte) Math.min(a, b));
            int high = fold((byte) Math.max(a, b));
            int at = fold(c);
            return at >= low && at <= high;
        }

        private boolean same(byte a, byte b) {
            return a == b || (ignoreCase && fold(a) == fold(b));
        }

        private int fold(byte c) {
            return ignoreCase && c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
        }
    }
}
