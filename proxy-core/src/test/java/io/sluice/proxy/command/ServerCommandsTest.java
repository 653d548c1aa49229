package io.sluice.proxy.command;

import static io.sluice.proxy.command.TestServer.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.config.MonitoringSettings;
import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.resp.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class ServerCommandsTest {
    private final TestServer server = new TestServer();

    @Test
    void timeIsSecondsAndMicroseconds() {
        long before = System.currentTimeMillis() / 1000;
        var time = texts(server.run("time"));
        assertThat(time).hasSize(2);
        assertThat(Long.parseLong(time.get(0))).isBetween(before, System.currentTimeMillis() / 1000);
        assertThat(Long.parseLong(time.get(1))).isBetween(0L, 999_999L);
    }

    @Test
    void lolwutEndsWithTheVersion() {
        assertThat(server.text("lolwut")).endsWith("Redis ver. 7.2.4\n");
        assertThat(server.text("lolwut", "version", "5", "1", "1")).endsWith("Redis ver. 7.2.4\n");
    }

    @Test
    void shutdown() {
        assertThat(server.run("shutdown", "nosave", "now")).isEqualTo(Reply.NONE);
        assertThat(server.lifecycle.forced).isFalse();
        assertThat(server.run("shutdown", "force")).isEqualTo(Reply.NONE);
        assertThat(server.lifecycle.forced).isTrue();
        server.lifecycle.end = CompletableFuture.failedFuture(new IllegalStateException("disk full"));
        assertThat(server.text("shutdown")).isEqualTo("-ERR Errors trying to SHUTDOWN. Check logs.");
        assertThat(server.text("shutdown", "abort")).isEqualTo("-ERR No shutdown in progress.");
        server.lifecycle.canAbort = true;
        assertThat(server.text("shutdown", "abort")).isEqualTo("OK");
        for (String[] wrong :
                new String[][] {{"shutdown", "foo"}, {"shutdown", "save", "nosave"}, {"shutdown", "abort", "now"}}) {
            assertThat(server.text(wrong)).isEqualTo("-ERR syntax error");
        }
    }

    @Test
    void waitForReplicasEndsWithItsTime() {
        assertThat(server.run("wait", "0", "0")).isEqualTo(Reply.ZERO);
        assertThat(server.run("wait", "1", "1")).isEqualTo(Reply.ZERO);
        assertThat(server.text("wait", "x", "1")).isEqualTo("-ERR value is not an integer or out of range");
        assertThat(server.text("wait", "0", "x")).isEqualTo("-ERR timeout is not an integer or out of range");
        assertThat(server.text("wait", "0", "-1")).isEqualTo("-ERR timeout is negative");
    }

    @Test
    void aWaitCanBeUnblocked() {
        CompletionStage<Reply> reply = server.later("wait", "1", "0");
        assertThat(reply.toCompletableFuture()).isNotDone();
        server.session.waiting.end(true);
        assertThat(reply.toCompletableFuture().join())
                .isEqualTo(Reply.error("UNBLOCKED client unblocked via CLIENT UNBLOCK"));
        assertThat(server.session.waiting).isNull();
    }

    @Test
    void waitAofWaitsForTheStore() {
        assertThat(texts(server.run("waitaof", "1", "0", "0"))).containsExactly("1", "0");
        server.store.durable = new CompletableFuture<>();
        assertThat(texts(server.run("waitaof", "0", "0", "0"))).containsExactly("0", "0");
        CompletableFuture<Reply> reply = server.later("waitaof", "1", "0", "0").toCompletableFuture();
        assertThat(reply).isNotDone();
        server.store.durable.complete(null);
        assertThat(texts(reply.join())).containsExactly("1", "0");
        assertThat(texts(server.run("waitaof", "1", "1", "1"))).containsExactly("1", "0");
        assertThat(server.text("waitaof", "2", "0", "0"))
                .isEqualTo("-ERR value is out of range, value must between 0 and 1");
        assertThat(server.text("waitaof", "1", "-1", "0")).isEqualTo("-ERR value is out of range, must be positive");
    }

    @Test
    void waitAofSaysWhenTheStoreFails() {
        server.store.durable = CompletableFuture.failedFuture(new IllegalStateException("disk full"));
        assertThat(server.text("waitaof", "1", "0", "0")).isEqualTo("-ERR the store could not commit: disk full");
    }

    @Test
    void config() {
        assertThat(texts(server.run("config", "get", "SLOWLOG-MAX-L*"))).containsExactly("slowlog-max-len", "128");
        assertThat(server.text("config", "set", "slowlog-max-len", "5", "hz", "20"))
                .isEqualTo("OK");
        assertThat(server.settings.number(MonitoringSettings.SLOWLOG_MAX_LEN)).isEqualTo(5);
        assertThat(((Reply.Aggregate) server.run("config", "get", "hz")).kind()).isEqualTo(Reply.Aggregate.Kind.MAP);
        assertThat(server.text("config", "set", "foo", "bar"))
                .isEqualTo("-ERR Unknown option or number of arguments for CONFIG SET - 'foo'");
        assertThat(server.text("config", "set", "hz"))
                .isEqualTo("-ERR wrong number of arguments for 'config|set' command");
        assertThat(server.text("config", "rewrite")).isEqualTo("-ERR The server is running without a config file");
        server.server.stats().commandProcessed();
        assertThat(server.text("config", "resetstat")).isEqualTo("OK");
        assertThat(server.server.stats().commandsProcessed()).isZero();
    }

    /** TestServer sends each character as one byte. */
    @Test
    void configSetRefusesWhatIsNoText() {
        assertThat(server.text("config", "set", "requirepass", "\u00ff\u00fe"))
                .isEqualTo(
                        "-ERR CONFIG SET failed (possibly related to argument 'requirepass') - argument must be valid"
                                + " UTF-8");
        assertThat(server.settings.text(SecuritySettings.REQUIREPASS)).isEmpty();
        assertThat(server.text("config", "set", "requirepass", "\u00c3\u00a4")).isEqualTo("OK");
        assertThat(server.settings.text(SecuritySettings.REQUIREPASS)).isEqualTo("\u00e4");
    }

    @Test
    void slowlog() {
        byte[][] request = {"get".getBytes(StandardCharsets.US_ASCII), "k".getBytes(StandardCharsets.US_ASCII)};
        for (int i = 0; i < 12; i++) {
            server.server.slowLog().add(100 + i, 5000, request, "127.0.0.1:5", new byte[0], 128);
        }
        assertThat(server.text("slowlog", "len")).isEqualTo("12");
        assertThat(((Reply.Aggregate) server.run("slowlog", "get")).size()).isEqualTo(10);
        assertThat(((Reply.Aggregate) server.run("slowlog", "get", "-1")).size())
                .isEqualTo(12);
        Reply.Aggregate newest = (Reply.Aggregate) ((Reply.Aggregate) server.run("slowlog", "get", "1")).get(0);
        assertThat(newest.elements())
                .containsExactly(
                        Reply.integer(11),
                        Reply.integer(111),
                        Reply.integer(5000),
                        Reply.array(Reply.bulk("get"), Reply.bulk("k")),
                        Reply.bulk("127.0.0.1:5"),
                        Reply.bulk(""));
        assertThat(server.text("slowlog", "get", "-2")).isEqualTo("-ERR count should be greater than or equal to -1");
        assertThat(server.text("slowlog", "reset")).isEqualTo("OK");
        assertThat(server.text("slowlog", "len")).isEqualTo("0");
    }

    @Test
    void latency() {
        assertThat(server.text("latency", "doctor")).contains("monitoring is disabled");
        server.server.latencyEvents().add("command", 1000, 30);
        server.server.latencyEvents().add("command", 1001, 20);
        assertThat(server.run("latency", "latest"))
                .isEqualTo(Reply.array(
                        Reply.array(Reply.bulk("command"), Reply.integer(1001), Reply.integer(20), Reply.integer(30))));
        assertThat(((Reply.Aggregate) server.run("latency", "history", "command")).size())
                .isEqualTo(2);
        assertThat(server.text("latency", "doctor"))
                .isEqualTo("command: 2 latency spikes (average 25ms, worst all time event 30ms).\n");
        assertThat(server.text("latency", "reset", "command", "nope")).isEqualTo("1");
        assertThat(server.run("latency", "latest")).isEqualTo(Reply.EMPTY_ARRAY);
        server.server.stats().command("CONFIG|GET").ran(3_000, false, true);
        server.server.stats().command("PING").ran(20_000, false, true);
        assertThat(texts(server.run("latency", "histogram", "config")))
                .startsWith("config|get")
                .hasSize(2);
        assertThat(server.run("latency", "histogram", "ping"))
                .isEqualTo(Reply.map(java.util.List.of(
                        Reply.bulk("ping"),
                        Reply.map(java.util.List.of(
                                Reply.bulk("calls"),
                                Reply.ONE,
                                Reply.bulk("histogram_usec"),
                                Reply.map(java.util.List.of(Reply.integer(33), Reply.ONE)))))));
        assertThat(server.run("latency", "histogram", "nope")).isEqualTo(Reply.EMPTY_MAP);
    }

    @Test
    void memory() {
        assertThat(texts(server.run("memory", "stats"))).contains("peak.allocated", "jvm.heap.used");
        assertThat(server.text("memory", "doctor")).startsWith("The heap is ");
        assertThat(server.text("memory", "malloc-stats")).isEqualTo("Stats not supported for the current allocator");
        assertThat(server.text("memory", "purge")).isEqualTo("OK");
    }

    @Test
    void acl() {
        assertThat(server.text("acl", "whoami")).isEqualTo("default");
        assertThat(texts(server.run("acl", "users"))).containsExactly("default");
        assertThat(texts(server.run("acl", "list"))).containsExactly("user default on nopass ~* &* +@all");
        TestServer locked = new TestServer(Map.of(io.sluice.proxy.config.SecuritySettings.REQUIREPASS, "secret"));
        assertThat(texts(locked.run("acl", "list")).get(0))
                .isEqualTo(
                        "user default on #2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b ~* &* +@all");
        assertThat(texts(server.run("acl", "cat")))
                .hasSize(21)
                .startsWith("keyspace", "read")
                .endsWith("scripting");
        assertThat(texts(server.run("acl", "cat", "connection"))).contains("ping", "client|list", "command|info");
        assertThat(server.text("acl", "cat", "foo")).isEqualTo("-ERR Unknown category 'foo'");
    }

    @Test
    void debug() {
        assertThat(server.text("debug", "sleep", "0.001")).isEqualTo("OK");
        assertThat(server.text("debug", "set-active-expire", "0")).isEqualTo("OK");
        assertThat(server.store.activeExpire).isFalse();
        assertThat(server.text("debug", "reload", "nosave")).isEqualTo("OK");
        assertThat(server.text("debug", "loadaof")).isEqualTo("OK");
        assertThat(server.store.reloads).isEqualTo(2);
        assertThat(server.text("debug", "reload", "foo"))
                .isEqualTo("-ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE options.");
        assertThat(server.text("debug", "error", "FOO bar")).isEqualTo("-FOO bar");
        assertThat(server.text("debug", "foo"))
                .isEqualTo("-ERR unknown subcommand or wrong number of arguments for 'foo'. Try DEBUG HELP.");
        assertThat(server.text("debug", "sleep"))
                .isEqualTo("-ERR unknown subcommand or wrong number of arguments for 'sleep'. Try DEBUG HELP.");
        String before = server.server.facts().replicationId().get();
        assertThat(server.text("debug", "change-repl-id")).isEqualTo("OK");
        assertThat(server.server.facts().replicationId().get())
                .isNotEqualTo(before)
                .matches("[0-9a-f]{40}");
        assertThat(server.text("debug", "stringmatch-len", "5000", "a*a*a*a*a*a*a*a*b"))
                .isEqualTo("0");
        assertThat(server.text("debug", "stringmatch-len", "10", "a*")).isEqualTo("1");
    }

    @Test
    void debugProtocol() {
        assertThat(server.run("debug", "protocol", "bignum"))
                .isEqualTo(Reply.bigNumber("1234567999999999999999999999999999999"));
        assertThat(server.run("debug", "protocol", "true")).isEqualTo(Reply.TRUE);
        assertThat(server.text("debug", "protocol", "push")).isEqualTo("-ERR RESP2 is not supported by this command");
        server.session.protocol = 3;
        assertThat(((Reply.Aggregate) server.run("debug", "protocol", "push")).kind())
                .isEqualTo(Reply.Aggregate.Kind.SEQUENCE);
        assertThat(server.run("debug", "protocol", "attrib"))
                .isEqualTo(Reply.attributed(
                        List.of(Reply.bulk("key-popularity"), Reply.array(Reply.bulk("key:123"), Reply.integer(90))),
                        Reply.bulk("Some real reply following the attribute")));
        assertThat(server.text("debug", "protocol", "foo")).startsWith("-ERR Wrong protocol type name.");
    }
}
