package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A redis-server of our own, to compare with, behind a socket in a temporary directory. */
final class LiveRedis implements AutoCloseable {
    private final Path directory;
    private final Process process;

    private LiveRedis(Path directory, Process process) {
        this.directory = directory;
        this.process = process;
    }

    /** Starts redis-server if there is one on the path. */
    static Optional<LiveRedis> start(String... settings) throws IOException {
        boolean installed = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "redis-server")));
        if (!installed) {
            return Optional.empty();
        }
        Path directory = Files.createTempDirectory("redis");
        ProcessBuilder builder =
                new ProcessBuilder("redis-server", "--port", "0", "--unixsocket", "socket", "--save", "");
        builder.command().addAll(Arrays.asList(settings));
        Process process =
                builder.directory(directory.toFile()).redirectErrorStream(true).start();
        LiveRedis redis = new LiveRedis(directory, process);
        BufferedReader log = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            said.append(line).append('\n');
            if (line.contains("ready to accept connections")) {
                return Optional.of(redis);
            }
        }
        redis.close();
        throw new IOException("redis-server did not start: " + said);
    }

    /** All that the server answers to these bytes, one char a byte, on a connection of their own until it is closed. */
    String answer(String bytes) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve("socket")))) {
            ByteBuffer out = ByteBuffer.wrap(bytes.getBytes(ISO_8859_1));
            while (out.hasRemaining()) {
                channel.write(out);
            }
            channel.shutdownOutput();
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            ByteBuffer in = ByteBuffer.allocate(64 * 1024);
            while (channel.read(in) >= 0) {
                answer.write(in.array(), 0, in.position());
                in.clear();
            }
            return answer.toString(ISO_8859_1);
        }
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(directory.resolve("socket"));
        Files.delete(directory);
    }
}
