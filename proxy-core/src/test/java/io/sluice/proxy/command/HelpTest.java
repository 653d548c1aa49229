package io.sluice.proxy.command;

import static io.sluice.proxy.command.TestServer.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    private final TestServer server = new TestServer();

    @ParameterizedTest
    @ValueSource(strings = {"ACL", "CLIENT", "COMMAND", "CONFIG", "DEBUG", "LATENCY", "MEMORY", "SLOWLOG"})
    void helpHasRedissForm(String container) {
        Reply reply = server.run(container, "help");
        List<String> lines = texts(reply);
        assertThat(lines.get(0)).isEqualTo(container + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
        assertThat(lines.subList(lines.size() - 2, lines.size())).containsExactly("HELP", "    Prints this help.");
        assertThat(((Reply.Aggregate) reply).elements()).allMatch(line -> line instanceof Reply.Simple);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ACL", "CLIENT", "COMMAND", "CONFIG", "LATENCY", "MEMORY", "SLOWLOG"})
    void helpNamesEverySubcommand(String container) {
        String help = String.join("\n", texts(server.run(container, "help")));
        for (CommandSpec subcommand : server.table.subcommands(container)) {
            String name = subcommand.name().substring(container.length() + 1);
            assertThat(help).containsPattern("(?m)^" + name + "\\b");
        }
    }
}
