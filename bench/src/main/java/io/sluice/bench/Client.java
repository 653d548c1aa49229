package io.sluice.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection that sends a command and waits for its answer, in RESP2: for what need not be fast. */
public final class Client implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    public Client(int port) throws IOException {
        this(new InetSocketAddress("127.0.0.1", port));
    }

    public Client(InetSocketAddress address) throws IOException {
        this(connect(address));
    }

    /** Talks over a connection that is there. */
    public Client(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.connect(address);
        return socket;
    }

    /**
     * What the server answers: each string as itself, each number in digits, what is in arrays one after the other.
     *
     * @throws IOException if it is an error
     */
    public List<String> send(String... words) throws IOException {
        List<String> flat = new ArrayList<>();
        flatten(ask(words), flat);
        return flat;
    }

    private static void flatten(@Nullable Object answer, List<String> flat) {
        if (answer instanceof List<?> list) {
            list.forEach(each -> flatten(each, flat));
        } else if (answer != null) {
            flat.add(answer.toString());
        }
    }

    /**
     * What the server answers: a string, null, or a list of such.
     *
     * @throws IOException if it is an error
     */
    public @Nullable Object ask(String... words) throws IOException {
        write("*" + words.length + "\r\n");
        for (String word : words) {
            write("$" + word.length() + "\r\n");
            write(word);
            write("\r\n");
        }
        out.flush();
        return read();
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private @Nullable Object read() throws IOException {
        String line = line();
        String rest = line.substring(1);
        switch (line.charAt(0)) {
            case '-' -> throw new IOException(rest);
            case '$' -> {
                int length = Integer.parseInt(rest);
                if (length < 0) {
                    return null;
                }
                String text = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
                in.skipNBytes(2);
                return text;
            }
            case '*', '%' -> {
                int values = Integer.parseInt(rest) * (line.charAt(0) == '%' ? 2 : 1);
                if (values < 0) {
                    return null;
                }
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = 0; i < values; i++) {
                    list.add(read());
                }
                return list;
            }
            case '_' -> {
                return null;
            }
            default -> {
                return rest;
            }
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            line.append((char) next);
        }
        in.skipNBytes(1);
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
