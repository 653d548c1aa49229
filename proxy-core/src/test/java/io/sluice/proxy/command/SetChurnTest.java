package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.DeletedRows;
import io.sluice.encoding.Header;
import io.sluice.encoding.SpreadRef;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large sets that lose most of what they held, or through which much passes, move to new ids, and nobody sees it. */
class SetChurnTest {
    private final FamilyRunner runner = new FamilyRunner(40, SetCommands::rows);
    private final Set<Long> ids = new HashSet<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 200})
    void aSetThatIsPoppedDownToNothing(int packedMaxBytes) {
        runner.packedMaxBytes(packedMaxBytes);
        Set<String> left = fill(8000);
        while (!left.isEmpty()) {
            assertThat(left.remove(runner.run("SPOP", "s"))).isTrue();
            check(left.size());
        }
        assertThat(ids).hasSizeBetween(3, 12);
        assertThat(runner.context.rows()).isEmpty();
    }

    @Test
    void aSetThatIsPoppedInHandfuls() {
        runner.packedMaxBytes(200);
        Set<String> left = fill(8000);
        while (!left.isEmpty()) {
            for (Reply popped : ((Reply.Aggregate) runner.reply("SPOP", "s", "37")).elements()) {
                assertThat(left.remove(FamilyRunner.show(popped))).isTrue();
            }
            check(left.size());
        }
    }

    @Test
    void aSetThroughWhichMuchPasses() {
        runner.packedMaxBytes(200);
        Set<String> left = fill(100);
        for (int i = 0; i < 6000; i++) {
            String next = "n" + i;
            assertThat(runner.run("SADD", "s", next)).isEqualTo("1");
            left.add(next);
            assertThat(left.remove(runner.run("SPOP", "s"))).isTrue();
            check(left.size());
        }
        assertThat(ids).hasSizeBetween(5, 20);
        assertThat(members()).isEqualTo(left);
    }

    @Test
    void aWalkGoesOnWhileTheSetMoves() {
        runner.packedMaxBytes(200);
        fill(3000);
        Set<String> stay = new TreeSet<>();
        List<Object> gone = new ArrayList<>(List.of("SREM", "s"));
        for (int i = 0; i < 3000; i++) {
            if (i % 100 == 0) {
                stay.add("m" + i);
            } else {
                gone.add("m" + i);
            }
        }
        Set<String> seen = new TreeSet<>();
        String cursor = "0";
        int steps = 0;
        do {
            Reply.Aggregate page = (Reply.Aggregate) runner.reply("SSCAN", "s", cursor, "COUNT", "100");
            cursor = FamilyRunner.show(page.get(0));
            ((Reply.Aggregate) page.get(1)).elements().forEach(member -> seen.add(FamilyRunner.show(member)));
            if (++steps == 10) {
                runner.run(gone.toArray());
                check(stay.size());
            }
        } while (!cursor.equals("0"));
        assertThat(ids).hasSizeLessThan(2);
        assertThat(seen).containsAll(stay);
        assertThat(members()).isEqualTo(stay);
    }

    @Test
    void aSetOfMuchTextStaysWhereItIs() {
        runner.packedMaxBytes(200);
        List<Object> request = new ArrayList<>(List.of("SADD", "s"));
        for (int i = 0; i < 20; i++) {
            request.add(i + "t".repeat(1 << 20));
        }
        runner.run(request.toArray());
        for (int i = 0; i < 1000; i++) {
            runner.run("SADD", "s", "n" + i);
            assertThat(runner.run("SREM", "s", "n" + i)).isEqualTo("1");
            check(20);
        }
        assertThat(ids).hasSize(1);
    }

    private Set<String> fill(int size) {
        Set<String> members = new HashSet<>();
        List<Object> request = new ArrayList<>(List.of("SADD", "s"));
        for (int i = 0; i < size; i++) {
            members.add("m" + i);
            request.add("m" + i);
        }
        runner.run(request.toArray());
        return members;
    }

    private Set<String> members() {
        Set<String> members = new TreeSet<>();
        ((Reply.Aggregate) runner.reply("SMEMBERS", "s"))
                .elements()
                .forEach(member -> members.add(FamilyRunner.show(member)));
        return members;
    }

    private void check(int size) {
        assertThat(runner.run("SCARD", "s")).isEqualTo(String.valueOf(size));
        Header header = runner.context.stored("s");
        if (header == null || header.encoding() != ValueEncoding.SET_SPREAD) {
            assertThat(runner.context.rows()).isEmpty();
            return;
        }
        SpreadRef reference = SpreadRef.decode(header.payload());
        ids.add(reference.id());
        assertThat(reference.count()).isEqualTo(size);
        assertThat(runner.context.rows()).hasSize(size);
        assertThat(DeletedRows.decode(reference.rest())).isLessThanOrEqualTo(Math.max(512, 3L * size));
    }
}
