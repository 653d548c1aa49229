package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DatabasesTest {
    private record Step(boolean flush, int a, int b) {}

    /** Against the plainest model: a map of what each database holds, and a set of all generations ever given. */
    @Property
    void noGenerationIsGivenTwice(@ForAll @From("steps") List<Step> steps) {
        Databases databases = Databases.INITIAL;
        TreeMap<Integer, Integer> model = new TreeMap<>();
        Set<Integer> retired = new HashSet<>();
        for (Step step : steps) {
            int ofA = model.getOrDefault(step.a(), step.a());
            int ofB = model.getOrDefault(step.b(), step.b());
            if (step.flush()) {
                int fresh = databases.nextGeneration();
                databases = databases.flushed(step.a());
                assertThat(model).doesNotContainValue(fresh);
                assertThat(retired).doesNotContain(fresh);
                retired.add(ofA);
                model.put(step.a(), fresh);
            } else {
                databases = databases.swapped(step.a(), step.b());
                model.put(step.a(), ofB);
                model.put(step.b(), ofA);
            }
            Set<Integer> inUse = new HashSet<>();
            for (int db = 0; db < 40; db++) {
                int generation = databases.generationOf(db);
                assertThat(generation).isEqualTo(model.getOrDefault(db, db));
                assertThat(retired).doesNotContain(generation);
                assertThat(inUse.add(generation)).isTrue();
            }
            assertThat(Databases.decode(databases.encode())).isEqualTo(databases);
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> db = Arbitraries.integers().between(0, 20);
        return Combinators.combine(Arbitraries.of(true, false), db, db)
                .as(Step::new)
                .list()
                .ofMaxSize(30);
    }

    @Test
    void aChangeLeavesTheOldMapAsItWas() {
        Databases before = Databases.INITIAL.flushed(3);
        Databases after = before.flushed(3).swapped(3, 4);
        assertThat(before.generationOf(3)).isEqualTo(Databases.FIRST_DRAWN);
        assertThat(before.generationOf(4)).isEqualTo(4);
        assertThat(after.generationOf(4)).isEqualTo(Databases.FIRST_DRAWN + 1);
        assertThat(Databases.INITIAL.generationOf(3)).isEqualTo(3);
    }

    /** Whatever the databases setting is now: what was written above it stays somebody's. */
    @Test
    void aGenerationIsOfTheDatabaseThatHasIt() {
        assertThat(Databases.INITIAL.databaseOf(40_000)).isEqualTo(40_000);
        Databases flushed = Databases.INITIAL.flushed(3).swapped(3, 5);
        assertThat(flushed.databaseOf(Databases.FIRST_DRAWN)).isEqualTo(5);
        assertThat(flushed.databaseOf(5)).isEqualTo(3);
        assertThat(flushed.databaseOf(3)).isEqualTo(-1);
        assertThat(flushed.isInUse(3)).isFalse();
        assertThat(flushed.databaseOf(Databases.FIRST_DRAWN + 1)).isEqualTo(-1);
    }

    @Test
    void databasesThatCameLaterMeetNoDrawnGeneration() {
        Databases databases = Databases.INITIAL.flushed(0).flushed(1);
        for (int db = 2; db < Databases.MAX_DATABASES; db++) {
            assertThat(databases.generationOf(db)).isEqualTo(db).isLessThan(Databases.FIRST_DRAWN);
        }
    }

    @Test
    void drawnGenerationsAndUnknownDatabasesAreRefused() {
        Databases databases = Databases.INITIAL.with(2, 70000);
        assertThat(databases.nextGeneration()).isEqualTo(70001);
        for (int used : new int[] {0, 5, Databases.FIRST_DRAWN, 70000}) {
            assertThatThrownBy(() -> databases.with(1, used)).isInstanceOf(IllegalArgumentException.class);
        }
        for (int db : new int[] {-1, Databases.MAX_DATABASES}) {
            assertThatThrownBy(() -> databases.generationOf(db)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> databases.flushed(db)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> databases.swapped(0, db)).isInstanceOf(IllegalArgumentException.class);
        }
        Databases last = databases.with(1, -2);
        assertThat(Databases.decode(last.encode())).isEqualTo(last);
        assertThatThrownBy(() -> last.flushed(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void mapsThatContradictThemselvesAreRefused() {
        for (byte[] bad : new byte[][] {
            {},
            {2, 0, 1, 0, 0}, // another format
            {1, 0, 0, -1, -1}, // next generation among the databases' own
            {1, 0, 1, 0, 1, 5}, // cut off
            {1, 0, 1, 0, 1, 5, 0, 1, 0, 1}, // a generation that is not drawn yet
            {1, 0, 1, 0, 1, 5, 0, 0, 0, 5}, // listed with its own number
            {1, 0, 1, 0, 1, 5, 0, 0, 0, 6}, // another database's
            {1, 0, 1, 0, 1, 5, 0, 1, 0, 0, 6, 0, 1, 0, 0}, // one generation twice
            {1, 0, 1, 0, 2, 6, 0, 1, 0, 0, 5, 0, 1, 0, 1}, // not in order
        }) {
            assertThatThrownBy(() -> Databases.decode(bad)).isInstanceOf(EncodingException.class);
        }
    }

    @Test
    void aGenerationIsInUseWhileADatabaseHasIt() {
        Databases changed = Databases.INITIAL.flushed(3).swapped(0, 1);

        assertThat(changed.isInUse(0)).isTrue();
        assertThat(changed.isInUse(1)).isTrue();
        assertThat(changed.isInUse(3)).isFalse();
        assertThat(changed.isInUse(65_535)).isTrue();
        assertThat(changed.isInUse(65_536)).isTrue();
        assertThat(changed.isInUse(65_537)).isFalse();
        assertThat(changed.isInUse(-1)).isFalse();
        assertThat(changed.flushed(3).isInUse(65_536)).isFalse();
    }
}
