package io.sluice.conformance;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A blocking client that returns replies as the bytes that came over the wire.
 *
 * <p>It knows just enough of RESP2 and RESP3 to find the end of a reply. A push is a reply of its own, an attribute
 * belongs to the reply that follows it. Not thread safe.
 */
public final class RawClient implements AutoCloseable {

    private static final int REPLY_LIMIT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    public RawClient(Target target) throws IOException {
        this(target, REPLY_LIMIT_MILLIS);
    }

    RawClient(Target target, int limitMillis) throws IOException {
        this.socket = new Socket(target.host(), target.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(limitMillis);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /** Sends one command and returns the bytes of its reply. */
    public byte[] call(byte[]... args) throws IOException {
        send(encode(List.of(args)));
        return read();
    }

    public byte[] call(String... args) throws IOException {
        send(encode(bytes(args)));
        return read();
    }

    /** Sends all commands in one write, then reads as many replies. */
    public List<byte[]> pipeline(List<List<byte[]>> commands) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        for (List<byte[]> command : commands) {
            request.write(encode(command));
        }
        send(request.toByteArray());
        List<byte[]> replies = new ArrayList<>(commands.size());
        for (int i = 0; i < commands.size(); i++) {
            replies.add(read());
        }
        return replies;
    }

    /** Sends bytes as they are. */
    public void send(byte[] request) throws IOException {
        out.write(request);
        out.flush();
    }

    /** Says that nothing more will be sent; replies can still be read. */
    void endOfRequests() throws IOException {
        socket.shutdownOutput();
    }

    /**
     * Reads one reply.
     *
     * @throws EOFException if the server closed the connection instead
     */
    public byte[] read() throws IOException {
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        readInto(reply);
        return reply.toByteArray();
    }

    /** Reads until the server closes the connection. */
    byte[] readToEnd() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (SocketTimeoutException late) {
            all.writeBytes(Answer.LATE);
            return all.toByteArray();
        } catch (SocketException reset) {
            // A server that closes with unread input in its socket resets the connection: closed all the same.
            return all.toByteArray();
        }
        return all.toByteArray();
    }

    /** Reads until what came ends with {@code end}, or the server closes the connection. */
    byte[] readUntil(byte[] end) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] tail = new byte[end.length];
        try {
            for (int b = in.read(); b >= 0; b = in.read()) {
                all.write(b);
                System.arraycopy(tail, 1, tail, 0, tail.length - 1);
                tail[tail.length - 1] = (byte) b;
                if (b == end[end.length - 1] && Arrays.equals(tail, end)) {
                    break;
                }
            }
        } catch (SocketTimeoutException late) {
            all.writeBytes(Answer.LATE);
        } catch (SocketException reset) {
            return all.toByteArray();
        }
        return all.toByteArray();
    }

    /** How many bytes have arrived and were not read. */
    int available() throws IOException {
        return in.available();
    }

    /** Whether the server closes the connection without sending anything more. */
    boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private void readInto(ByteArrayOutputStream reply) throws IOException {
        String line = readLine(reply);
        char kind = line.charAt(0);
        switch (kind) {
            case '+', '-', ':', '_', ',', '#', '(' -> {}
            case '$', '=', '!' -> readBulk(reply, length(line));
            case '*', '~', '>' -> readMany(reply, length(line));
            case '%' -> readMany(reply, 2 * length(line));
            case '|' -> readMany(reply, 2 * length(line) + 1);
            default -> throw new IOException("not a reply: " + line);
        }
    }

    private void readMany(ByteArrayOutputStream reply, long count) throws IOException {
        for (long i = 0; i < count; i++) {
            readInto(reply);
        }
    }

    private void readBulk(ByteArrayOutputStream reply, long length) throws IOException {
        if (length < 0) {
            return;
        }
        byte[] body = in.readNBytes(Math.toIntExact(length + 2));
        if (body.length < length + 2) {
            throw new EOFException("closed inside a bulk string");
        }
        if (body[body.length - 2] != '\r' || body[body.length - 1] != '\n') {
            throw new IOException("a bulk string that does not end with CRLF");
        }
        reply.write(body);
    }

    private static long length(String line) throws IOException {
        try {
            return Long.parseLong(line.substring(1));
        } catch (NumberFormatException e) {
            throw new IOException("not a length: " + line, e);
        }
    }

    private String readLine(ByteArrayOutputStream reply) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int previous = -1;
        for (int b = next(); !(previous == '\r' && b == '\n'); b = next()) {
            line.write(b);
            previous = b;
        }
        line.write('\n');
        byte[] bytes = line.toByteArray();
        reply.write(bytes);
        if (bytes.length < 3) {
            throw new IOException("an empty line instead of a reply");
        }
        return new String(bytes, 0, bytes.length - 2, StandardCharsets.ISO_8859_1);
    }

    private int next() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException("closed by the server");
        }
        return b;
    }

    static List<byte[]> bytes(String... args) {
        List<byte[]> list = new ArrayList<>(args.length);
        for (String arg : args) {
            list.add(arg.getBytes(StandardCharsets.UTF_8));
        }
        return list;
    }

    /** The command as an array of bulk strings. */
    static byte[] encode(List<byte[]> args) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("*" + args.size() + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (byte[] arg : args) {
            request.writeBytes(("$" + arg.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            request.writeBytes(arg);
            request.writeBytes(new byte[] {'\r', '\n'});
        }
        return request.toByteArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
