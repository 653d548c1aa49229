package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeyspaceCommandsTest {
    private final DataFixture data = new DataFixture();

    @AfterEach
    void close() {
        data.close();
    }

    @Test
    void flushdbEmptiesOneDatabaseAndFlushallAll() {
        for (int db = 0; db < 3; db++) {
            data.select(db);
            data.set("a", "1");
            data.set("b", "1");
        }
        assertThat(data.text("FLUSHDB", "async")).isEqualTo("OK");
        assertThat(data.text("DBSIZE")).isEqualTo("0");
        data.select(0);
        assertThat(data.text("DBSIZE")).isEqualTo("2");
        assertThat(data.text("FLUSHALL", "SYNC")).isEqualTo("OK");
        assertThat(data.text("DBSIZE")).isEqualTo("0");
        assertThat(data.text("EXISTS", "a", "b")).isEqualTo("0");
        data.select(1);
        assertThat(data.text("DBSIZE")).isEqualTo("0");
        data.set("a", "2");
        assertThat(data.text("DBSIZE")).isEqualTo("1");
    }

    @Test
    void flushTakesOneModeAtMost() {
        assertThat(data.text("FLUSHALL", "foo")).isEqualTo("-ERR syntax error");
        assertThat(data.text("FLUSHDB", "SYNC", "ASYNC")).isEqualTo("-ERR syntax error");
    }

    @Test
    void swapdbExchangesTwoDatabases() {
        data.set("a", "zero");
        data.select(1);
        data.set("b", "one");
        assertThat(data.text("SWAPDB", 0, 1)).isEqualTo("OK");
        assertThat(data.text("EXISTS", "a")).isEqualTo("1");
        data.select(0);
        assertThat(data.text("EXISTS", "b")).isEqualTo("1");
        assertThat(data.text("EXISTS", "a")).isEqualTo("0");
        assertThat(data.text("SWAPDB", 0, 0)).isEqualTo("OK");
    }

    @Test
    void swapdbChecksItsNumbers() {
        assertThat(data.text("SWAPDB", "x", "y")).isEqualTo("-ERR invalid first DB index");
        assertThat(data.text("SWAPDB", 99, "y")).isEqualTo("-ERR invalid second DB index");
        assertThat(data.text("SWAPDB", 99999999999L, 0)).isEqualTo("-ERR invalid first DB index");
        assertThat(data.text("SWAPDB", 0, 16)).isEqualTo("-ERR DB index is out of range");
        assertThat(data.text("SWAPDB", -1, 0)).isEqualTo("-ERR DB index is out of range");
    }
}
