package io.sluice.proxy.command;

import static io.sluice.proxy.command.TestServer.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class CommandCommandsTest {
    private final TestServer server = new TestServer();

    @Test
    void countAndListAgree() {
        long plain = texts(server.run("command", "list")).stream()
                .filter(name -> name.indexOf('|') < 0)
                .count();
        assertThat(server.run("command", "count")).isEqualTo(Reply.integer(plain));
        assertThat(((Reply.Aggregate) server.run("command")).size()).isEqualTo((int) plain);
        assertThat(((Reply.Aggregate) server.run("command", "info")).size()).isEqualTo((int) plain);
        assertThat(((Reply.Aggregate) server.run("command", "docs")).size()).isEqualTo((int) plain * 2);
    }

    @Test
    void filters() {
        assertThat(texts(server.run("command", "list", "filterby", "pattern", "CONFIG|*")))
                .contains("config|get", "config|set")
                .allMatch(name -> name.startsWith("config|"));
        assertThat(texts(server.run("command", "list", "filterby", "aclcat", "connection")))
                .contains("ping", "client|id");
        assertThat(server.run("command", "list", "filterby", "aclcat", "nope")).isEqualTo(Reply.EMPTY_ARRAY);
        assertThat(server.run("command", "list", "filterby", "module", "x")).isEqualTo(Reply.EMPTY_ARRAY);
        assertThat(server.text("command", "list", "filterby", "foo", "x")).isEqualTo("-ERR syntax error");
        assertThat(server.text("command", "list", "foo")).isEqualTo("-ERR syntax error");
    }

    @Test
    void infoOfSubcommandsAndOfNothing() {
        Reply.Aggregate info = (Reply.Aggregate) server.run("command", "info", "config|get", "nope");
        assertThat(info.get(1)).isEqualTo(Reply.NULL);
        assertThat(((Reply.Aggregate) info.get(0)).get(0)).isEqualTo(Reply.bulk("config|get"));
        assertThat(((Reply.Aggregate) info.get(0)).get(1)).isEqualTo(Reply.integer(-3));
        assertThat(server.run("command", "docs", "nope")).isEqualTo(Reply.EMPTY_MAP);
        assertThat(texts(((Reply.Aggregate) server.run("command", "docs", "config")).get(1)))
                .contains("summary", "since", "group", "server", "complexity", "subcommands");
    }

    @Test
    void keysOfRequests() {
        assertThat(server.text("command", "getkeys", "nope")).isEqualTo("-ERR Invalid command specified");
        assertThat(server.text("command", "getkeys", "ping")).isEqualTo("-ERR The command has no key arguments");
        TestServer withKeys = new TestServer();
        CommandTable table = CommandTable.builder()
                .row("MSET", -3, EnumSet.of(Flag.WRITE), KeySpec.range(1, -1, 2), "1.0.1", "O(N)", "", noKeys())
                .row("COPY", -3, EnumSet.of(Flag.WRITE), KeySpec.range(1, 2, 1), "6.2.0", "O(N)", "", noKeys())
                .row("EVAL", -3, EnumSet.of(Flag.NO_MANDATORY_KEYS), KeySpec.counted(2), "2.6.0", "", "", noKeys())
                .row("ZUNION", -3, EnumSet.of(Flag.READONLY), KeySpec.counted(1), "6.2.0", "", "", noKeys())
                .build();
        CommandTable.Builder builder = CommandTable.builder();
        new CommandCommands(() -> table).rows(builder);
        CommandTable commands = builder.build();
        assertThat(texts(run(commands, withKeys, "getkeys", "mset", "a", "1", "b", "2")))
                .containsExactly("a", "b");
        assertThat(run(commands, withKeys, "getkeysandflags", "copy", "a", "b"))
                .isEqualTo(Reply.array(
                        Reply.array(
                                Reply.bulk("a"),
                                Reply.set(java.util.List.of(Reply.simple("RO"), Reply.simple("access")))),
                        Reply.array(
                                Reply.bulk("b"),
                                Reply.set(java.util.List.of(Reply.simple("OW"), Reply.simple("update"))))));
        assertThat(run(commands, withKeys, "getkeys", "eval", "x", "0")).isEqualTo(Reply.EMPTY_ARRAY);
        assertThat(texts(run(commands, withKeys, "getkeys", "eval", "x", "1", "a", "b")))
                .containsExactly("a");
        assertThat(run(commands, withKeys, "getkeys", "eval", "x", "5", "a")).isEqualTo(Reply.EMPTY_ARRAY);
        assertThat(TestServer.text(run(commands, withKeys, "getkeys", "mset", "a")))
                .isEqualTo("-ERR Invalid number of arguments specified for command");
        assertThat(TestServer.text(run(commands, withKeys, "getkeys", "zunion", "x", "a")))
                .isEqualTo("-ERR Invalid arguments specified for command");
    }

    private static Handler.OnKeys noKeys() {
        return (context, args) -> Reply.OK;
    }

    private static Reply run(CommandTable table, TestServer server, String... words) {
        String[] request = new String[words.length + 1];
        request[0] = "command";
        System.arraycopy(words, 0, request, 1, words.length);
        Args args = TestServer.args(request);
        CommandSpec spec = new CommandResolver(table).find(args);
        try {
            return ((Handler.OnSession) spec.handler()).run(server.session, args);
        } catch (io.sluice.proxy.engine.CommandException e) {
            return Reply.error(e.reply());
        }
    }
}
