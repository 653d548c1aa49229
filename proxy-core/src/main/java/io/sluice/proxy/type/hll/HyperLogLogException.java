package io.sluice.proxy.type.hll;

/**
 * A string cannot be used as a HyperLogLog. The message is the whole text of the error reply, its code word first.
 * Without a stack trace: it is an answer to a client, not an accident.
 */
public final class HyperLogLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private HyperLogLogException(String reply) {
        super(reply, null, false, false);
    }

    static HyperLogLogException notOne() {
        return new HyperLogLogException("WRONGTYPE Key is not a valid HyperLogLog string value.");
    }

    static HyperLogLogException corrupted() {
        return new HyperLogLogException("INVALIDOBJ Corrupted HLL object detected");
    }

    /** The text of the error reply. */
    public String reply() {
        return String.valueOf(getMessage());
    }
}
