package io.sluice.proxy.command;

import static io.sluice.proxy.command.TestServer.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import org.junit.jupiter.api.Test;

class ClientCommandsTest {
    private final TestServer server = new TestServer();

    @Test
    void names() {
        assertThat(server.run("client", "getname")).isEqualTo(Reply.NULL);
        assertThat(server.text("client", "setname", "bob")).isEqualTo("OK");
        assertThat(server.text("client", "getname")).isEqualTo("bob");
        assertThat(server.text("client", "setname", "a\nb"))
                .isEqualTo("-ERR Client names cannot contain spaces, newlines or special characters.");
        assertThat(server.text("client", "setname", "")).isEqualTo("OK");
        assertThat(server.run("client", "getname")).isEqualTo(Reply.NULL);
    }

    @Test
    void libraries() {
        assertThat(server.text("client", "setinfo", "lib-name", "jedis")).isEqualTo("OK");
        assertThat(server.text("client", "setinfo", "LIB-VER", "6.2")).isEqualTo("OK");
        assertThat(server.session.libraryName).isEqualTo("jedis");
        assertThat(server.session.libraryVersion).isEqualTo("6.2");
        assertThat(server.text("client", "setinfo", "foo", "x")).isEqualTo("-ERR Unrecognized option 'foo'");
        assertThat(server.text("client", "setinfo", "lib-ver", "1 2"))
                .isEqualTo("-ERR lib-ver cannot contain spaces, newlines or special characters.");
    }

    @Test
    void lists() {
        assertThat(server.text("client", "list")).isEqualTo("id=1\nid=2\n");
        assertThat(server.text("client", "info")).isEqualTo("id=1\n");
        assertThat(server.text("client", "list", "type", "normal")).isEqualTo("id=1\nid=2\n");
        assertThat(server.text("client", "list", "type", "pubsub")).isEmpty();
        assertThat(server.text("client", "list", "id", "2", "7", "1")).isEqualTo("id=2\nid=1\n");
        assertThat(server.text("client", "list", "type", "foo")).isEqualTo("-ERR Unknown client type 'foo'");
        assertThat(server.text("client", "list", "id", "x")).isEqualTo("-ERR Invalid client ID");
        assertThat(server.text("client", "list", "id")).isEqualTo("-ERR syntax error");
        assertThat(server.text("client", "list", "foo", "bar")).isEqualTo("-ERR syntax error");
    }

    @Test
    void killByAddressAnswersBeforeItEndsItself() {
        assertThat(server.text("client", "kill", server.other.address())).isEqualTo("OK");
        assertThat(server.other.closed).isTrue();
        assertThat(server.text("client", "kill", server.session.address())).isEqualTo("OK");
        assertThat(server.session.closesAfterReplies).isTrue();
        assertThat(server.text("client", "kill", "1.1.1.1:1")).isEqualTo("-ERR No such client");
    }

    @Test
    void killByConditionsSparesTheCallerUnlessTold() {
        assertThat(server.run("client", "kill", "type", "normal")).isEqualTo(Reply.ONE);
        assertThat(server.other.closed).isTrue();
        assertThat(server.session.closesAfterReplies).isFalse();
        assertThat(server.run("client", "kill", "id", "1", "skipme", "no")).isEqualTo(Reply.ONE);
        assertThat(server.session.closesAfterReplies).isTrue();
        assertThat(server.run("client", "kill", "id", "2", "addr", "elsewhere:1"))
                .isEqualTo(Reply.ZERO);
        assertThat(server.run("client", "kill", "user", "default", "laddr", "127.0.0.1:6379"))
                .isEqualTo(Reply.ONE);
    }

    @Test
    void killRefusesWhatItDoesNotKnow() {
        assertThat(server.text("client", "kill", "id", "0")).isEqualTo("-ERR client-id should be greater than 0");
        assertThat(server.text("client", "kill", "id", "x")).isEqualTo("-ERR client-id should be greater than 0");
        assertThat(server.text("client", "kill", "type", "foo")).isEqualTo("-ERR Unknown client type 'foo'");
        assertThat(server.text("client", "kill", "user", "bob")).isEqualTo("-ERR No such user 'bob'");
        assertThat(server.text("client", "kill", "skipme", "maybe")).isEqualTo("-ERR syntax error");
        assertThat(server.text("client", "kill", "foo", "bar")).isEqualTo("-ERR syntax error");
        assertThat(server.text("client", "kill", "addr", "x", "id")).isEqualTo("-ERR syntax error");
    }

    @Test
    void pause() {
        assertThat(server.text("client", "pause", "100")).isEqualTo("OK");
        assertThat(server.clients.pausedMillis).isEqualTo(100);
        assertThat(server.clients.pausedWritesOnly).isFalse();
        assertThat(server.text("client", "pause", "5", "write")).isEqualTo("OK");
        assertThat(server.clients.pausedWritesOnly).isTrue();
        assertThat(server.text("client", "unpause")).isEqualTo("OK");
        assertThat(server.clients.pausedMillis).isEqualTo(-1);
        assertThat(server.text("client", "pause", "x")).isEqualTo("-ERR timeout is not an integer or out of range");
        assertThat(server.text("client", "pause", "-1")).isEqualTo("-ERR timeout is negative");
        assertThat(server.text("client", "pause", "1", "foo")).isEqualTo("-ERR CLIENT PAUSE mode must be WRITE or ALL");
    }

    @Test
    void repliesAreTurnedOffWithoutAReply() {
        assertThat(server.run("client", "reply", "off")).isEqualTo(Reply.NONE);
        assertThat(server.session.replies).isEqualTo(Session.Replies.OFF);
        assertThat(server.run("client", "reply", "skip")).isEqualTo(Reply.NONE);
        assertThat(server.session.replies).isEqualTo(Session.Replies.SKIP);
        assertThat(server.run("client", "reply", "on")).isEqualTo(Reply.OK);
        assertThat(server.text("client", "reply", "foo")).isEqualTo("-ERR syntax error");
    }

    @Test
    void switches() {
        assertThat(server.text("client", "no-evict", "on")).isEqualTo("OK");
        assertThat(server.session.noEvict).isTrue();
        assertThat(server.text("client", "no-touch", "on")).isEqualTo("OK");
        assertThat(server.text("client", "no-touch", "off")).isEqualTo("OK");
        assertThat(server.session.noTouch).isFalse();
        assertThat(server.text("client", "no-evict", "x")).isEqualTo("-ERR syntax error");
    }

    @Test
    void trackingIsNotPromised() {
        assertThat(server.text("client", "tracking", "on")).startsWith("-ERR CLIENT TRACKING ON is not supported");
        assertThat(server.text("client", "tracking", "off")).isEqualTo("OK");
        assertThat(server.text("client", "tracking", "x")).isEqualTo("-ERR syntax error");
        assertThat(server.text("client", "getredir")).isEqualTo("-1");
        assertThat(server.text("client", "caching", "yes"))
                .startsWith("-ERR CLIENT CACHING can be called only when the client is in tracking mode");
        assertThat(texts(server.run("client", "trackinginfo")))
                .startsWith("flags")
                .contains("redirect", "-1");
    }

    @Test
    void unblock() {
        assertThat(server.run("client", "unblock", "2")).isEqualTo(Reply.ZERO);
        server.other.waiting = asError -> {};
        assertThat(server.run("client", "unblock", "2", "error")).isEqualTo(Reply.ONE);
        assertThat(server.other.unblockedAsError).isTrue();
        assertThat(server.run("client", "unblock", "55")).isEqualTo(Reply.ZERO);
        assertThat(server.text("client", "unblock", "x")).isEqualTo("-ERR value is not an integer or out of range");
        assertThat(server.text("client", "unblock", "2", "foo"))
                .isEqualTo("-ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR");
    }
}
