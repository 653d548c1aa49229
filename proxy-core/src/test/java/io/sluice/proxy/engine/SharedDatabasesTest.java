package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Databases;
import org.junit.jupiter.api.Test;

class SharedDatabasesTest {
    private final SharedDatabases shared = new SharedDatabases();

    @Test
    void slotsThatAreFlushedOneAfterTheOtherShareOneObject() {
        Databases first = shared.of(Databases.INITIAL.flushed(0));
        Databases second = shared.of(Databases.INITIAL.flushed(0));

        assertThat(second).isSameAs(first);
        assertThat(shared.of(Databases.decode(first.encode()))).isSameAs(first);
    }

    @Test
    void whatDiffersStaysAsItIs() {
        Databases flushed = Databases.INITIAL.flushed(0);

        assertThat(shared.of(flushed)).isSameAs(flushed);
        assertThat(shared.of(Databases.INITIAL).generationOf(0)).isZero();
        assertThat(shared.of(flushed.flushed(3))).isNotEqualTo(flushed);
    }
}
