package io.sluice.dist;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Says in words what the file system's exceptions say by their class alone. */
final class Reasons {
    private Reasons() {}

    static String of(Exception e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such directory";
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
