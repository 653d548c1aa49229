package io.sluice.conformance;

import java.io.IOException;

/** The server cannot even be emptied for the next case. */
final class UnansweredException extends IOException {

    private static final long serialVersionUID = 1L;

    UnansweredException(String message) {
        super(message);
    }
}
