package io.sluice.bench.load;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;

/** Answers SET, GET and the words of greeting, in the test's own process, and remembers all that it was sent. */
final class FakeServer implements AutoCloseable {
    private final ServerSocket listening;
    private final Queue<List<String>> seen = new ConcurrentLinkedQueue<>();
    private final Map<String, String> stored = new ConcurrentHashMap<>();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private volatile IntFunction<String> slots = port -> "*0\r\n";

    FakeServer() throws IOException {
        listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(this::accept, "fake server");
        accepting.setDaemon(true);
        accepting.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    List<List<String>> seen() {
        return List.copyOf(seen);
    }

    Map<String, String> stored() {
        return stored;
    }

    /** What CLUSTER SLOTS answers. */
    void setSlots(String reply) {
        slots = port -> reply;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                Thread serving = new Thread(() -> serve(socket), "fake connection");
                serving.setDaemon(true);
                serving.start();
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            while (true) {
                String head = line(in);
                if (head == null) {
                    return;
                }
                List<String> words = new ArrayList<>();
                for (int left = Integer.parseInt(head.substring(1)); left > 0; left--) {
                    int length = Integer.parseInt(line(in).substring(1));
                    words.add(new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
                    in.skipNBytes(2);
                }
                seen.add(words);
                out.write(answer(words).getBytes(StandardCharsets.ISO_8859_1));
                if (in.available() == 0) {
                    out.flush();
                }
            }
        } catch (IOException e) {
            if (!listening.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String answer(List<String> words) {
        return switch (words.get(0).toUpperCase(Locale.ROOT)) {
            case "SET" -> {
                stored.put(words.get(1), words.get(2));
                yield "+OK\r\n";
            }
            case "GET" -> {
                String value = stored.get(words.get(1));
                yield value == null ? "$-1\r\n" : "$" + value.length() + "\r\n" + value + "\r\n";
            }
            case "AUTH", "SELECT" -> "+OK\r\n";
            case "HELLO" -> "%1\r\n$5\r\nproto\r\n:3\r\n";
            case "CLUSTER" -> slots.apply(port());
            default -> "-ERR unknown command\r\n";
        };
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
