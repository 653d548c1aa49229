package io.sluice.proxy.command;

import static io.sluice.proxy.command.TestServer.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.resp.Reply;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectionCommandsTest {
    private static final String WRONGPASS = "-WRONGPASS invalid username-password pair or user is disabled.";

    private final TestServer server = new TestServer();
    private final TestServer locked = new TestServer(Map.of(SecuritySettings.REQUIREPASS, "secret"));

    @Test
    void pingAndEcho() {
        assertThat(server.run("PING")).isEqualTo(Reply.PONG);
        assertThat(server.run("ping", "hi")).isEqualTo(Reply.bulk("hi"));
        assertThat(server.text("ping", "a", "b")).isEqualTo("-ERR wrong number of arguments for 'ping' command");
        assertThat(server.run("echo", "")).isEqualTo(Reply.EMPTY_BULK);
    }

    @Test
    void quitAnswersBeforeItCloses() {
        assertThat(server.run("quit")).isEqualTo(Reply.OK);
        assertThat(server.session.closesAfterReplies).isTrue();
        assertThat(server.session.closed).isFalse();
    }

    @Test
    void selectTakesTheDatabasesThereAre() {
        assertThat(server.text("select", "15")).isEqualTo("OK");
        assertThat(server.session.db).isEqualTo(15);
        assertThat(server.text("select", "16")).isEqualTo("-ERR DB index is out of range");
        assertThat(server.text("select", "-1")).isEqualTo("-ERR DB index is out of range");
        assertThat(server.text("select", "x")).isEqualTo("-ERR value is not an integer or out of range");
        assertThat(server.text("select", "4294967296"))
                .isEqualTo("-ERR value is out of range, value must between -2147483648 and 2147483647");
        assertThat(server.session.db).isEqualTo(15);
    }

    @Test
    void helloGreetsAndChoosesTheProtocol() {
        Reply.Aggregate greeting = (Reply.Aggregate) server.run("hello", "3");
        assertThat(greeting.kind()).isEqualTo(Reply.Aggregate.Kind.MAP);
        assertThat(texts(greeting))
                .startsWith("server", "redis", "version", "7.2.4", "proto", "3", "id", "1", "mode", "standalone");
        assertThat(server.session.protocol).isEqualTo(3);
        assertThat(texts(server.run("hello"))).contains("3");
        assertThat(server.text("hello", "2", "setname", "me")).contains("server");
        assertThat(server.session.protocol).isEqualTo(2);
        assertThat(server.session.name).asString().isEqualTo("me");
    }

    @Test
    void helloThatFailsChangesNothing() {
        server.session.protocol = 2;
        assertThat(server.text("hello", "4")).isEqualTo("-NOPROTO unsupported protocol version");
        assertThat(server.text("hello", "4294967299")).isEqualTo("-NOPROTO unsupported protocol version");
        assertThat(server.text("hello", "x")).isEqualTo("-ERR Protocol version is not an integer or out of range");
        assertThat(server.text("hello", "3", "setname")).isEqualTo("-ERR Syntax error in HELLO option 'setname'");
        assertThat(server.text("hello", "3", "auth", "a")).isEqualTo("-ERR Syntax error in HELLO option 'auth'");
        assertThat(server.text("hello", "3", "foo")).isEqualTo("-ERR Syntax error in HELLO option 'foo'");
        assertThat(server.text("hello", "3", "setname", "a b"))
                .isEqualTo("-ERR Client names cannot contain spaces, newlines or special characters.");
        assertThat(server.text("hello", "3", "setname", "me", "auth", "x", "y")).isEqualTo(WRONGPASS);
        assertThat(server.session.protocol).isEqualTo(2);
        assertThat(server.session.name).isEmpty();
    }

    @Test
    void helloCanAuthenticateAndMustWhereThereIsAPassword() {
        locked.session.authenticated = false;
        assertThat(locked.text("hello", "3"))
                .startsWith("-NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO"
                        + " <proto> AUTH <user> <pass> option can be used");
        assertThat(locked.text("hello", "3", "auth", "default", "wrong")).isEqualTo(WRONGPASS);
        assertThat(locked.text("hello", "3", "auth", "default", "secret")).contains("server");
        assertThat(locked.session.authenticated).isTrue();
    }

    @Test
    void authKnowsOnePasswordOfOneUser() {
        locked.session.authenticated = false;
        assertThat(locked.text("auth", "wrong")).isEqualTo(WRONGPASS);
        assertThat(locked.text("auth", "somebody", "secret")).isEqualTo(WRONGPASS);
        assertThat(locked.session.authenticated).isFalse();
        assertThat(locked.server.stats().authenticationsFailed()).isEqualTo(2);
        assertThat(locked.text("auth", "default", "secret")).isEqualTo("OK");
        assertThat(locked.session.authenticated).isTrue();
        assertThat(locked.text("auth", "wrong")).isEqualTo(WRONGPASS);
        assertThat(locked.session.authenticated)
                .as("a later mistake does not lock out")
                .isTrue();
    }

    @Test
    void authWithoutAPasswordToGive() {
        assertThat(server.text("auth", "x"))
                .isEqualTo("-ERR AUTH <password> called without any password configured for the default user. Are you"
                        + " sure your configuration is correct?");
        assertThat(server.text("auth", "default", "anything")).isEqualTo("OK");
        assertThat(server.text("auth", "foo", "bar")).isEqualTo(WRONGPASS);
        assertThat(server.text("auth", "a", "b", "c")).isEqualTo("-ERR syntax error");
    }

    @Test
    void commandsOfAClusterAreRefused() {
        for (String command : new String[] {"readonly", "readwrite", "asking"}) {
            assertThat(server.text(command)).isEqualTo("-ERR This instance has cluster support disabled");
        }
    }

    @Test
    void reset() {
        assertThat(server.text("reset")).isEqualTo("RESET");
        assertThat(server.session.wasReset).isTrue();
    }
}
