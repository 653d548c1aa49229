package io.sluice.proxy.type.key;

import io.sluice.proxy.engine.Keyspace;
import java.util.Arrays;

/** Which slot all keys that match a pattern lie in, where the pattern says so: by a hash tag, or as it is one key. */
public final class PatternSlot {
    /** The keys may lie anywhere. */
    public static final int ANY = -1;

    private PatternSlot() {}

    public static int of(Keyspace keyspace, byte[] pattern) {
        int open = -1;
        for (int i = 0; i < pattern.length; i++) {
            switch (pattern[i]) {
                case '*', '?', '[', '\\' -> {
                    return ANY;
                }
                case '{' -> open = open < 0 ? i : open;
                case '}' -> {
                    if (open >= 0 && i > open + 1) {
                        return keyspace.slotOf(Arrays.copyOf(pattern, i + 1));
                    }
                    if (open >= 0) {
                        return ANY; // an empty tag: all of the key counts, and the rest may be a pattern
                    }
                }
                default -> {
                    // a byte that stands for itself
                }
            }
        }
        return pattern.length == 0 ? ANY : keyspace.slotOf(pattern);
    }
}
