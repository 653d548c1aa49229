package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.config.SecuritySettings;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CommandResolverTest {
    private final TestServer server = new TestServer();

    @Test
    void anUnknownCommandIsQuotedWithItsFirstArguments() {
        assertThat(server.text("nope", "a", "b c"))
                .isEqualTo("-ERR unknown command 'nope', with args beginning with: 'a' 'b c' ");
        assertThat(server.text("nope")).isEqualTo("-ERR unknown command 'nope', with args beginning with: ");
    }

    @Test
    void everyNameIsFoundInAnyCaseAndNothingElseIs() {
        for (CommandSpec row : server.table.rows()) {
            byte[] name = row.name().getBytes(StandardCharsets.ISO_8859_1);
            assertThat(server.table.find(name)).isSameAs(row);
            for (int i = 0; i < name.length; i++) {
                byte[] other = name.clone();
                other[i] ^= 0x20;
                boolean isLetter = name[i] >= 'A' && name[i] <= 'Z';
                assertThat(server.table.find(other)).isSameAs(isLetter ? row : null);
                other[i] |= (byte) 0x80;
                assertThat(server.table.find(other)).isNull();
            }
        }
        assertThat(server.table.find(new byte[0])).isNull();
    }

    @Test
    void whatIsQuotedIsCutWhereRedisCutsIt() {
        String[] request = IntStream.concat(IntStream.of(0), IntStream.rangeClosed(100, 200))
                .mapToObj(i -> i == 0 ? "x".repeat(150) : Integer.toString(i))
                .toArray(String[]::new);
        StringBuilder quoted = new StringBuilder();
        for (int i = 100; i <= 120; i++) {
            quoted.append("'").append(i).append("' ");
        }
        assertThat(server.text(request))
                .isEqualTo("-ERR unknown command '" + "x".repeat(128) + "', with args beginning with: " + quoted
                        + "'12' ");
    }

    @Test
    void lineEndsInWhatIsQuotedCannotBreakTheProtocol() {
        assertThat(server.text("no\r\npe")).doesNotContain("\r", "\n");
    }

    @Test
    void anUnknownSubcommandPointsToHelp() {
        assertThat(server.text("config", "nope", "x")).isEqualTo("-ERR unknown subcommand 'nope'. Try CONFIG HELP.");
        assertThat(server.text("client|list")).startsWith("-ERR unknown command 'client|list'");
    }

    @Test
    void arityIsCheckedWithTheFullName() {
        assertThat(server.text("echo")).isEqualTo("-ERR wrong number of arguments for 'echo' command");
        assertThat(server.text("config", "get")).isEqualTo("-ERR wrong number of arguments for 'config|get' command");
        assertThat(server.text("config")).isEqualTo("-ERR wrong number of arguments for 'config' command");
    }

    @Test
    void withoutThePasswordOnlyGreetingsAreHeard() {
        TestServer locked = new TestServer(Map.of(SecuritySettings.REQUIREPASS, "secret"));
        locked.session.authenticated = false;
        assertThat(locked.text("ping")).isEqualTo("-NOAUTH Authentication required.");
        assertThat(locked.text("nope")).startsWith("-ERR unknown command");
        assertThat(locked.text("echo")).startsWith("-ERR wrong number");
        assertThat(locked.text("auth", "secret")).isEqualTo("OK");
        assertThat(locked.text("ping")).isEqualTo("PONG");
    }

    @Test
    void debugIsForThoseWhoAreAllowed() {
        server.session.local = false;
        assertThat(server.text("debug", "help")).startsWith("-ERR DEBUG command not allowed. If the");
        TestServer nobody = new TestServer(Map.of(SecuritySettings.ENABLE_DEBUG_COMMAND, "no"));
        assertThat(nobody.text("debug", "jmap")).startsWith("-ERR DEBUG command not allowed.");
        TestServer everybody = new TestServer(Map.of(SecuritySettings.ENABLE_DEBUG_COMMAND, "yes"));
        everybody.session.local = false;
        assertThat(everybody.text("debug", "jmap")).startsWith("ProcessMemory");
    }
}
