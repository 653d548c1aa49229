package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.config.ConfigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the benchmarks measure what they say: the replies are those of the commands. */
class RequestBenchmarkTest {
    private final RequestBenchmark benchmark = new RequestBenchmark();

    @BeforeEach
    void fill() throws ConfigException {
        benchmark.fill();
    }

    @AfterEach
    void close() {
        benchmark.close();
    }

    @Test
    void answersOnTheThreadOfTheCaller() throws ConfigException {
        try (InProcess server = new InProcess()) {
            assertThat(server.ask("PING")).isEqualTo("+PONG\r\n");
            assertThat(server.ask("SET", "k", "v")).isEqualTo("+OK\r\n");
            assertThat(server.ask("GET", "k")).isEqualTo("$1\r\nv\r\n");
            assertThat(server.ask("HSET", "h", "f", "v")).isEqualTo(":1\r\n");
        }
    }

    @Test
    void measuresAnswersNotErrors() {
        assertThat(benchmark.ping()).isEqualTo("+PONG\r\n".length());
        assertThat(benchmark.warmSet()).isEqualTo("+OK\r\n".length());
        assertThat(benchmark.warmGet()).isEqualTo("$64\r\n".length() + 64 + 2);
        assertThat(benchmark.warmIncr()).isEqualTo(":1\r\n".length());
        assertThat(benchmark.hsetPacked()).isEqualTo(":0\r\n".length());
        assertThat(benchmark.lrange100()).isEqualTo("*100\r\n".length() + 100 * ("$11\r\n".length() + 11 + 2));
    }

    @Test
    void leavesTheListAsLongAsItWas() {
        int once = benchmark.lpushAndRpopPacked();
        assertThat(once).isEqualTo(":17\r\n".length() + "$64\r\n".length() + 64 + 2);
        assertThat(benchmark.lpushAndRpopPacked()).isEqualTo(once);
    }
}
