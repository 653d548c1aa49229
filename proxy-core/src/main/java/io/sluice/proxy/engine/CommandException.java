package io.sluice.proxy.engine;

/**
 * Ends a command with an error reply. Thrown by handlers and by what they call; the attempt's changes are dropped, so a
 * command that fails this way has changed nothing. Carries the whole text of the reply, its code word first. Without a
 * stack trace: it is an answer, not an accident.
 */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommandException(String reply) {
        super(reply, null, false, false);
    }

    /** The text of the error reply, such as {@code ERR syntax error}. */
    public String reply() {
        return String.valueOf(getMessage());
    }
}
