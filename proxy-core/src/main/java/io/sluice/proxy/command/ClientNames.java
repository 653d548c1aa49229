package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;

/** What a client may call itself: it must fit into one word of CLIENT LIST's line. */
final class ClientNames {
    private ClientNames() {}

    static void check(byte[] name) {
        if (!isWord(name)) {
            throw new CommandException("ERR Client names cannot contain spaces, newlines or special characters.");
        }
    }

    /** Whether all bytes are printable ASCII and no space. */
    static boolean isWord(byte[] text) {
        for (byte b : text) {
            if (b < '!' || b > '~') {
                return false;
            }
        }
        return true;
    }
}
