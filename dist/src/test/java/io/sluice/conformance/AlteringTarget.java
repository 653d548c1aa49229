package io.sluice.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Stands in front of a server and alters what it answers, to see that the suite notices. */
final class AlteringTarget implements Target {

    private final Target real;
    private final UnaryOperator<byte[]> alteration;
    private final ServerSocket listener;

    /** @param alteration applied to each piece of bytes that the server sends */
    AlteringTarget(Target real, UnaryOperator<byte[]> alteration) throws IOException {
        this.real = real;
        this.alteration = alteration;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "altering-target");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(real.host(), real.port());
                daemon(() -> copy(client, server, UnaryOperator.identity()));
                daemon(() -> copy(server, client, alteration));
            }
        } catch (SocketException closed) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Socket from, Socket to, UnaryOperator<byte[]> alteration) {
        byte[] buffer = new byte[64 * 1024];
        try (from) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(alteration.apply(Arrays.copyOf(buffer, n)));
            }
            to.shutdownOutput();
        } catch (SocketException closed) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "altered " + real.name();
    }

    @Override
    public int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
