package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import java.util.List;
import java.util.Locale;

/**
 * Reads the text of a value against its setting's type, and gives it back in the one form in which it is kept: numbers
 * and sizes in plain decimal, words in lower case. That is also the form in which CONFIG GET shows it.
 */
final class ValueReader {
    private ValueReader() {}

    static String read(Setting setting, String text) throws InvalidValueException {
        if (!SettingText.isWhole(text)) {
            throw new InvalidValueException("argument must be valid UTF-8", ServerSettings.allowed(setting));
        }
        return ServerSettings.check(setting, byType(setting.type(), text));
    }

    static boolean accepts(Setting setting, String text) {
        try {
            read(setting, text);
            return true;
        } catch (InvalidValueException e) {
            return false;
        }
    }

    /** What the type accepts, in words that finish the sentence "allowed: ...". */
    static String allowed(Setting.Type type) {
        if (type instanceof Setting.Int range) {
            return range.max() == Long.MAX_VALUE || range.max() == Integer.MAX_VALUE
                    ? "a whole number from " + range.min()
                    : "a whole number from " + range.min() + " to " + range.max();
        } else if (type instanceof Setting.Memory range) {
            if (range.min() == range.max()) {
                return "only " + MemorySize.format(range.min());
            }
            return range.max() == Long.MAX_VALUE
                    ? "a size such as 512kb or 1gb, from " + MemorySize.format(range.min())
                    : "a size such as 512kb or 1gb, from " + MemorySize.format(range.min()) + " to "
                            + MemorySize.format(range.max());
        } else if (type instanceof Setting.Bool) {
            return "yes or no";
        } else if (type instanceof Setting.Choice choice) {
            return choice.words().size() == 1
                    ? "only " + choice.words().get(0)
                    : "one of " + String.join(", ", choice.words());
        }
        return "any text";
    }

    private static String byType(Setting.Type type, String text) throws InvalidValueException {
        if (type instanceof Setting.Int range) {
            return Long.toString(within(integer(type, text), range.min(), range.max(), type));
        } else if (type instanceof Setting.Memory range) {
            return Long.toString(within(size(type, text), range.min(), range.max(), type));
        } else if (type instanceof Setting.Bool) {
            return word(List.of("yes", "no"), text, "argument must be 'yes' or 'no'", type);
        } else if (type instanceof Setting.Choice choice) {
            String reason = "argument(s) must be one of the following: " + String.join(", ", choice.words());
            return word(choice.words(), text, reason, type);
        }
        return text;
    }

    private static long integer(Setting.Type type, String text) throws InvalidValueException {
        // Redis reads neither "+1" nor "007" nor "-0" as an integer.
        if (!text.matches("0|-?[1-9][0-9]*")) {
            throw new InvalidValueException("argument couldn't be parsed into an integer", allowed(type));
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException beyondLong) {
            throw new InvalidValueException("argument couldn't be parsed into an integer", allowed(type));
        }
    }

    private static long size(Setting.Type type, String text) throws InvalidValueException {
        try {
            return MemorySize.parse(text);
        } catch (NumberFormatException notSize) {
            throw new InvalidValueException("argument must be a memory value", allowed(type));
        }
    }

    private static long within(long value, long min, long max, Setting.Type type) throws InvalidValueException {
        if (value < min || value > max) {
            throw new InvalidValueException(
                    "argument must be between " + min + " and " + max + " inclusive", allowed(type));
        }
        return value;
    }

    private static String word(List<String> words, String text, String reason, Setting.Type type)
            throws InvalidValueException {
        String word = text.toLowerCase(Locale.ROOT);
        if (!words.contains(word)) {
            throw new InvalidValueException(reason, allowed(type));
        }
        return word;
    }
}
