package io.sluice.proxy.type.sort;

import org.jspecify.annotations.Nullable;

/**
 * The operand of BY or GET: the name of a key in which an element takes the place of the first asterisk, followed perhaps
 * by an arrow and the name of a field of the hash that the key holds. As in Redis, only what stands before a zero byte is
 * searched for asterisk and arrow.
 */
public final class SortPattern {
    private static final byte[] ARROW = {'-', '>'};

    private final byte[] pattern;
    private final int star;
    private final int keyEnd;
    private final byte @Nullable [] field;

    private SortPattern(byte[] pattern, int star, int keyEnd, byte @Nullable [] field) {
        this.pattern = pattern;
        this.star = star;
        this.keyEnd = keyEnd;
        this.field = field;
    }

    public static SortPattern of(byte[] pattern) {
        int textEnd = indexOf(pattern, new byte[1], 0, pattern.length);
        int searched = textEnd < 0 ? pattern.length : textEnd;
        int star = indexOf(pattern, new byte[] {'*'}, 0, searched);
        int arrow = star < 0 ? -1 : indexOf(pattern, ARROW, star + 1, searched);
        if (arrow < 0 || arrow + ARROW.length == searched) {
            return new SortPattern(pattern, star, pattern.length, null);
        }
        byte[] field = java.util.Arrays.copyOfRange(pattern, arrow + ARROW.length, pattern.length);
        return new SortPattern(pattern, star, arrow, field);
    }

    private static int indexOf(byte[] bytes, byte[] wanted, int from, int to) {
        for (int i = from; i + wanted.length <= to; i++) {
            if (java.util.Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether it stands for the element itself. */
    boolean isElement() {
        return pattern.length > 0 && pattern[0] == '#' && (pattern.length == 1 || pattern[1] == 0);
    }

    /** Whether it names the same for every element, which as an order is none, and as a value nothing. */
    public boolean isConstant() {
        return star < 0;
    }

    /** Whether it stands for what another key holds, one for each element. */
    boolean namesKey() {
        return !isConstant() && !isElement();
    }

    /** The name of the key for an element. */
    byte[] keyName(byte[] element) {
        int behind = keyEnd - star - 1;
        byte[] name = new byte[star + element.length + behind];
        System.arraycopy(pattern, 0, name, 0, star);
        System.arraycopy(element, 0, name, star, element.length);
        System.arraycopy(pattern, star + 1, name, star + element.length, behind);
        return name;
    }

    /** The field of the hash that the key holds; null if the key holds a string. */
    byte @Nullable [] field() {
        return field;
    }
}
