package io.sluice.bench.load;

/** Arguments that are not understood, or contradict each other; the message is for who wrote them. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
