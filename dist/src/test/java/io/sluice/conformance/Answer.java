package io.sluice.conformance;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** What a server did in place of a reply. The arrays are compared by identity, so no reply can be taken for them. */
final class Answer {

    static final byte[] CLOSED = "(closed the connection)".getBytes(StandardCharsets.US_ASCII);
    static final byte[] LATE = "(no answer within the limit)".getBytes(StandardCharsets.US_ASCII);

    static final byte[] WAITS = "(waits)".getBytes(StandardCharsets.US_ASCII);

    private Answer() {}

    /** The bytes of the next reply, or one of the constants. */
    static byte[] from(RawClient client) throws IOException {
        try {
            return client.read();
        } catch (EOFException | SocketException closed) {
            return CLOSED;
        } catch (SocketTimeoutException late) {
            return LATE;
        }
    }

    static boolean isReply(byte[] answer) {
        return answer != CLOSED && answer != LATE && answer != WAITS;
    }
}
