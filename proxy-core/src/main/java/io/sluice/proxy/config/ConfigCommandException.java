package io.sluice.proxy.config;

import org.jspecify.annotations.Nullable;

/** A CONFIG command that was refused; nothing was changed. */
public final class ConfigCommandException extends Exception {
    private static final long serialVersionUID = 1L;

    ConfigCommandException(String error) {
        this(error, null);
    }

    ConfigCommandException(String error, @Nullable Throwable cause) {
        super(error, cause);
    }

    /** The error reply as Redis words it, {@code ERR} included and the leading minus not. */
    public String error() {
        return String.valueOf(getMessage());
    }
}
