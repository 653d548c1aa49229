package io.sluice.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection that sends a command and waits for its answer, in RESP2. Without dependencies, and no more than it takes: what
 * is measured is the server.
 */
final class Client implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Client(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
    }

    /**
     * What the server answers: each string as itself, each number in digits, what is in arrays one after the other.
     *
     * @throws IOException if it is an error
     */
    List<String> send(String... words) throws IOException {
        write("*" + words.length + "\r\n");
        for (String word : words) {
            write("$" + word.length() + "\r\n");
            write(word);
            write("\r\n");
        }
        out.flush();
        List<String> answer = new ArrayList<>();
        read(answer);
        return answer;
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void read(List<String> answer) throws IOException {
        String line = line();
        String rest = line.substring(1);
        switch (line.charAt(0)) {
            case '-' -> throw new IOException(rest);
            case '$' -> {
                int length = Integer.parseInt(rest);
                if (length >= 0) {
                    answer.add(new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
                    in.skipNBytes(2);
                }
            }
            case '*' -> {
                for (int left = Integer.parseInt(rest); left > 0; left--) {
                    read(answer);
                }
            }
            default -> answer.add(rest);
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
