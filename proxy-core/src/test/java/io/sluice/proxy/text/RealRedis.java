package io.sluice.proxy.text;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A redis-server of the machine, as the oracle that our algorithms are compared with. It listens on a Unix socket in a
 * temporary folder, so it needs no port; tests that ask for it are reported as skipped where no redis-server is
 * installed.
 */
public final class RealRedis implements AutoCloseable {
    private final Path folder;
    private final Process process;
    private final SocketChannel channel;
    private final InputStream in;

    private RealRedis(Path folder, Process process) throws IOException {
        this.folder = folder;
        this.process = process;
        this.channel = connect();
        this.in = new BufferedInputStream(Channels.newInputStream(channel), 1 << 16);
    }

    private SocketChannel connect() throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("s")));
    }

    /** An error reply. */
    public record Failure(String message) {}

    /**
     * Starts a server, or skips the calling test.
     *
     * @param settings as words of its command line
     */
    public static RealRedis startOrSkip(String... settings) {
        Path binary = Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(binary != null, "no redis-server on PATH to compare with");
        try {
            return start(binary, settings);
        } catch (IOException e) {
            throw new IllegalStateException("redis-server is installed but does not start", e);
        }
    }

    private static RealRedis start(Path binary, String... settings) throws IOException {
        Path folder = Files.createTempDirectory("sluice-oracle");
        ProcessBuilder builder = new ProcessBuilder(
                binary.toString(),
                "--port",
                "0",
                "--unixsocket",
                folder.resolve("s").toString(),
                "--save",
                "",
                "--dir",
                folder.toString(),
                "--enable-debug-command",
                "yes");
        builder.command().addAll(List.of(settings));
        Process process = builder.redirectErrorStream(true).start();
        // Kept open until the end: the server may log more, little enough for the pipe to hold.
        BufferedReader log = process.inputReader(StandardCharsets.ISO_8859_1);
        StringBuilder seen = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            seen.append(line).append('\n');
            if (line.contains("eady to accept connections") || line.contains("accept connections at")) {
                return new RealRedis(folder, process);
            }
        }
        throw new IOException("redis-server ended: " + seen);
    }

    /** Sends one command and returns its reply: Long, byte[], Double, Boolean, List, {@link Failure}, String or null. */
    public Object call(byte[]... args) {
        return callAll(List.<byte[][]>of(args)).get(0);
    }

    /** As {@link #call(byte[]...)}, for arguments that are text. */
    public Object call(String... args) {
        return call(Stream.of(args).map(RealRedis::bytes).toArray(byte[][]::new));
    }

    /** Sends all commands at once and returns their replies. */
    public List<Object> callAll(List<byte[][]> commands) {
        try {
            List<Object> replies = new ArrayList<>(commands.size());
            // Few enough at a time that neither side's socket buffer fills while the other one still writes.
            for (int from = 0; from < commands.size(); from += 50) {
                List<byte[][]> part = commands.subList(from, Math.min(from + 50, commands.size()));
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                for (byte[][] command : part) {
                    out.writeBytes(bytes("*" + command.length + "\r\n"));
                    for (byte[] arg : command) {
                        out.writeBytes(bytes("$" + arg.length + "\r\n"));
                        out.writeBytes(arg);
                        out.writeBytes(bytes("\r\n"));
                    }
                }
                write(channel, out.toByteArray());
                for (int i = 0; i < part.size(); i++) {
                    replies.add(read());
                }
            }
            return replies;
        } catch (IOException e) {
            throw new IllegalStateException("lost the redis-server", e);
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** All that the server answers to these bytes, one char a byte, on a connection of their own until it is closed. */
    public String answer(String bytes) throws IOException {
        try (SocketChannel own = connect()) {
            write(own, bytes(bytes));
            own.shutdownOutput();
            return new String(Channels.newInputStream(own).readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** The bytes of a text of Latin-1. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A bulk or simple string, or an error's message after an exclamation mark, as Latin-1 text. */
    public static String text(Object reply) {
        if (reply instanceof byte[] b) {
            return new String(b, StandardCharsets.ISO_8859_1);
        }
        return reply instanceof Failure f ? "!" + f.message() : String.valueOf(reply);
    }

    private Object read() throws IOException {
        int kind = in.read();
        String line = line();
        switch (kind) {
            case '+':
            case ',':
                return line;
            case '-':
                return new Failure(line);
            case ':':
                return Long.parseLong(line);
            case '_':
                return null;
            case '$':
                int length = Integer.parseInt(line);
                if (length < 0) {
                    return null;
                }
                byte[] body = in.readNBytes(length);
                in.readNBytes(2);
                return body;
            case '*':
            case '~':
            case '%':
                int count = Integer.parseInt(line) * (kind == '%' ? 2 : 1);
                if (count < 0) {
                    return null;
                }
                List<Object> list = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    list.add(read());
                }
                return list;
            default:
                throw new IOException("unexpected reply: " + (char) kind + line);
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("redis-server hung up");
            }
            line.write(c);
        }
        in.read();
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
