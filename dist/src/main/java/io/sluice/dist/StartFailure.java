package io.sluice.dist;

/** Sluice cannot start; the message is the one line that the operator reads. */
final class StartFailure extends Exception {
    private static final long serialVersionUID = 1L;

    StartFailure(String line, Throwable cause) {
        super(line, cause);
    }

    StartFailure(String line) {
        super(line);
    }
}
