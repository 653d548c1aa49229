package io.sluice.proxy.type.zset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The places at an end, held to a sorted set of all places. */
class EndRunTest {
    private static final long ID = 1L << 32;

    private final TreeSet<byte[]> all = new TreeSet<>(Arrays::compareUnsigned);
    private int searches;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesNoPlaceOutWhateverComesAndGoes(boolean last) {
        SplittableRandom random = new SplittableRandom(last ? 1 : 2);
        for (int round = 0; round < 200; round++) {
            all.clear();
            EndRun run = start(random.nextInt(1000), last);
            for (int i = 0; i < 300; i++) {
                switch (random.nextInt(4)) {
                    case 0 -> add(run, random.nextInt(1000));
                    case 1 -> remove(run, end(last));
                    case 2 -> remove(run, any(random));
                    default -> {
                        // In one command a member may go and come back before the end is looked for.
                        byte[] place = random.nextBoolean() ? end(last) : any(random);
                        removeOnly(run, place);
                        addOnly(run, place);
                    }
                }
                find(run, last);
                check(run, last);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aQueueWithPrioritiesLooksForItsEndSeldom(boolean last) {
        SplittableRandom random = new SplittableRandom(3);
        EndRun run = start(500, last);
        for (int i = 0; i < 1000; i++) {
            add(run, random.nextInt(1_000_000));
        }
        for (int i = 0; i < 10_000; i++) {
            add(run, random.nextInt(1_000_000));
            remove(run, end(last));
            find(run, last);
            check(run, last);
        }
        assertThat(searches).isLessThan(10_000 / (EndRun.MOST / 2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoOnlyAddsKeepsFew(boolean last) {
        EndRun run = start(500, last);
        for (int i = 0; i < 1000; i++) {
            add(run, i);
        }
        assertThat(run.places()).hasSizeLessThanOrEqualTo(EndRun.FEW);
        check(run, last);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void longNamesAreFew(boolean last) {
        EndRun run = start(0, last);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            rows.add(new Row(RowKeys.score(ID, i, "m".repeat(600).getBytes(UTF_8)), new byte[0]));
        }
        run.found(rows);
        assertThat(run.places()).hasSize(2);
    }

    private EndRun start(int number, boolean last) {
        all.add(place(number));
        return new EndRun(List.of(place(number)), last);
    }

    private static byte[] place(int number) {
        return RowKeys.placeOf(RowKeys.score(ID, number, new byte[0]));
    }

    private byte[] end(boolean last) {
        return last ? all.last() : all.first();
    }

    private byte[] any(SplittableRandom random) {
        return new ArrayList<>(all).get(random.nextInt(all.size()));
    }

    private void add(EndRun run, int number) {
        byte[] place = place(number);
        if (!all.contains(place)) {
            addOnly(run, place);
        }
    }

    private void addOnly(EndRun run, byte[] place) {
        if (all.isEmpty()) {
            run.only(place);
        } else {
            run.added(place);
        }
        all.add(place);
    }

    private void remove(EndRun run, byte[] place) {
        if (all.size() > 1) {
            removeOnly(run, place);
        }
    }

    private void removeOnly(EndRun run, byte[] place) {
        assertThat(all.remove(place)).isTrue();
        run.removed(place);
    }

    private void find(EndRun run, boolean last) {
        if (!run.isKnown()) {
            searches++;
            List<Row> rows = new ArrayList<>();
            for (byte[] place : last ? all.descendingSet() : all) {
                if (rows.size() < EndRun.MOST) {
                    rows.add(new Row(RowKeys.scoreAt(ID, place), new byte[0]));
                }
            }
            run.found(rows);
        }
    }

    private void check(EndRun run, boolean last) {
        List<byte[]> places = run.places();
        assertThat(places).isNotEmpty();
        assertThat(places.size()).isLessThanOrEqualTo(EndRun.MOST);
        List<byte[]> expected = new ArrayList<>(last ? all.descendingSet() : all).subList(0, places.size());
        assertThat(places.toArray(new byte[0][])).isDeepEqualTo(expected.toArray(new byte[0][]));
        assertThat(run.bound()).isEqualTo(expected.get(0));
    }
}
