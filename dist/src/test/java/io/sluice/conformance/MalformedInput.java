package io.sluice.conformance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Bytes that are no orderly request, and what becomes of the connection.
 *
 * <pre>
 *   == title
 *   "*1\r\n$4\r\nPING\r\n"     bytes to send, one line for each write
 *   "x" * 70000                the same repeated
 *   open                       the connection goes on: a further command is answered
 * </pre>
 *
 * A line {@code since VERSION} leaves the input out while redis-server is older: its limits were others.
 *
 * <p>The last line is {@code open}, {@code closes} (the server closes after its replies) or {@code waits} (the server waits
 * for the rest: it closes only when the client has said that nothing more will come).
 */
record MalformedInput(String title, String origin, RedisVersion since, List<byte[]> writes, End end) {

    enum End {
        OPEN,
        CLOSES,
        WAITS
    }

    /** Enough for the start of a cold server on a busy machine, and no more: one that keeps a connection open where it should not makes every such input wait for it. */
    private static final int LIMIT_MILLIS = 60_000;

    private static final String SENTINEL = "still-here";
    private static final byte[] SENTINEL_REPLY =
            ("$" + SENTINEL.length() + "\r\n" + SENTINEL + "\r\n").getBytes(StandardCharsets.US_ASCII);

    static List<MalformedInput> read(String name) {
        List<MalformedInput> inputs = new ArrayList<>();
        String title = null;
        String origin = null;
        RedisVersion since = null;
        List<byte[]> writes = new ArrayList<>();
        int number = 0;
        for (String line : CaseFile.resource(name).lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("== ")) {
                title = line.substring(3);
                origin = name + ":" + number;
                since = RedisVersion.ANY;
                writes = new ArrayList<>();
            } else if (line.startsWith("since ")) {
                since = RedisVersion.parse(line.substring(6));
            } else if (line.startsWith("\"")) {
                writes.add(bytes(line));
            } else {
                End end = End.valueOf(line.trim().toUpperCase(Locale.ROOT));
                inputs.add(new MalformedInput(title, origin, since, List.copyOf(writes), end));
            }
        }
        return List.copyOf(inputs);
    }

    private static byte[] bytes(String line) {
        int times = 1;
        String quoted = line.trim();
        int star = quoted.lastIndexOf("\" * ");
        if (star > 0) {
            times = Integer.parseInt(quoted.substring(star + 4).trim());
            quoted = quoted.substring(0, star + 1);
        }
        byte[] once = Quoting.split(quoted).get(0);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.writeBytes(once);
        }
        return all.toByteArray();
    }

    /** Everything that the server sent in answer, to the end that is expected of it. */
    byte[] answerOf(Target target, Protocol protocol) throws IOException {
        try (RawClient client = new RawClient(target, LIMIT_MILLIS)) {
            if (protocol == Protocol.RESP3) {
                client.call("HELLO", "3");
            }
            client.call("FLUSHALL");
            for (byte[] write : writes) {
                client.send(write);
            }
            switch (end) {
                case OPEN:
                    client.send(RawClient.encode(RawClient.bytes("ECHO", SENTINEL)));
                    return client.readUntil(SENTINEL_REPLY);
                case WAITS:
                    client.endOfRequests();
                    return client.readToEnd();
                default:
                    return client.readToEnd();
            }
        }
    }
}
