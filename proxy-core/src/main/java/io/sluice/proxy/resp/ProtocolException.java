package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * What a client sent is not the protocol, or is more than it may send. The connection answers {@link #reply()}, after the
 * replies to what came before, and closes: where the next request begins is no longer known.
 *
 * <p>Carries no stack trace: it says something about the client, not about this program, and clients can cause many.
 */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    private ProtocolException(String message, Reply reply) {
        super(message, null, false, false);
        this.reply = reply;
    }

    /** An error that the client is told, in Redis's words. */
    static ProtocolException told(String message) {
        // One char is one byte here: the message may quote a byte that the client sent.
        return new ProtocolException(message, Reply.error(("ERR Protocol error: " + message).getBytes(ISO_8859_1)));
    }

    /** A request larger than {@code client-query-buffer-limit}: Redis closes such connections without a word. */
    static ProtocolException queryBufferLimit() {
        return new ProtocolException("query buffer limit reached", Reply.NONE);
    }

    /** The last reply of the connection; {@link Reply#NONE} where Redis closes without one. */
    public Reply reply() {
        return reply;
    }
}
