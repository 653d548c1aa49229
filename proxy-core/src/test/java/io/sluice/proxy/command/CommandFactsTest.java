package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.RealRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The facts of the table are those that a redis-server's own COMMAND INFO tells, but for what is listed here. */
class CommandFactsTest {
    private static final String[] FIELDS = {
        "name", "arity", "flags", "first key", "last key", "step", "categories", "tips", "key specifications"
    };

    /** Where Redis 7.2 says something else than the 7.0 that may be installed, or Sluice means to differ. */
    private static final Set<String> INTENDED = Set.of(
            // 7.2 takes a request of one argument
            "COMMAND|GETKEYS arity: -4 in Redis, -3 here",
            "COMMAND|GETKEYSANDFLAGS arity: -4 in Redis, -3 here",
            // 7.2 has WITHSCORE
            "ZRANK arity: 3 in Redis, -3 here",
            "ZREVRANK arity: 3 in Redis, -3 here",
            // 7.2 has policies for these
            "CONFIG|RESETSTAT tips: [] in Redis, [request_policy:all_nodes, response_policy:all_succeeded] here",
            "CONFIG|REWRITE tips: [] in Redis, [request_policy:all_nodes, response_policy:all_succeeded] here");

    /** New in Redis 7.2 or 7.4, or Sluice's own. */
    private static final Set<String> NOT_IN_7_0 = Set.of(
            "CLIENT|NO-TOUCH",
            "CLIENT|SETINFO",
            "WAITAOF",
            "DEBUG|OBJECT",
            "HEXPIRE",
            "HPEXPIRE",
            "HEXPIREAT",
            "HPEXPIREAT",
            "HTTL",
            "HPTTL",
            "HEXPIRETIME",
            "HPEXPIRETIME",
            "HPERSIST");

    @Test
    void theTableSaysWhatRedisSays() throws Exception {
        CommandTable table = new TestServer().table;
        CommandDescription description = new CommandDescription(table);
        Set<String> differences = new TreeSet<>();
        Set<String> unknown = new TreeSet<>();
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (CommandSpec spec : table.rows()) {
                String name = spec.name().toLowerCase(Locale.ROOT);
                Object answer = ((List<?>) redis.call("COMMAND", "INFO", name)).get(0);
                if (answer == null) {
                    unknown.add(spec.name());
                    continue;
                }
                List<?> theirs = (List<?>) answer;
                Reply.Aggregate ours = (Reply.Aggregate) description.info(spec);
                for (int field = 1; field < FIELDS.length; field++) {
                    String expected = text(theirs.get(field), field);
                    String actual = text(plain(ours.get(field)), field);
                    if (!expected.equals(actual)) {
                        differences.add(
                                spec.name() + " " + FIELDS[field] + ": " + expected + " in Redis, " + actual + " here");
                    }
                }
            }
        }
        differences.removeAll(INTENDED); // a redis-server of 7.2 has none of them
        unknown.removeAll(NOT_IN_7_0);
        assertThat(differences).isEmpty();
        assertThat(unknown).as("commands that Redis does not have").isEmpty();
    }

    /** Sets and tips have no order worth comparing; a note beside a key specification is for people. */
    private static String text(Object value, int field) {
        if (!(value instanceof List<?> list)) {
            return RealRedis.text(value);
        }
        if (field == FIELDS.length - 1) {
            return list.stream()
                    .map(CommandFactsTest::keySpecification)
                    .toList()
                    .toString();
        }
        return list.stream()
                .map(RealRedis::text)
                .collect(Collectors.toCollection(TreeSet::new))
                .toString();
    }

    private static String keySpecification(Object specification) {
        List<?> entries = (List<?>) specification;
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += 2) {
            String name = RealRedis.text(entries.get(i));
            if (name.equals("flags")) {
                shown.add(text(entries.get(i + 1), 2));
            } else if (!name.equals("notes")) {
                shown.add(name + "=" + flat(entries.get(i + 1)));
            }
        }
        return shown.toString();
    }

    private static String flat(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(CommandFactsTest::flat).collect(Collectors.joining(" ", "(", ")"))
                : RealRedis.text(value);
    }

    /** Our reply as the client of the oracle reads it in RESP2. */
    private static Object plain(Reply reply) {
        return reply instanceof Reply.Aggregate aggregate
                ? aggregate.elements().stream().map(CommandFactsTest::plain).toList()
                : TestServer.text(reply);
    }
}
