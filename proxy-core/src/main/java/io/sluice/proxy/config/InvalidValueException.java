package io.sluice.proxy.config;

/** A text that a setting does not accept. */
final class InvalidValueException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String allowed;

    /**
     * @param reason in Redis's words, as CONFIG SET answers it
     * @param allowed what the setting accepts, for the operator who wrote the file
     */
    InvalidValueException(String reason, String allowed) {
        super(reason);
        this.allowed = allowed;
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    String allowed() {
        return allowed;
    }
}
