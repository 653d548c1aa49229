package io.sluice.conformance;

import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The connections that one case has to one server, and the replies that it kept. */
final class Session implements AutoCloseable {

    /** No case names a connection so. */
    private static final String WATCHER = "watcher";

    private static final long WAIT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final byte[] OK = "+OK\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Target target;
    private final Protocol initial;
    private final Map<String, RawClient> clients = new HashMap<>();
    private final Map<String, Protocol> protocols = new HashMap<>();
    private final Map<RawClient, String> ids = new HashMap<>();
    private final Map<String, byte[]> saved = new HashMap<>();

    Session(Target target, Protocol initial) {
        this.target = target;
        this.initial = initial;
    }

    Target target() {
        return target;
    }

    /** Removes all data, so that a case or a sequence starts on an empty server. */
    void clear() throws IOException {
        byte[] reply = call("", RawClient.bytes("FLUSHALL"));
        if (!Arrays.equals(reply, OK)) {
            throw new UnansweredException(target.name() + " answers FLUSHALL with " + ReplyNotation.show(reply));
        }
    }

    RawClient client(String connection) throws IOException {
        RawClient client = clients.get(connection);
        if (client == null) {
            client = new RawClient(target);
            clients.put(connection, client);
            protocols.put(connection, Protocol.RESP2);
            if (initial == Protocol.RESP3) {
                call(connection, RawClient.bytes("HELLO", "3"));
            }
        }
        return client;
    }

    /** Sends a command and returns the answer; a connection that was found closed is forgotten. */
    byte[] call(String connection, List<byte[]> command) throws IOException {
        RawClient client = client(connection);
        byte[] answer;
        try {
            client.send(RawClient.encode(command));
            answer = Answer.from(client);
        } catch (SocketException closed) {
            answer = Answer.CLOSED;
        }
        if (Answer.isReply(answer)) {
            noteProtocol(connection, command, answer);
        } else {
            forget(connection);
        }
        return answer;
    }

    /** The number by which the server knows the connection. Asked for the first time, it must not wait. */
    String id(String connection) throws IOException {
        RawClient client = client(connection);
        String id = ids.get(client);
        if (id == null) {
            id = Reply.parse(client.call("CLIENT", "ID")).text();
            ids.put(client, id);
        }
        return id;
    }

    /** Whether the server shows that the connection's command waits. */
    boolean isWaiting(String connection) throws IOException {
        String line = Reply.parse(client(WATCHER).call("CLIENT", "LIST", "ID", id(connection)))
                .text();
        return line.matches("(?s).* flags=[a-zA-Z]*b.*");
    }

    /** Sends a command that may have to wait; returns its answer, or {@link Answer#WAITS} when the server shows that it does. */
    byte[] callThatMayWait(String connection, List<byte[]> command) throws IOException {
        id(connection); // the connection has to be known before it waits
        sendOnly(connection, command);
        long deadline = System.nanoTime() + WAIT_LIMIT_NANOS;
        while (!isWaiting(connection)) {
            if (client(connection).available() > 0 || System.nanoTime() > deadline) {
                return Answer.from(client(connection));
            }
        }
        return Answer.WAITS;
    }

    void sendOnly(String connection, List<byte[]> command) throws IOException {
        client(connection).send(RawClient.encode(command));
    }

    void forget(String connection) throws IOException {
        RawClient client = clients.remove(connection);
        if (client != null) {
            client.close();
        }
    }

    Protocol protocol(String connection) {
        return protocols.getOrDefault(connection, Protocol.RESP2);
    }

    private void noteProtocol(String connection, List<byte[]> command, byte[] answer) {
        String name = new String(command.get(0), StandardCharsets.ISO_8859_1);
        if (answer[0] == '-') {
            return;
        }
        if (name.equalsIgnoreCase("RESET")) {
            protocols.put(connection, Protocol.RESP2);
        } else if (name.equalsIgnoreCase("HELLO") && command.size() > 1) {
            protocols.put(connection, answer[0] == '%' ? Protocol.RESP3 : Protocol.RESP2);
        }
    }

    void save(String name, byte[] answer) {
        byte[] body = Answer.isReply(answer) ? Reply.parse(answer).body() : null;
        saved.put(name, body == null ? new byte[0] : body);
    }

    /** The words of a command line, with saved replies in the places of their names. */
    List<byte[]> words(String line, Session redis) {
        List<byte[]> words = new ArrayList<>();
        for (byte[] word : Quoting.split(line)) {
            String text = new String(word, StandardCharsets.ISO_8859_1);
            if (text.startsWith("$redis.") && redis.saved.containsKey(text.substring(7))) {
                words.add(redis.saved.get(text.substring(7)));
            } else if (text.startsWith("$") && saved.containsKey(text.substring(1))) {
                words.add(saved.get(text.substring(1)));
            } else {
                words.add(word);
            }
        }
        return words;
    }

    @Override
    public void close() throws IOException {
        for (RawClient client : clients.values()) {
            client.close();
        }
    }
}
