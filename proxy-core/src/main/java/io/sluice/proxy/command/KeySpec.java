package io.sluice.proxy.command;

import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the keys of a command stand, as COMMAND's fields four to six have it: the first, the last (negative: from the
 * end), and the step; or, for commands with a count of keys, where that count stands. A command that stores what it makes
 * of counted keys has both: its destination, and the counted keys behind it. Some commands have keys behind options too.
 *
 * @param first the first key's position, 0 when there is none
 * @param last the last key's position; negative counts from the end, -1 being the last argument
 * @param step from one key to the next
 * @param countAt the position of the number of keys, 0 when the command has none; keys then begin right after it
 * @param options the options that are followed by a key; null for most commands
 */
public record KeySpec(int first, int last, int step, int countAt, @Nullable KeyOptions options) {

    public static final KeySpec NONE = new KeySpec(0, 0, 0, 0);

    private KeySpec(int first, int last, int step, int countAt) {
        this(first, last, step, countAt, null);
    }

    public static KeySpec one() {
        return new KeySpec(1, 1, 1, 0);
    }

    public static KeySpec at(int position) {
        return new KeySpec(position, position, 1, 0);
    }

    public static KeySpec range(int first, int last, int step) {
        return new KeySpec(first, last, step, 0);
    }

    /** Keys counted by the argument at {@code position}. */
    public static KeySpec counted(int position) {
        return new KeySpec(0, 0, 0, position);
    }

    /** A destination, and keys counted by the argument at {@code position}. */
    public static KeySpec countedFor(int destination, int position) {
        return new KeySpec(destination, destination, 1, position);
    }

    /** The same keys, and those behind options. */
    public KeySpec and(KeyOptions behindOptions) {
        return new KeySpec(first, last, step, countAt, behindOptions);
    }

    /** Whether the keys do not just stand from {@link #start} to {@link #end}. */
    public boolean isScattered() {
        return hasDestination() || options != null;
    }

    /** Whether there is a destination beside counted keys; {@link #start} to {@link #end} are the counted ones then. */
    public boolean hasDestination() {
        return first > 0 && countAt > 0;
    }

    /** All keys of these arguments, in order. */
    public List<Key> of(Args args) {
        List<Key> keys = args.keys(start(), end(args), stride());
        if (hasDestination()) {
            keys.add(0, args.key(first));
        }
        if (options != null) {
            List<Key> all = new ArrayList<>(keys);
            options.positions(args).forEach(position -> all.add(args.key(position)));
            return all;
        }
        return keys;
    }

    /** The index after the last key of these arguments; the first is {@link #start}. */
    public int end(Args args) {
        if (countAt > 0) {
            return (int) Math.min(args.count(), countAt + 1 + Math.max(0, counted(args)));
        }
        if (first == 0) {
            return 0;
        }
        return Math.min(args.count(), (last < 0 ? args.count() + last : last) + 1);
    }

    /** What stands where the number of keys does; 0 if that is none. */
    private long counted(Args args) {
        return args.count() > countAt && Numbers.isLong(args.bytes(countAt))
                ? Numbers.parseLong(args.bytes(countAt))
                : 0;
    }

    /** Whether there is a key, and as many as are counted: {@link #end} takes those that there are. */
    boolean isComplete(Args args) {
        if (countAt > 0) {
            long keys = counted(args);
            return keys > 0 && keys <= args.count() - start();
        }
        return start() < end(args);
    }

    /** How many keys stand from {@link #start} to {@link #end} of these arguments. */
    public int count(Args args) {
        return isNone() ? 0 : Args.steps(start(), end(args), stride());
    }

    /** The index of the first key. */
    public int start() {
        return countAt > 0 ? countAt + 1 : first;
    }

    public int stride() {
        return countAt > 0 ? 1 : Math.max(1, step);
    }

    public boolean isNone() {
        return first == 0 && countAt == 0;
    }
}
