package io.sluice.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/**
 * Random histories of several connections, of which some wait for keys that another one fills: both servers must let the
 * same ones wait, serve the same ones with the same, and keep the same. There is no model: redis-server says what is right.
 */
final class RandomWaits {
    private static final String FILLER = "";
    private static final int WAITERS = 4;
    private static final int KEYS = 4;

    private final RedisOracle oracle;
    private final Target target;
    private final Protocol protocol;
    private final Counts counts;

    RandomWaits(RedisOracle oracle, Target target, Protocol protocol, Counts counts) {
        this.oracle = oracle;
        this.target = target;
        this.protocol = protocol;
        this.counts = counts;
    }

    /** Runs one history; a report if the servers disagree. */
    Optional<String> run(long seed, int length, String tag) throws IOException {
        counts.sequence(length);
        try (Session left = new Session(oracle, protocol);
                Session right = new Session(target, protocol)) {
            left.clear();
            right.clear();
            return new History(new Random(seed), tag, left, right).run(seed, length);
        }
    }

    private final class History {
        private final Random random;
        private final String tag;
        private final Session left;
        private final Session right;
        private final TreeSet<String> waiting = new TreeSet<>();
        private final List<String> log = new ArrayList<>();
        private int element;

        History(Random random, String tag, Session left, Session right) {
            this.random = random;
            this.tag = tag;
            this.left = left;
            this.right = right;
        }

        Optional<String> run(long seed, int length) throws IOException {
            boolean agree = true;
            for (int i = 0; agree && i < length; i++) {
                String idle = waiting.size() < WAITERS && chance(2) ? idleWaiter() : FILLER;
                agree = idle.equals(FILLER) ? fill() : mayWait(idle, waits());
                agree = agree && compareWaiting();
            }
            for (String last : new ArrayList<>(waiting)) {
                agree = agree && unblock(last, "TIMEOUT") && compareWaiting();
            }
            agree = agree && look();
            return agree
                    ? Optional.empty()
                    : Optional.of(String.format(
                            "%s and %s disagree, -Dconformance.seed=%d %s:%n    %s%n",
                            oracle.name(),
                            target.name(),
                            seed,
                            protocol,
                            String.join(System.lineSeparator() + "    ", log)));
        }

        private String idleWaiter() {
            String name;
            do {
                name = "w" + random.nextInt(WAITERS);
            } while (waiting.contains(name));
            return name;
        }

        // ---- what is done ----

        private boolean fill() throws IOException {
            if (chance(12) && !waiting.isEmpty()) {
                List<String> all = new ArrayList<>(waiting);
                return unblock(all.get(random.nextInt(all.size())), pick("TIMEOUT", "ERROR"));
            }
            if (chance(6)) {
                boolean agree = send("MULTI");
                for (int i = 1 + random.nextInt(4); agree && i > 0; i--) {
                    agree = send(chance(4) ? waits() : change());
                }
                return agree && send("EXEC");
            }
            if (chance(10)) {
                return look();
            }
            return send(change());
        }

        private String change() {
            return switch (random.nextInt(19)) {
                case 0, 1, 2, 3, 4 -> pick("LPUSH ", "RPUSH ") + key() + elements(" ");
                case 5, 6 -> "ZADD " + key() + elements(" " + random.nextInt(3) + " ");
                case 7 -> pick("RENAME ", "RENAMENX ") + key() + " " + key();
                case 8 -> "COPY " + key() + " " + key() + pick("", " REPLACE");
                case 9 -> "LMOVE " + key() + " " + key() + pick(" LEFT", " RIGHT") + pick(" LEFT", " RIGHT");
                case 10 -> "SET " + key() + " v";
                case 11, 12 -> "DEL " + key();
                case 13 -> store("ZUNIONSTORE %s 2 " + key() + " " + key());
                case 14 -> store("SORT " + key() + " ALPHA STORE %s");
                case 15 -> pick("LPOP ", "RPOP ", "ZPOPMIN ") + key();
                case 16 -> pick("SWAPDB 0 1", "MOVE " + key() + " 1", "COPY " + key() + " " + key() + " DB 1");
                case 17 -> chance(3) ? "FLUSHDB" : "LTRIM " + key() + " 0 1";
                default -> store("ZRANGESTORE %s " + key() + " 0 -1");
            };
        }

        /** Redis serves nobody when a command stores over a value of another type, so there must be none. */
        private String store(String command) {
            String key = key();
            return "DEL " + key + "; " + String.format(command, key);
        }

        private String waits() {
            return switch (random.nextInt(8)) {
                case 0, 1 -> pick("BLPOP ", "BRPOP ") + keys() + " 0";
                case 2, 3 -> "BLMOVE " + key() + " " + key() + pick(" LEFT", " RIGHT") + pick(" LEFT", " RIGHT") + " 0";
                case 4 -> "BRPOPLPUSH " + key() + " " + key() + " 0";
                case 5 -> "BLMPOP 0 2 " + key() + " " + key() + pick(" LEFT", " RIGHT") + pick("", " COUNT 2");
                case 6 -> pick("BZPOPMIN ", "BZPOPMAX ") + keys() + " 0";
                default -> "BZMPOP 0 2 " + key() + " " + key() + pick(" MIN", " MAX") + pick("", " COUNT 3");
            };
        }

        private String keys() {
            return chance(2) ? key() : key() + " " + key() + " " + key();
        }

        private String key() {
            return tag + "k" + random.nextInt(KEYS);
        }

        private String elements(String before) {
            StringBuilder elements = new StringBuilder();
            for (int i = chance(3) ? 1 + random.nextInt(4) : 1; i > 0; i--) {
                elements.append(before).append('e').append(element++);
            }
            return elements.toString();
        }

        private boolean chance(int oneIn) {
            return random.nextInt(oneIn) == 0;
        }

        private String pick(String... choices) {
            return choices[random.nextInt(choices.length)];
        }

        // ---- what is compared ----

        private boolean send(String commands) throws IOException {
            boolean agree = true;
            for (String command : commands.split("; ")) {
                byte[] expected = left.call(FILLER, Quoting.split(command));
                agree = agree && agree(FILLER, command, expected, right.call(FILLER, Quoting.split(command)));
            }
            return agree;
        }

        /** All that the keys hold. */
        private boolean look() throws IOException {
            boolean agree = true;
            for (int i = 0; agree && i < KEYS; i++) {
                String key = tag + "k" + i;
                agree = send("TYPE " + key)
                        && send("LRANGE " + key + " 0 -1")
                        && send("ZRANGE " + key + " 0 -1 WITHSCORES");
            }
            return agree && send("DBSIZE");
        }

        private boolean mayWait(String connection, String command) throws IOException {
            byte[] expected = left.callThatMayWait(connection, Quoting.split(command));
            byte[] actual = right.callThatMayWait(connection, Quoting.split(command));
            if (expected == Answer.WAITS) {
                waiting.add(connection);
            }
            return agree(connection, command, expected, actual);
        }

        private boolean unblock(String connection, String how) throws IOException {
            byte[] expected = left.call(FILLER, RawClient.bytes("CLIENT", "UNBLOCK", left.id(connection), how));
            byte[] actual = right.call(FILLER, RawClient.bytes("CLIENT", "UNBLOCK", right.id(connection), how));
            return agree(FILLER, "CLIENT UNBLOCK " + connection + " " + how, expected, actual);
        }

        /** Those of whom redis-server says that they still wait must wait; the others must be told the same. */
        private boolean compareWaiting() throws IOException {
            for (String connection : new ArrayList<>(waiting)) {
                boolean agree;
                if (left.isWaiting(connection)) {
                    byte[] actual = right.isWaiting(connection) ? Answer.WAITS : Answer.from(right.client(connection));
                    agree = actual == Answer.WAITS || agree(connection, "(waits)", Answer.WAITS, actual);
                } else {
                    waiting.remove(connection);
                    byte[] expected = Answer.from(left.client(connection));
                    agree = agree(connection, "(reply)", expected, Answer.from(right.client(connection)));
                }
                if (!agree) {
                    return false;
                }
            }
            return true;
        }

        private boolean agree(String connection, String command, byte[] expected, byte[] actual) {
            boolean agree = Comparison.agree(new Step(0, connection, command, Map.of()), expected, actual);
            log.add((connection.isEmpty() ? "" : connection + "> ") + command + "  => " + ReplyNotation.show(expected)
                    + (agree ? "" : "  but the target: " + ReplyNotation.show(actual)));
            return agree;
        }
    }
}
