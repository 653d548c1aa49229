package io.sluice.proxy.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/**
 * A client on a bare socket. Replies are read as text: {@code +OK}, {@code -ERR ...}, {@code :1}, {@code "bulk"},
 * {@code nil}, {@code [a, b]}, and {@code {..}} for maps, so that the versions of the protocol can be told apart.
 */
final class WireClient implements Closeable {
    /** What is read from a connection that was closed. */
    static final String CLOSED = "closed";

    private final Socket socket;
    private final DataInputStream in;

    WireClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(60_000);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    }

    /** One request as its bytes. */
    static byte[] request(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + words.length + "\r\n").getBytes(ISO_8859_1));
        for (String word : words) {
            byte[] bytes = word.getBytes(ISO_8859_1);
            out.writeBytes(("$" + bytes.length + "\r\n").getBytes(ISO_8859_1));
            out.writeBytes(bytes);
            out.writeBytes(new byte[] {'\r', '\n'});
        }
        return out.toByteArray();
    }

    /** Requests, each of words parted by single blanks, as one packet. */
    static byte[] pipeline(String... requests) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String request : requests) {
            out.writeBytes(request(request.split(" ")));
        }
        return out.toByteArray();
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends requests, each of words parted by single blanks, as one packet. */
    void sendAll(String... requests) throws IOException {
        send(pipeline(requests));
    }

    /** Sends one request, of words parted by single blanks, and reads its reply. */
    String ask(String request) throws IOException {
        sendAll(request);
        return read();
    }

    List<String> read(int count) throws IOException {
        List<String> replies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            replies.add(read());
        }
        return replies;
    }

    /** The next reply, or {@link #CLOSED}. */
    String read() throws IOException {
        try {
            return reply();
        } catch (EOFException | SocketException ended) {
            return CLOSED;
        }
    }

    /** Reads until the connection ends, and drops it all. */
    void drain() throws IOException {
        byte[] buffer = new byte[1 << 16];
        try {
            while (in.read(buffer) >= 0) {
                // more
            }
        } catch (SocketException reset) {
            // as good an end as any
        }
    }

    /** How many bytes have arrived and were not read. */
    int arrived() throws IOException {
        return in.available();
    }

    /** No more requests; replies are still read. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    int localPort() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String reply() throws IOException {
        int mark = in.readUnsignedByte();
        String line = line();
        return switch (mark) {
            case '+', '-', ':', ',', '#', '(' -> (char) mark + line;
            case '_' -> "null";
            case '$', '=' -> line.equals("-1") ? "nil" : '"' + body(Integer.parseInt(line)) + '"';
            case '*' ->
                line.equals("-1") ? "nil*" : elements(Integer.parseInt(line)).toString();
            case '~' -> "~" + elements(Integer.parseInt(line));
            case '>' -> ">" + elements(Integer.parseInt(line));
            case '%' -> "{" + String.join(", ", elements(2 * Integer.parseInt(line))) + "}";
            default -> throw new AssertionError("no such mark: " + mark + " before " + line);
        };
    }

    private List<String> elements(int count) throws IOException {
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(reply());
        }
        return elements;
    }

    private String body(int length) throws IOException {
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        in.readUnsignedShort();
        return new String(bytes, ISO_8859_1);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.readUnsignedByte();
        while (next != '\r') {
            line.append((char) next);
            next = in.readUnsignedByte();
        }
        in.readUnsignedByte();
        return line.toString();
    }
}
