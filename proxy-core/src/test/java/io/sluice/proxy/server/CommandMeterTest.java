package io.sluice.proxy.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.command.Group;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.KeySpec;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.engine.KeyHasher;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.stats.LatencyEvents;
import io.sluice.proxy.stats.ServerStats;
import io.sluice.proxy.stats.SlowLog;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandMeterTest {
    private final ServerStats stats = new ServerStats();
    private final SlowLog slowLog = new SlowLog();
    private final LatencyEvents events = new LatencyEvents();
    private Settings settings;
    private CommandMeter meter;
    private ClientSession session;

    @BeforeEach
    void start() throws Exception {
        settings = Settings.of(Map.of());
        meter = new CommandMeter(settings, stats, slowLog, events);
        session = new ClientSession(1, new FakeConnection(null), null, true);
    }

    private void run(long micros, Reply reply, String... words) {
        meter.ran(spec(words), args(words), session, reply, micros * 1000);
    }

    private static Args args(String... words) {
        byte[][] argv = Arrays.stream(words).map(w -> w.getBytes(US_ASCII)).toArray(byte[][]::new);
        return new Args(argv, new KeyHasher(1));
    }

    private static CommandSpec spec(String... words) {
        String name = words[0].equals("CONFIG") ? "CONFIG|SET" : words[0];
        Handler.OnSession handler = (session, args) -> Reply.OK;
        return new CommandSpec(name, -1, EnumSet.of(Flag.FAST), KeySpec.NONE, Group.SERVER, "1.0.0", "", "", handler);
    }

    private List<String> newest() {
        return slowLog.newest(1).get(0).arguments().stream()
                .map(argument -> new String(argument, US_ASCII))
                .toList();
    }

    @Test
    void errorsAndRefusalsAreToldApart() {
        run(5, Reply.OK, "GET", "k");
        run(5, Reply.error("WRONGTYPE no"), "GET", "k");
        meter.refused(spec("GET"), Reply.error("ERR wrong number of arguments"));
        meter.refused(null, Reply.error("ERR unknown command"));
        assertThat(stats.commandsProcessed()).isEqualTo(2);
        assertThat(stats.command("GET").calls()).isEqualTo(2);
        assertThat(stats.command("GET").failedCalls()).isEqualTo(1);
        assertThat(stats.command("GET").rejectedCalls()).isEqualTo(1);
        assertThat(stats.errorsByCode()).isEqualTo(Map.of("ERR", 2L, "WRONGTYPE", 1L));
    }

    @Test
    void slowCommandsAreLoggedAsTheSettingSays() throws Exception {
        run(9_999, Reply.OK, "GET", "k");
        assertThat(slowLog.length()).isZero();
        run(10_000, Reply.OK, "GET", "k");
        assertThat(newest()).containsExactly("GET", "k");
        settings.set(List.of("slowlog-log-slower-than", "-1"));
        run(10_000_000, Reply.OK, "GET", "k");
        assertThat(slowLog.length()).isEqualTo(1);
        settings.set(List.of("slowlog-log-slower-than", "0", "slowlog-max-len", "2"));
        for (int i = 0; i < 3; i++) {
            run(0, Reply.OK, "GET", "k");
        }
        assertThat(slowLog.length()).isEqualTo(2);
        settings.set(List.of("slowlog-max-len", "1"));
        assertThat(slowLog.length()).isEqualTo(1);
    }

    @Test
    void passwordsDoNotEnterTheSlowLog() throws Exception {
        settings.set(List.of("slowlog-log-slower-than", "0"));
        run(1, Reply.OK, "AUTH", "user", "secret");
        assertThat(newest()).containsExactly("AUTH", "(redacted)", "(redacted)");
        run(1, Reply.OK, "HELLO", "3", "auth", "user", "secret", "setname", "x");
        assertThat(newest()).containsExactly("HELLO", "3", "auth", "(redacted)", "(redacted)", "setname", "x");
        run(1, Reply.OK, "CONFIG", "set", "hz", "10", "requirepass", "secret");
        assertThat(newest()).containsExactly("CONFIG", "set", "hz", "10", "requirepass", "(redacted)");
    }

    @Test
    void spikesAreKeptAboveTheThreshold() throws Exception {
        run(50_000, Reply.OK, "GET", "k");
        assertThat(events.latest()).isEmpty();
        settings.set(List.of("latency-monitor-threshold", "50"));
        run(49_000, Reply.OK, "GET", "k");
        run(51_000, Reply.OK, "GET", "k");
        assertThat(events.latest())
                .singleElement()
                .satisfies(latest -> assertThat(latest.event()).isEqualTo("fast-command"))
                .satisfies(latest -> assertThat(latest.worstMillis()).isEqualTo(51));
    }

    @Test
    void whatABlockedClientWaitedIsNotSlowness() {
        session.beginCommand(null);
        session.waiting(asError -> {});
        long began = System.nanoTime();
        while (System.nanoTime() - began < 2_000_000) {
            Thread.onSpinWait();
        }
        session.waiting(null);
        assertThat(session.waitedNanos()).isGreaterThanOrEqualTo(2_000_000);
        run(11_000, Reply.ZERO, "WAIT");
        assertThat(slowLog.length()).as("11 ms, of which 2 or more were a wait").isZero();
        session.beginCommand(null);
        assertThat(session.waitedNanos()).isZero();
    }

    @Test
    void histogramsCanBeTurnedOff() throws Exception {
        settings.set(List.of("latency-tracking", "no"));
        run(5, Reply.OK, "GET", "k");
        assertThat(stats.command("GET").calls()).isEqualTo(1);
        assertThat(stats.command("GET").latency().steps()).isEmpty();
    }
}
