package io.sluice.proxy.resp;

import io.netty.buffer.ByteBuf;
import io.sluice.proxy.text.QuotedWords;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests of one connection out of its bytes, which may be split anywhere.
 *
 * <p><b>Pull, not push.</b> The connection asks for one request at a time, and may stop in the middle of a buffer: to wait
 * for room, or for AUTH to have its effect before the next request is judged.
 *
 * <p><b>Nothing is left over.</b> When a request is not complete, all bytes have been taken from the buffer, and what they
 * said is kept here: in counters, in arguments that are already whole, in one that is growing, or in the beginning of a
 * line. So the caller need not join buffers, and no byte is looked for twice. An argument that arrived whole is copied
 * once, from the buffer into its array.
 *
 * <p><b>Two ways to read a number.</b> Nearly every count is a few digits and a line end inside one buffer, read in place.
 * Whatever is not as simple as that (split, malformed, negative) consumes nothing there and goes through a
 * {@link LineBuffer}, which decides as Redis does: the byte after a CR is skipped, not compared; a line is judged only when
 * it is complete; a zero byte makes it endless.
 *
 * <p>Threads: one at a time, as the connection's event loop is.
 */
public final class RequestParser {
    private enum State {
        /** Between requests. */
        START,
        /** Inside {@code *<count>}, before its CR. */
        COUNT,
        /** One byte before the count is complete. */
        COUNT_END,
        /** Inside {@code $<length>}, before its CR. */
        LENGTH,
        /** One byte before the length is complete. */
        LENGTH_END,
        /** Inside an argument. */
        BODY,
        /** In the two bytes after an argument. */
        BODY_END,
        /** Inside an inline request. */
        INLINE,
        /** After an error: what comes is dropped. */
        BROKEN
    }

    private static final byte[][] NO_ARGUMENTS = {};

    /** Places for arguments given on a client's word alone. */
    private static final int BLIND_ARGUMENTS = 128;

    /** What an array and its place among the arguments take, besides its bytes. */
    public static final int ARGUMENT_OVERHEAD = 24;

    private final Limits limits;
    private final LineBuffer line = new LineBuffer();
    private final BulkBuffer bulk = new BulkBuffer();

    private State state = State.START;
    private boolean authenticated;
    private byte[][] arguments = NO_ARGUMENTS;
    private int expected;
    private int complete;
    private long completeBytes;
    private int skip;

    /** A parser for one connection, which is not authenticated at first. */
    public RequestParser(Limits limits) {
        this.limits = limits;
    }

    /** Says whether the client may send requests of any size; requests begun before are judged by the new answer. */
    public void authenticated(boolean yes) {
        authenticated = yes;
    }

    /** The memory held for a request that is not complete, in bytes; below 100 between requests. */
    public long heldBytes() {
        return wholeArguments() + bulk.capacity() + line.capacity();
    }

    private long wholeArguments() {
        long places = (long) complete * ARGUMENT_OVERHEAD + (arguments.length - complete) * (long) Integer.BYTES;
        return completeBytes + places;
    }

    /**
     * Takes one request. Requests of no arguments and blank lines are passed over.
     *
     * @param in read from its reader index on; never kept, retained or released
     * @return the arguments, the command's name first and at least that; or null when all bytes are taken and the request
     *     is not complete
     * @throws ProtocolException if the client must be answered with an error and disconnected; whatever it sends after that is
     *     dropped
     */
    public byte @Nullable [][] parse(ByteBuf in) throws ProtocolException {
        try {
            byte[][] request = advance(in);
            if (request == null && heldBytes() > limits.queryBuffer()) {
                throw ProtocolException.queryBufferLimit();
            }
            return request;
        } catch (ProtocolException e) {
            forget();
            line.clear();
            bulk.take();
            state = State.BROKEN;
            throw e;
        }
    }

    private byte @Nullable [][] advance(ByteBuf in) throws ProtocolException {
        byte[][] request = null;
        while (request == null && in.isReadable()) {
            switch (state) {
                case START -> state = in.getByte(in.readerIndex()) == '*' ? State.COUNT : State.INLINE;
                case COUNT -> count(in);
                case COUNT_END -> {
                    in.skipBytes(1);
                    OptionalLong count = Decimal.parse(line.bytes(), 1, line.length());
                    line.clear();
                    begin(count);
                }
                case LENGTH -> length(in);
                case LENGTH_END -> {
                    in.skipBytes(1);
                    OptionalLong length = lengthInLine();
                    line.clear();
                    argument(length);
                }
                case BODY -> request = body(in);
                case BODY_END -> request = bodyEnd(in);
                case INLINE -> request = inline(in);
                case BROKEN -> in.skipBytes(in.readableBytes());
            }
        }
        return request;
    }

    private void count(ByteBuf in) throws ProtocolException {
        int simple = simpleNumber(in, '*');
        if (simple >= 0) {
            begin(simple);
        } else if (line.fill(in, (byte) '\r', "too big mbulk count string")) {
            state = State.COUNT_END;
        }
    }

    private void begin(OptionalLong count) throws ProtocolException {
        if (count.isEmpty() || count.getAsLong() > Integer.MAX_VALUE) {
            throw ProtocolException.told("invalid multibulk length");
        }
        begin((int) Math.max(0, count.getAsLong()));
    }

    private void begin(int count) throws ProtocolException {
        if (count > Limits.UNAUTHENTICATED_ARGUMENTS && !authenticated) {
            throw ProtocolException.told("unauthenticated multibulk length");
        }
        if (count == 0) {
            state = State.START;
            return;
        }
        expected = count;
        arguments = new byte[Math.min(count, BLIND_ARGUMENTS)][];
        state = State.LENGTH;
    }

    private void length(ByteBuf in) throws ProtocolException {
        int simple = simpleNumber(in, '$');
        if (simple >= 0) {
            argument(simple);
        } else if (line.fill(in, (byte) '\r', "too big bulk count string")) {
            state = State.LENGTH_END;
        }
    }

    private OptionalLong lengthInLine() throws ProtocolException {
        char first = line.length() == 0 ? '\r' : (char) (line.bytes()[0] & 0xff);
        if (first != '$') {
            throw ProtocolException.told("expected '$', got '" + first + "'");
        }
        return Decimal.parse(line.bytes(), 1, line.length());
    }

    private void argument(OptionalLong length) throws ProtocolException {
        if (length.isEmpty() || length.getAsLong() < 0) {
            throw ProtocolException.told("invalid bulk length");
        }
        argument(length.getAsLong());
    }

    private void argument(long length) throws ProtocolException {
        if (length > limits.bulkLength()) {
            throw ProtocolException.told("invalid bulk length");
        }
        if (length > Limits.UNAUTHENTICATED_BULK && !authenticated) {
            throw ProtocolException.told("unauthenticated bulk length");
        }
        if (wholeArguments() + length > limits.queryBuffer()) {
            throw ProtocolException.queryBufferLimit(); // it could not become complete
        }
        bulk.begin((int) length);
        state = State.BODY;
    }

    private byte @Nullable [][] body(ByteBuf in) {
        if (!bulk.fill(in)) {
            return null;
        }
        skip = 2;
        state = State.BODY_END;
        return in.isReadable() ? bodyEnd(in) : null;
    }

    private byte @Nullable [][] bodyEnd(ByteBuf in) {
        int count = Math.min(skip, in.readableBytes());
        in.skipBytes(count);
        skip -= count;
        if (skip > 0) {
            return null;
        }
        byte[] argument = bulk.take();
        if (complete == arguments.length) {
            int doubled = (int) Math.min(expected, 2L * complete);
            arguments = Arrays.copyOf(arguments, doubled);
        }
        arguments[complete++] = argument;
        completeBytes += argument.length;
        if (complete < expected) {
            state = State.LENGTH;
            return null;
        }
        byte[][] request = arguments; // of exactly the expected length by now
        forget();
        state = State.START;
        return request;
    }

    private byte @Nullable [][] inline(ByteBuf in) throws ProtocolException {
        if (!line.fill(in, (byte) '\n', "too big inline request")) {
            return null;
        }
        int length = line.length();
        if (length > 0 && line.bytes()[length - 1] == '\r') {
            length--;
        }
        byte[][] request = QuotedWords.split(line.bytes(), length);
        if (request == null) {
            throw ProtocolException.told("unbalanced quotes in request");
        }
        line.clear();
        state = State.START;
        return request.length == 0 ? null : request;
    }

    private void forget() {
        arguments = NO_ARGUMENTS;
        expected = 0;
        complete = 0;
        completeBytes = 0;
    }

    /**
     * The number of a line such as {@code $12<CR><LF>}, which is then consumed; or -1, and nothing is consumed, when it is not
     * all there, not canonical, or not as small as numbers usually are.
     *
     * <p>All that it looks at is read at once: a buffer checks itself with each byte that it is asked for.
     */
    private int simpleNumber(ByteBuf in, char mark) {
        int start = in.readerIndex();
        int there = in.writerIndex() - start;
        long rest = there >= Long.BYTES ? in.getLongLE(start) : lastBytes(in, start, there);
        if (line.length() > 0 || (rest & 0xff) != mark) {
            return -1;
        }
        rest >>>= Byte.SIZE;
        int value = 0;
        int digits = 0;
        int first = digit(rest);
        int digit = first;
        while (digit >= 0 && digit <= 9) {
            value = value * 10 + digit;
            digits++;
            rest >>>= Byte.SIZE;
            digit = digit(rest);
        }
        boolean canonical = digits == 1 || digits > 1 && first != 0;
        int length = 1 + digits + 2;
        if (!canonical || (rest & 0xff) != '\r' || length > there) {
            return -1;
        }
        in.readerIndex(start + length);
        return value;
    }

    /** Of the lowest byte; what is none is below 0 or above 9. No byte is left behind seven digits, which ends them. */
    private static int digit(long bytes) {
        return (int) (bytes & 0xff) - '0';
    }

    /** As {@link ByteBuf#getLongLE}, where fewer bytes are left. */
    private static long lastBytes(ByteBuf in, int start, int count) {
        long bytes = 0;
        for (int i = count - 1; i >= 0; i--) {
            bytes = bytes << Byte.SIZE | in.getUnsignedByte(start + i);
        }
        return bytes;
    }
}
