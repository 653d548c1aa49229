package io.sluice.bench.load;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options one after the other, in the forms of GNU: {@code --name value}, {@code --name=value}, {@code -n value}, {@code -nvalue}. */
final class Arguments {
    private final Iterator<String> words;
    private final Map<Character, String> shortNames;
    private String name = "";
    private @Nullable String attached;

    Arguments(List<String> words, Map<Character, String> shortNames) {
        this.words = words.iterator();
        this.shortNames = shortNames;
    }

    /** Goes to the next option; answers false if there is none. */
    boolean next() throws UsageException {
        if (attached != null) {
            throw new UsageException("option --" + name + " takes no value");
        }
        if (!words.hasNext()) {
            return false;
        }
        String word = words.next();
        if (word.startsWith("--") && word.length() > 2) {
            int equals = word.indexOf('=');
            name = equals < 0 ? word.substring(2) : word.substring(2, equals);
            attached = equals < 0 ? null : word.substring(equals + 1);
            return true;
        }
        String known = word.length() >= 2 && word.charAt(0) == '-' ? shortNames.get(word.charAt(1)) : null;
        if (known == null) {
            throw new UsageException("'" + word + "' is not understood; --help lists what is");
        }
        name = known;
        attached = word.length() > 2 ? word.substring(word.charAt(2) == '=' ? 3 : 2) : null;
        return true;
    }

    String name() {
        return name;
    }

    String value() throws UsageException {
        String value = attached;
        if (value == null) {
            if (!words.hasNext()) {
                throw new UsageException("option --" + name + " wants a value");
            }
            value = words.next();
        }
        attached = null;
        return value;
    }

    int integer(int from, int to) throws UsageException {
        return (int) number(from, to);
    }

    long number(long from, long to) throws UsageException {
        return number(name, value(), from, to);
    }

    static long number(String name, String text, long from, long to) throws UsageException {
        try {
            long number = Long.parseLong(text);
            if (number >= from && number <= to) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("--" + name + " '" + text + "' is not a whole number");
        }
        throw new UsageException("--" + name + " " + text + " is not between " + from + " and " + to);
    }

    double decimal() throws UsageException {
        String text = value();
        try {
            double number = Double.parseDouble(text);
            if (number > 0 && number < Double.POSITIVE_INFINITY) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("--" + name + " '" + text + "' is not a number");
        }
        throw new UsageException("--" + name + " " + text + " is not above 0");
    }
}
