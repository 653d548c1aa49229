package io.sluice.proxy.config;

import org.jspecify.annotations.Nullable;

/** Settings with which Sluice cannot start. The message is one line: where, what is wrong, and what is allowed. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    ConfigException(String message) {
        this(message, null);
    }

    ConfigException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
