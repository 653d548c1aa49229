package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.command.Group;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.KeySpec;
import io.sluice.proxy.command.Session;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.stats.ServerStats;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientSessionTest {
    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
    private final ServerStats stats = new ServerStats();
    private final FakeConnection connection = new FakeConnection(loop);
    private Settings settings;
    private ClientRegistry registry;

    @BeforeEach
    void open() throws Exception {
        settings = Settings.of(Map.of(NetworkSettings.MAXCLIENTS, "2"));
        registry = new ClientRegistry(settings, stats, loop);
    }

    @AfterEach
    void stop() {
        loop.shutdownNow();
    }

    @Test
    void theLineOfClientListHasRedissFieldsInRedissOrder() {
        ClientSession session = registry.open(connection);
        session.name("bob".getBytes(StandardCharsets.US_ASCII));
        session.library("jedis", null);
        session.library(null, "6.2");
        session.select(3);
        session.protocol(3);
        session.inputBuffer(26, 20448);
        session.beginCommand(spec("CLIENT|LIST", Flag.ADMIN));
        connection.pending = 70;
        assertThat(session.describe())
                .isEqualTo(
                        "id=1 addr=127.0.0.1:33562 laddr=127.0.0.1:6379 fd=7 name=bob age=0 idle=0 flags=N db=3 sub=0"
                                + " psub=0 ssub=0 multi=-1 qbuf=26 qbuf-free=20448 argv-mem=0 multi-mem=0 rbs=0 rbp=0 obl=0"
                                + " oll=0 omem=70 tot-mem=20544 events=rw cmd=client|list user=default redir=-1 resp=3"
                                + " lib-name=jedis lib-ver=6.2 watch=0");
    }

    @Test
    void aFreshConnection() {
        assertThat(registry.open(connection).describe())
                .contains(" name= ", " flags=N db=0 ", " events=r cmd=NULL ", " resp=2 lib-name= ")
                .endsWith(" lib-ver= watch=0");
    }

    @Test
    void flagsAreLetters() {
        ClientSession session = registry.open(connection);
        session.noEvict(true);
        session.noTouch(true);
        assertThat(session.describe()).contains(" flags=eT ");
        session.close();
        assertThat(connection.closed).isTrue();
        assertThat(session.describe()).contains(" flags=AeT ");
    }

    @ParameterizedTest
    @CsvSource({
        "::1, [::1]:5",
        "::, [::]:5",
        "2001:db8:0:0:1:0:0:1, [2001:db8::1:0:0:1]:5",
        "fe80::1%1, [fe80::1]:5",
        "2001:db8:0:1:2:3:4:5, [2001:db8:0:1:2:3:4:5]:5",
        "::ffff:192.0.2.1, 192.0.2.1:5",
        "192.0.2.1, 192.0.2.1:5"
    })
    void anAddressIsWrittenAsRedisWritesIt(String from, String shown) {
        connection.remote = new InetSocketAddress(from, 5);
        assertThat(registry.open(connection).address()).isEqualTo(shown);
    }

    @Test
    void onlyLoopbackIsLocal() {
        assertThat(registry.open(connection).isLocal()).isTrue();
        connection.remote = new InetSocketAddress("192.0.2.1", 5);
        assertThat(registry.open(connection).isLocal()).isFalse();
    }

    @Test
    void skipLeavesOutExactlyTheNextReply() {
        ClientSession session = registry.open(connection);
        assertThat(answered(session, () -> session.replies(Session.Replies.SKIP)))
                .isTrue(); // whose reply is none
        assertThat(answered(session, () -> {})).isFalse();
        assertThat(answered(session, () -> {})).isTrue();
    }

    @Test
    void offLastsUntilOnWhichIsAnswered() {
        ClientSession session = registry.open(connection);
        answered(session, () -> session.replies(Session.Replies.OFF));
        assertThat(answered(session, () -> {})).isFalse();
        assertThat(answered(session, () -> session.replies(Session.Replies.SKIP)))
                .isFalse();
        assertThat(answered(session, () -> session.replies(Session.Replies.ON))).isTrue();
        assertThat(answered(session, () -> {})).isTrue();
    }

    /** The cached time may be older than what was stamped with the clock's. */
    @Test
    void theLastInteractionIsNeverEarlierThanItWas() {
        ClientSession session = registry.open(connection);
        long now = System.nanoTime();
        session.interacted(now + 1_000);
        registry.clock(now);
        session.interacted();
        assertThat(session.lastInteractionNanos()).isEqualTo(now + 1_000);
        registry.clock(now + 2_000);
        session.interacted();
        assertThat(session.lastInteractionNanos()).isEqualTo(now + 2_000);
    }

    private static boolean answered(ClientSession session, Runnable command) {
        session.beginCommand(null);
        command.run();
        return session.isAnswered();
    }

    @Test
    void resetForgetsEverythingButTheConnection() throws Exception {
        ClientSession session = registry.open(connection);
        session.select(3);
        session.protocol(3);
        session.name(new byte[] {'x'});
        session.noTouch(true);
        session.replies(Session.Replies.OFF);
        settings.set(List.of("requirepass", "secret"));
        session.reset();
        assertThat(session.describe()).contains(" name= ", " flags=N db=0 ", " resp=2 ");
        assertThat(session.isAuthenticated()).isFalse();
        assertThat(answered(session, () -> {})).isTrue();
    }

    @Test
    void resetItselfMayBeSkipped() {
        ClientSession session = registry.open(connection);
        answered(session, () -> session.replies(Session.Replies.SKIP));
        assertThat(answered(session, session::reset)).isFalse();
        assertThat(answered(session, () -> {})).isTrue();
    }

    @Test
    void whoComesBeforeThePasswordStaysIn() throws Exception {
        ClientSession early = registry.open(connection);
        settings.set(List.of("requirepass", "secret"));
        assertThat(early.isAuthenticated()).isTrue();
        assertThat(registry.open(connection).isAuthenticated()).isFalse();
        assertThat(settings.text(SecuritySettings.REQUIREPASS)).isEqualTo("secret");
    }

    @Test
    void thereIsRoomForMaxclients() {
        ClientSession first = registry.open(connection);
        assertThat(registry.open(connection)).isNotNull();
        assertThat(registry.open(connection)).isNull();
        assertThat(registry.count()).isEqualTo(2);
        assertThat(stats.connectionsReceived()).isEqualTo(3);
        assertThat(stats.connectionsRejected()).isEqualTo(1);
        first.closed();
        first.closed();
        assertThat(registry.count()).isEqualTo(1);
        ClientSession third = registry.open(connection);
        assertThat(third.id()).isEqualTo(3);
        assertThat(registry.all()).extracting(ClientSession::id).containsExactly(2L, 3L);
        assertThat(registry.byId(1)).isNull();
        assertThat(registry.byId(3)).isSameAs(third);
    }

    @Test
    void whatIsClosedIsGoneAtOnce() {
        ClientSession session = registry.open(connection);
        session.close();
        assertThat(registry.all()).isEmpty();
        assertThat(registry.byId(session.id())).isNull();
        session.closed();
        assertThat(registry.count()).isZero();
    }

    @Test
    void whatWaitsIsCountedUnblockedAndEndedWithTheConnection() {
        ClientSession session = registry.open(connection);
        assertThat(session.unblock(false)).isFalse();
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        session.waiting(asError -> {
            session.waiting(null);
            ended.complete(asError);
        });
        assertThat(registry.waiting()).isEqualTo(1);
        assertThat(session.describe()).contains(" flags=b ");
        assertThat(session.unblock(true)).isTrue();
        assertThat(ended.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
        assertThat(registry.waiting()).isZero();
        CompletableFuture<Boolean> dropped = new CompletableFuture<>();
        session.waiting(dropped::complete);
        session.closed();
        assertThat(dropped).isCompletedWithValue(false);
    }

    @Test
    void aPauseHoldsCommandsUntilItIsOver() {
        CommandSpec get = spec("GET", Flag.READONLY);
        CommandSpec set = spec("SET", Flag.WRITE);
        assertThat(registry.paused(set, null)).isNull();
        registry.pause(TimeUnit.HOURS.toMillis(1), true);
        assertThat(registry.paused(get, null)).isNull();
        assertThat(registry.paused(spec("PUBLISH", Flag.MAY_REPLICATE), null)).isNotNull();
        CompletionStage<Void> held = registry.paused(set, null);
        assertThat(held.toCompletableFuture()).isNotDone();
        registry.resume();
        assertThat(held.toCompletableFuture()).isDone();
        assertThat(registry.paused(set, null)).isNull();
        registry.resume();
    }

    @Test
    void aSecondPauseMakesTheFirstNoShorterAndNoWeaker() {
        CommandSpec get = spec("GET", Flag.READONLY);
        registry.pause(TimeUnit.HOURS.toMillis(1), false);
        CompletionStage<Void> held = registry.paused(get, null);
        registry.pause(0, true);
        assertThat(registry.paused(get, null)).as("not weaker").isNotNull();
        assertThat(held.toCompletableFuture()).as("not shorter").isNotDone();
        registry.resume();
        assertThat(held.toCompletableFuture()).isDone();
    }

    @Test
    void aPauseEndsByItself() {
        registry.pause(20, false);
        CompletionStage<Void> held = registry.paused(spec("GET", Flag.READONLY), null);
        if (held != null) { // else it was over before we asked
            held.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
        }
        assertThat(registry.paused(spec("GET", Flag.READONLY), null)).isNull();
    }

    private static CommandSpec spec(String name, Flag flag) {
        Handler.OnSession handler = (session, args) -> Reply.OK;
        return new CommandSpec(name, -1, EnumSet.of(flag), KeySpec.NONE, Group.SERVER, "1.0.0", "", "", handler);
    }
}
