package io.sluice.bench.load;

import io.sluice.bench.Client;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** What a connection sends before the run: the protocol, who it is, the database. */
final class Greeting {
    private Greeting() {}

    /** @throws IOException also when the server refuses something */
    static void send(Socket socket, Options.Server server) throws IOException {
        // Not closed: the socket is the caller's, and each answer is read to its end.
        @SuppressWarnings("resource")
        Client client = new Client(socket);
        try {
            greet(client, server);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static void greet(Client client, Options.Server server) throws IOException {
        String password = server.password();
        if (password != null) {
            List<String> auth = new ArrayList<>(List.of("AUTH"));
            if (server.user() != null) {
                auth.add(server.user());
            }
            auth.add(password);
            client.send(auth.toArray(String[]::new));
        }
        if (server.protocol() != 0) {
            client.send("HELLO", Integer.toString(server.protocol()));
        }
        if (server.database() != 0) {
            client.send("SELECT", Integer.toString(server.database()));
        }
    }
}
