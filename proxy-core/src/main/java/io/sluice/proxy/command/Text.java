package io.sluice.proxy.command;

import java.nio.charset.StandardCharsets;

/** Arguments as text that is quoted in replies. */
final class Text {
    private Text() {}

    static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
