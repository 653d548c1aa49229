package io.sluice.encoding;

/**
 * The payload of a header as an object, for a value whose every change is one of the header: the next change begins with what
 * this one has ended with, and the bytes are put together when the row is sent to the store, once for all the changes that
 * the commit has gathered.
 *
 * <p>What it says does not change. Any thread may ask for the bytes.
 */
public interface OpenPayload {
    /** What the rows below the header are named by. */
    long id();

    /** The number of bytes. Cheap: asked more often than the bytes are. */
    int length();

    /** Writes the bytes into an array from an offset on. Neither fails nor makes objects. */
    void put(byte[] target, int offset);
}
