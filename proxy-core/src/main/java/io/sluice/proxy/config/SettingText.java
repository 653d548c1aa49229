package io.sluice.proxy.config;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values as they come in bytes. Settings are text; bytes that are none cannot be kept, and must not be replaced silently:
 * of a password all of them would become the same character.
 */
public final class SettingText {
    /** Half of a character beyond the basic plane, which no bytes in UTF-8 come to. */
    private static final char NO_TEXT = '\uDC80';

    private SettingText() {}

    /** The text that the bytes are in UTF-8; of bytes that are none, one that every setting refuses. */
    public static String of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes) ? text : text + NO_TEXT;
    }

    static boolean isWhole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
