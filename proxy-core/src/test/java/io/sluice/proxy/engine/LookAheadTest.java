package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was seen ahead decides nothing: a command with a key that was looked for reads what is there when it runs. */
class LookAheadTest {
    private final FaultyKvStore store = new FaultyKvStore(new MemoryKvStore());
    private final Rig rig = new Rig(store);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void theEntryThatWasFoundIsWhereTheCommandReads() {
        setAndKeep("a", "1");
        Key a = lookedFor("a");
        assertThat(a.header(0).cached()).isSameAs(entry("a")).isNotNull();
        assertThat(read(a)).isEqualTo("1");
    }

    @Test
    void aChangeInBetweenIsSeen() {
        setAndKeep("a", "1");
        Key a = lookedFor("a");
        rig.set("a", "2").durable();
        assertThat(read(a)).isEqualTo("2");
    }

    @Test
    void soIsOneThatIsNotDurableYet() {
        setAndKeep("a", "1");
        Key a = lookedFor("a");
        store.nextCommits(Fault.HOLD_ANSWER, 1);
        rig.set("a", "2").outcome();
        assertThat(rig.call(c -> Rig.text(c.header(a)), "a").outcome().value()).isEqualTo("2");
        store.release();
    }

    @Test
    void anEntryThatWasDroppedIsNotReadAnyMore() {
        setAndKeep("a", "1");
        Key a = lookedFor("a");
        CacheEntry dropped = entry("a");
        rig.chill("a");
        rig.set("a", "2").durable();
        assertThat(read(a)).isEqualTo("2");
        assertThat(a.header(0).cached()).isNotSameAs(dropped);
    }

    @Test
    void aDatabaseThatWasFlushedInBetweenIsEmpty() {
        setAndKeep("a", "1");
        Key a = lookedFor("a");
        rig.overKeyspace(0, keyspace -> keyspace.flush(0));
        assertThat(read(a)).isNull();
        rig.set("a", "2").durable();
        assertThat(read(a)).isEqualTo("2");
    }

    @Test
    void moreKeysThanFitAreAllLookedFor() {
        List<Key> keys = new ArrayList<>();
        LookAhead ahead = new LookAhead(rig.engine, 0);
        for (int i = 0; i < 100; i++) {
            setAndKeep("k" + i, "v");
            keys.add(rig.key("k" + i));
        }
        keys.forEach(ahead::add);
        ahead.look();
        assertThat(keys).allSatisfy(key -> assertThat(key.header(0).cached()).isNotNull());
    }

    @Test
    void keysThatAreNotThereAndSlotsThatAreNotServedDoNoHarm() {
        Key a = lookedFor("nothing");
        assertThat(read(a)).isNull();
        rig.set("nothing", "1").durable();
        assertThat(read(a)).isEqualTo("1");
    }

    private void setAndKeep(String key, String value) {
        rig.set(key, value).durable();
        assertThat(rig.get(key).durable()).isEqualTo(value);
    }

    private Key lookedFor(String name) {
        Key key = rig.key(name);
        LookAhead ahead = new LookAhead(rig.engine, 0);
        ahead.add(key);
        ahead.add(rig.key("another one"));
        ahead.look();
        return key;
    }

    private CacheEntry entry(String key) {
        return rig.engine.core().cache().find(rig.key(key).header(0));
    }

    private Object read(Key key) {
        return rig.call(c -> Rig.text(c.header(key)), key.toString()).durable();
    }
}
