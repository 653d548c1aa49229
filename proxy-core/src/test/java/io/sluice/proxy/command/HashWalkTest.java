package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A walk with HSCAN meets every field that is there throughout, also when the hash moves from its header to rows. */
class HashWalkTest {
    private final FamilyRunner runner = new FamilyRunner(40, HashCommands::rows, KeyCommands::rows);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void meetsWhatStaysAcrossTheConversion(boolean timed) {
        SplittableRandom random = new SplittableRandom(timed ? 1 : 2);
        int moved = 0;
        for (int round = 0; round < 200; round++) {
            runner.run("DEL", "h");
            runner.packedMaxBytes(4096);
            Set<String> stay = fill("stays", 40 + random.nextInt(60));
            fill("goes", 40);
            if (timed) {
                runner.run("HPEXPIRE", "h", "1000000", "FIELDS", "1", "goes0");
            }
            // Redis would answer all of a small hash at once: this one has had a long value.
            runner.run("HSET", "h", "long", "v".repeat(100));
            boolean packed = isPacked();
            Set<String> seen = new HashSet<>();
            String cursor = "0";
            int step = 0;
            int movesAt = random.nextInt(8);
            do {
                Reply.Aggregate page =
                        (Reply.Aggregate) runner.reply("HSCAN", "h", cursor, "COUNT", 1 + random.nextInt(20));
                cursor = FamilyRunner.show(page.get(0));
                List<Reply> fields = ((Reply.Aggregate) page.get(1)).elements();
                for (int i = 0; i < fields.size(); i += 2) {
                    seen.add(FamilyRunner.show(fields.get(i)));
                }
                if (step++ == movesAt) {
                    fill("comes" + round + "-", 300);
                    runner.run("HDEL", "h", "goes" + random.nextInt(40));
                    moved += packed && !isPacked() && !cursor.equals("0") ? 1 : 0;
                }
            } while (!cursor.equals("0"));
            assertThat(seen).containsAll(stay);
        }
        assertThat(moved).isGreaterThan(50);
    }

    private boolean isPacked() {
        return !ValueEncoding.isSpread(
                Objects.requireNonNull(runner.context.stored("h")).encoding());
    }

    private Set<String> fill(String prefix, int count) {
        Set<String> fields = new HashSet<>();
        List<Object> request = new ArrayList<>(List.of("HSET", "h"));
        for (int i = 0; i < count; i++) {
            fields.add(prefix + i);
            request.add(prefix + i);
            request.add("v" + i);
        }
        runner.run(request.toArray());
        return fields;
    }
}
