package io.sluice.proxy.server;

import org.jspecify.annotations.Nullable;

/** Why a server cannot start, in one line that an operator can act on. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    public StartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
