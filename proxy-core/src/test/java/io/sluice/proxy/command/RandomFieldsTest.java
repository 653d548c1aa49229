package io.sluice.proxy.command;

import static io.sluice.proxy.command.Uniformity.assertUniform;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields drawn at random all have the same chance, and those that are expired none, reaped or not. */
class RandomFieldsTest {
    private final FamilyRunner runner = new FamilyRunner(40, HashCommands::rows, KeyCommands::rows);

    @ParameterizedTest
    @ValueSource(ints = {5, 64, 65, 700, 3000})
    void oneOfASpreadHash(int size) {
        runner.packedMaxBytes(0);
        fill(size);
        assertUniform(size, 20 * size, () -> List.of(runner.run("HRANDFIELD", "h")));
    }

    @Test
    void oneOfASmallHash() {
        fill(50);
        assertUniform(50, 5_000, () -> List.of(runner.run("HRANDFIELD", "h")));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 99, -1, -3, -10, -150})
    void several(int count) {
        runner.packedMaxBytes(0);
        fill(100);
        assertUniform(100, 4_000 / Math.abs(count) + 20, () -> strings(runner.reply("HRANDFIELD", "h", count)));
    }

    @Test
    void fewOfMany() {
        runner.packedMaxBytes(0);
        fill(2000);
        assertUniform(2000, 4_000, () -> strings(runner.reply("HRANDFIELD", "h", 10)));
        assertUniform(2000, 4_000, () -> strings(runner.reply("HRANDFIELD", "h", -10)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100_000})
    void thoseThatAreExpiredAreNotDrawn(int packedMaxBytes) {
        runner.packedMaxBytes(packedMaxBytes);
        fill(2000);
        List<Object> request = new ArrayList<>(List.of("HPEXPIRE", "h", "1", "FIELDS", "1400"));
        for (int i = 0; i < 1400; i++) {
            request.add("f" + i);
        }
        runner.run(request.toArray());
        runner.context.nowMs += 2;
        assertThat(runner.run("HLEN", "h")).isEqualTo("600");
        assertUniform(600, 12_000, () -> List.of(runner.run("HRANDFIELD", "h")));
        assertUniform(600, 2_000, () -> strings(runner.reply("HRANDFIELD", "h", 5)));
        assertUniform(600, 50, () -> strings(runner.reply("HRANDFIELD", "h", 400)));
        assertUniform(600, 50, () -> strings(runner.reply("HRANDFIELD", "h", -400)));
    }

    @Test
    void valuesComeWithTheirFields() {
        runner.packedMaxBytes(0);
        fill(1000);
        for (String count : List.of("3", "900", "2000", "-3", "-900")) {
            List<String> both = strings(runner.reply("HRANDFIELD", "h", count, "WITHVALUES"));
            assertThat(both).isNotEmpty();
            for (int i = 0; i < both.size(); i += 2) {
                assertThat(both.get(i + 1)).isEqualTo(value(both.get(i).substring(1)));
            }
        }
    }

    @Test
    void aDrawReadsAFewRowsHoweverLargeTheHash() {
        runner.packedMaxBytes(0);
        fill(20_000);
        int draws = 500;
        long read = 0;
        for (int i = 0; i < draws; i++) {
            runner.run("HRANDFIELD", "h");
            read += runner.context.rowsRead;
        }
        assertThat((double) read / draws).isBetween(40.0, 100.0);
    }

    @Test
    void noMoreAreDrawnThanFitIntoMemory() {
        fill(3);
        assertThat(runner.run("HRANDFIELD", "h", "-10000001")).isEqualTo("-ERR value is out of range");
        assertThat(strings(runner.reply("HRANDFIELD", "h", "9223372036854775807")))
                .hasSize(3);
    }

    private void fill(int size) {
        List<Object> request = new ArrayList<>(List.of("HSET", "h"));
        for (int i = 0; i < size; i++) {
            request.add("f" + i);
            request.add(value(String.valueOf(i)));
        }
        runner.run(request.toArray());
    }

    /** Some are in chunks of their own. */
    private static String value(String number) {
        return number.endsWith("7") ? number + "v".repeat(100) : number;
    }

    private static List<String> strings(Reply reply) {
        return ((Reply.Aggregate) reply)
                .elements().stream().map(FamilyRunner::show).toList();
    }
}
