package io.sluice.encoding;

/**
 * Stored bytes that this version cannot read: damaged, foreign, or written by a later version. The message names what
 * was met. Never thrown for what a caller passes to an encoder; that is an {@link IllegalArgumentException}.
 */
public final class EncodingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EncodingException(String message) {
        super(message);
    }
}
