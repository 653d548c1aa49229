package io.sluice.proxy.resp;

import java.util.Random;

/** Damages bytes, one char a byte, in the ways that a parser of this protocol might mind. */
final class Mutations {
    private static final String NASTY = "*$:+-0123456789\r\n \"'\\x\0\u00ff";

    private Mutations() {}

    /** The text after one to four changes: bytes replaced, added, removed, repeated. */
    static String of(Random random, String text) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(4); i >= 0 && changed.length() > 1; i--) {
            int at = random.nextInt(changed.length());
            int to = Math.min(changed.length(), at + 1 + random.nextInt(8));
            char nasty = NASTY.charAt(random.nextInt(NASTY.length()));
            switch (random.nextInt(5)) {
                case 0 -> changed.setCharAt(at, nasty);
                case 1 -> changed.insert(at, nasty);
                case 2 -> changed.deleteCharAt(at);
                case 3 -> changed.delete(at, to);
                default -> changed.insert(at, changed.substring(at, to));
            }
        }
        return changed.toString();
    }
}
