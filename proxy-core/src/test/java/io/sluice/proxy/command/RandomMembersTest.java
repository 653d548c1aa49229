package io.sluice.proxy.command;

import static io.sluice.proxy.command.Uniformity.assertUniform;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members drawn at random all have the same chance, in the header and in rows, whatever lies between their hashes. */
class RandomMembersTest {
    private final FamilyRunner runner = new FamilyRunner(40, SetCommands::rows);

    @ParameterizedTest
    @ValueSource(ints = {5, 60, 64, 65, 100, 700, 3000})
    void oneOfASpreadSet(int size) {
        runner.packedMaxBytes(0);
        fill(size);
        assertUniform(size, 20 * size, () -> List.of(runner.run("SRANDMEMBER", "s")));
    }

    @Test
    void oneOfASmallSet() {
        fill(50);
        assertUniform(50, 5_000, () -> List.of(runner.run("SRANDMEMBER", "s")));
    }

    /** Who looked for the next member from a random hash on would draw the first ones behind a gap ten times as often. */
    @Test
    void oneOfASetWithGapsBetweenTheHashes() {
        runner.packedMaxBytes(0);
        List<String> kept = fill(4000, hash -> (hash >>> 24) % 2 == 0);
        assertThat(kept).hasSizeBetween(1800, 2200);
        assertUniform(kept.size(), 20 * kept.size(), () -> List.of(runner.run("SRANDMEMBER", "s")));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 99, -1, -3, -10, -150})
    void severalOfASpreadSet(int count) {
        runner.packedMaxBytes(0);
        fill(100);
        assertUniform(100, 4_000 / Math.abs(count) + 20, () -> strings(runner.reply("SRANDMEMBER", "s", count)));
    }

    @Test
    void fewOfMany() {
        runner.packedMaxBytes(0);
        fill(2000);
        assertUniform(2000, 4_000, () -> strings(runner.reply("SRANDMEMBER", "s", 10)));
        assertUniform(2000, 4_000, () -> strings(runner.reply("SRANDMEMBER", "s", -10)));
    }

    @Test
    void whatIsPoppedFirst() {
        runner.packedMaxBytes(0);
        assertUniform(100, 2_000, () -> {
            runner.context.begin();
            fill(100);
            return List.of(runner.run("SPOP", "s"));
        });
    }

    @Test
    void aDrawReadsAFewRowsHoweverLargeTheSet() {
        runner.packedMaxBytes(0);
        fill(20_000);
        runner.context.rowsRead = 0;
        int draws = 500;
        long read = 0;
        for (int i = 0; i < draws; i++) {
            runner.run("SRANDMEMBER", "s");
            read += runner.context.rowsRead;
        }
        assertThat((double) read / draws).isBetween(40.0, 100.0);
    }

    @Test
    void noMoreAreDrawnThanFitIntoMemory() {
        fill(3);
        assertThat(runner.run("SRANDMEMBER", "s", "-10000001")).isEqualTo("-ERR value is out of range");
        assertThat(runner.run("SRANDMEMBER", "nothing", "-10000001")).isEqualTo("[]");
        assertThat(strings(runner.reply("SRANDMEMBER", "s", "-5000"))).hasSize(5000);
    }

    private void fill(int size) {
        fill(size, hash -> true);
    }

    private List<String> fill(int size, IntPredicate wanted) {
        List<String> kept = new ArrayList<>();
        List<Object> request = new ArrayList<>(List.of("SADD", "s"));
        for (int i = 0; i < size; i++) {
            String member = "m" + i;
            if (wanted.test(runner.context.hasher.hash(member.getBytes(ISO_8859_1)))) {
                kept.add(member);
                request.add(member);
            }
        }
        runner.run(request.toArray());
        return kept;
    }

    private static List<String> strings(Reply reply) {
        return ((Reply.Aggregate) reply)
                .elements().stream().map(FamilyRunner::show).toList();
    }
}
