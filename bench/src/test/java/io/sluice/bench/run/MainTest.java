package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @Test
    void measuresAllInFullUnlessToldOtherwise() {
        Plan plan = Main.plan(List.of());
        assertThat(plan.tables()).containsExactlyElementsOf(Main.tables().keySet());
        assertThat(plan.scale()).isEqualTo(1);
        assertThat(plan.rounds()).isEqualTo(3);
        assertThat(plan.backend()).isEqualTo("rocksdb");
        assertThat(plan.count(10_485_760, 100)).isEqualTo(10_485_760);
    }

    @Test
    void takesTablesScaleAndSettings() {
        Plan plan = Main.plan(List.of(
                "a",
                "g-keys",
                "--scale",
                "0.5",
                "--rounds",
                "5",
                "--results",
                "x",
                "--backend",
                "hbase",
                "--",
                "--dir",
                "y"));
        assertThat(plan.tables()).containsExactly("a-p1", "a-p16", "g-keys");
        assertThat(plan.suffix()).isEqualTo("-hbase");
        assertThat(Main.plan(List.of()).suffix()).isEmpty();
        assertThat(plan.count(10, 1)).isEqualTo(5);
        assertThat(plan.count(10, 7)).isEqualTo(7);
        assertThat(plan.rounds()).isEqualTo(5);
        assertThat(plan.backend()).isEqualTo("hbase");
        assertThat(plan.results()).isEqualTo(Path.of("x"));
        assertThat(plan.settings()).containsExactly("--dir", "y");
    }

    @Test
    void measuresAHundredthWhenQuick() {
        assertThat(Main.plan(List.of("--quick")).count(1_000_000, 1)).isEqualTo(10_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"z", "--scale", "--scale 0", "--rounds 0", "--scale x", "a-p2"})
    void refusesWhatItDoesNotUnderstand(String args) {
        assertThatThrownBy(() -> Main.plan(List.of(args.split(" ")))).isInstanceOf(IllegalArgumentException.class);
    }
}
