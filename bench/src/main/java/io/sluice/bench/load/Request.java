package io.sluice.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command, encoded as far as it is the same each time: what is put in are a key and a value. A word of the command may be
 * or contain {@code __key__} or {@code __data__}.
 */
final class Request {
    static final String KEY = "__key__";
    static final String DATA = "__data__";

    private static final Pattern PLACEHOLDER = Pattern.compile("__[A-Za-z0-9@_-]+?__");
    /** The longest number, with the line ends and lengths around a word. */
    private static final int MARGIN = 64;

    private static final byte[] NOTHING = {};
    private static final byte[] LINE = {'\r', '\n'};

    private final String name;
    private final boolean hasKey;
    private final boolean hasData;
    private final byte[] keyPrefix;
    private final Part[] parts;
    private final byte[] keyStart;
    private final byte[] keyEnd;

    /** A word with a placeholder in it, and the encoded bytes before and after it. */
    private record Part(byte[] before, byte[] wordStart, boolean key, byte[] wordEnd) {}

    private final byte[] tail;

    private Request(String name, byte[] keyPrefix, List<Part> parts, byte[] tail) {
        this.name = name;
        this.keyPrefix = keyPrefix;
        this.parts = parts.toArray(Part[]::new);
        this.tail = tail;
        Part key = parts.stream().filter(Part::key).findFirst().orElse(null);
        hasKey = key != null;
        keyStart = key == null ? NOTHING : key.wordStart();
        keyEnd = key == null ? NOTHING : key.wordEnd();
        hasData = parts.stream().anyMatch(part -> !part.key());
    }

    /** @throws UsageException if there is no word, or one with a placeholder that nothing is known about */
    static Request of(String command, String keyPrefix) throws UsageException {
        List<String> words = Words.split(command);
        if (words.isEmpty()) {
            throw new UsageException("an empty command");
        }
        List<Part> parts = new ArrayList<>();
        StringBuilder fixed = new StringBuilder("*" + words.size() + "\r\n");
        for (String word : words) {
            Matcher matcher = PLACEHOLDER.matcher(word);
            if (!matcher.find()) {
                fixed.append('$').append(word.getBytes(StandardCharsets.UTF_8).length);
                fixed.append("\r\n").append(word).append("\r\n");
                continue;
            }
            String placeholder = matcher.group();
            if (!placeholder.equals(KEY) && !placeholder.equals(DATA)) {
                throw new UsageException("placeholder " + placeholder + " in command '" + command + "': only " + KEY
                        + " and " + DATA + " are known; it would be sent as it stands");
            }
            String before = word.substring(0, matcher.start());
            String after = word.substring(matcher.end());
            if (PLACEHOLDER.matcher(after).find()) {
                throw new UsageException("two placeholders in the word '" + word + "' of command '" + command + "'");
            }
            parts.add(new Part(utf8(fixed), utf8(before), placeholder.equals(KEY), utf8(after)));
            fixed = new StringBuilder("\r\n");
        }
        return new Request(
                words.get(0).toUpperCase(Locale.ROOT), keyPrefix.getBytes(StandardCharsets.UTF_8), parts, utf8(fixed));
    }

    private static byte[] utf8(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The first word, in capitals. */
    String name() {
        return name;
    }

    boolean hasKey() {
        return hasKey;
    }

    boolean hasData() {
        return hasData;
    }

    /** The most bytes that {@link #put} needs, with values of up to so many. */
    int room(int longestValue) {
        int room = tail.length + MARGIN;
        for (Part part : parts) {
            room += part.before().length + part.wordStart().length + part.wordEnd().length + MARGIN;
            room += part.key() ? keyPrefix.length : longestValue;
        }
        return room;
    }

    /**
     * Writes the request.
     *
     * @param first the number of the first key
     * @param further those of the others
     */
    void put(ByteBuffer out, long first, KeyNumbers further, Values values) {
        long key = first;
        boolean used = false;
        for (Part part : parts) {
            out.put(part.before());
            if (part.key()) {
                key = used ? further.next() : first;
                used = true;
            }
            int affixes = part.wordStart().length + part.wordEnd().length;
            int length = part.key() ? keyPrefix.length + Digits.count(key) : values.length();
            out.put((byte) '$');
            Digits.put(out, length + affixes);
            out.put(LINE);
            out.put(part.wordStart());
            if (part.key()) {
                out.put(keyPrefix);
                Digits.put(out, key);
            } else {
                values.put(out, length);
            }
            out.put(part.wordEnd());
        }
        out.put(tail);
    }

    /** The first key, as it is sent: with the text around its place. */
    byte[] key(long number) {
        ByteBuffer key = ByteBuffer.allocate(keyStart.length + keyPrefix.length + Digits.count(number) + keyEnd.length);
        key.put(keyStart).put(keyPrefix);
        Digits.put(key, number);
        return key.put(keyEnd).array();
    }
}
