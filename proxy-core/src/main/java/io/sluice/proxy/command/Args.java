package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.KeyHasher;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.text.Numbers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments of one request, the command's name at 0. Reads them as a handler needs them, and answers with Redis's
 * error where one does not parse. Keys are hashed once, when they are asked for first. Not thread-safe, but handed over
 * whole from thread to thread.
 */
public final class Args {
    private static final byte[] ONE = {'1'};
    private static final Key[] NO_KEYS = {};

    private final byte[][] argv;
    private final KeyHasher hasher;
    /** As they are asked for; made with the first. */
    private Key[] keys = NO_KEYS;

    public Args(byte[][] argv, KeyHasher hasher) {
        this.argv = argv;
        this.hasher = hasher;
    }

    public int count() {
        return argv.length;
    }

    /** The whole request. Not copied; not to be changed. */
    public byte[][] all() {
        return argv;
    }

    public byte[] bytes(int index) {
        return argv[index];
    }

    /** The same request, whose keys nobody has asked for. */
    public Args again() {
        return new Args(argv, hasher);
    }

    /** The arguments from this one on, as a request of their own. */
    Args from(int index) {
        return new Args(Arrays.copyOfRange(argv, index, argv.length), hasher);
    }

    /** The same with one of the arguments from {@code start} to {@code end} left, and their count, if it stands anywhere. */
    Args withOne(int start, int end, int kept, int countAt) {
        byte[][] fewer = new byte[argv.length - (end - start) + 1][];
        System.arraycopy(argv, 0, fewer, 0, start);
        fewer[start] = argv[kept];
        System.arraycopy(argv, end, fewer, start + 1, argv.length - end);
        if (countAt > 0) {
            fewer[countAt] = ONE;
        }
        return new Args(fewer, hasher);
    }

    public Key key(int index) {
        if (keys.length == 0) {
            keys = new Key[argv.length];
        }
        Key key = keys[index];
        if (key == null) {
            key = hasher.key(argv[index]);
            keys[index] = key;
        }
        return key;
    }

    /** How many of {@code from}, {@code from + step}, ... lie below {@code to}. */
    static int steps(int from, int to, int step) {
        return Math.max(0, (to - from + step - 1) / step);
    }

    /** The arguments {@code from}, {@code from + step}, ... below {@code to} as keys; none when {@code to} lies before. */
    public List<Key> keys(int from, int to, int step) {
        List<Key> list = new ArrayList<>(steps(from, to, step));
        for (int i = from; i < to; i += step) {
            list.add(key(i));
        }
        return list;
    }

    /** The argument as text, byte for byte (ISO 8859-1). */
    public String text(int index) {
        return new String(argv[index], StandardCharsets.ISO_8859_1);
    }

    /** Whether the argument is this word, in any case. The word is given in upper case. */
    public boolean is(int index, String word) {
        byte[] bytes = argv[index];
        if (bytes.length != word.length()) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i];
            if (c >= 'a' && c <= 'z') {
                c -= 'a' - 'A';
            }
            if (c != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The argument as a signed 64-bit integer, else "value is not an integer or out of range". */
    public long integer(int index) {
        return integer(index, Errors.NOT_AN_INTEGER);
    }

    public long integer(int index, String error) {
        byte[] bytes = argv[index];
        if (!Numbers.isLong(bytes)) {
            throw new CommandException(error);
        }
        return Numbers.parseLong(bytes);
    }

    /** An integer within bounds, both inclusive, else the error given. */
    public long integer(int index, long min, long max, String error) {
        long value = integer(index, error);
        if (value < min || value > max) {
            throw new CommandException(error);
        }
        return value;
    }

    /** The error of an option that is not known or stands in the wrong place. */
    public static CommandException syntaxError() {
        return new CommandException(Errors.SYNTAX);
    }
}
