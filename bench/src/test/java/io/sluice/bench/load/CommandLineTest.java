package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
    private static Options parse(String... args) throws UsageException {
        return CommandLine.parse(List.of(args)).options();
    }

    @Test
    void hasTheDefaultsOfMemtier() throws UsageException {
        Options options = parse();
        assertThat(options.server()).isEqualTo(new Options.Server("localhost", 6379, null, null, 0, 0, false));
        assertThat(options.load()).isEqualTo(new Options.Load(4, 50, 10_000, 0, 1, 0, 0, false));
        assertThat(options.keys()).isEqualTo(new KeyRange("memtier-", 0, 10_000_000, 0, 0));
        assertThat(options.data()).isEqualTo(new DataSize(32, 32, false));
        assertThat(options.commands().setGet()).isTrue();
        assertThat(options.commands().kinds())
                .extracting(CommandMix.Kind::times)
                .containsExactly(1, 10);
        assertThat(options.commands().kinds())
                .extracting(CommandMix.Kind::pattern)
                .containsExactly(KeyPattern.RANDOM, KeyPattern.RANDOM);
        assertThat(options.runs()).isEqualTo(1);
        assertThat(options.output().histogram()).isTrue();
    }

    @Test
    void takesValuesInEachFormThatGnuOptionsHave() throws UsageException {
        Options options = parse("-p", "7000", "-t2", "--clients=3", "--requests", "9", "-d=5", "--ratio=1:0", "-R");
        assertThat(options.server().port()).isEqualTo(7000);
        assertThat(options.load().threads()).isEqualTo(2);
        assertThat(options.load().clients()).isEqualTo(3);
        assertThat(options.load().requests()).isEqualTo(9);
        assertThat(options.data()).isEqualTo(new DataSize(5, 5, true));
    }

    @Test
    void splitsUserFromPassword() throws UsageException {
        assertThat(parse("-a", "ann:s:1").server())
                .extracting("user", "password")
                .containsExactly("ann", "s:1");
        assertThat(parse("-a", "secret").server())
                .extracting("user", "password")
                .containsExactly(null, "secret");
    }

    @Test
    void countsAllKeysOnceForEachClientOrOnceForAll() throws UsageException {
        assertThat(allKeys("S:S").load().requests()).isEqualTo(1000);
        assertThat(allKeys("P:P").load().requests()).isEqualTo(100);
    }

    private static Options allKeys(String pattern) throws UsageException {
        return parse("--key-minimum=1", "--key-maximum=1000", "-t2", "-c5", "-n", "allkeys", "--key-pattern", pattern);
    }

    @Test
    void givesACommandTheRatioAndPatternThatFollowIt() throws UsageException {
        Options options = parse(
                "--command",
                "SET __key__ __data__",
                "--command-ratio=3",
                "--command-key-pattern=G",
                "--command=GET __key__");
        assertThat(options.commands().setGet()).isFalse();
        assertThat(options.commands().kinds())
                .extracting(CommandMix.Kind::times)
                .containsExactly(3, 1);
        assertThat(options.commands().kinds())
                .extracting(CommandMix.Kind::pattern)
                .containsExactly(KeyPattern.GAUSSIAN, KeyPattern.RANDOM);
        assertThat(options.commands().kinds())
                .extracting(CommandMix.Kind::title)
                .containsExactly("Sets", "Gets");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--prot 1 | --prot",
                "--port | wants a value",
                "--port x | not a whole number",
                "--port 70000 | not between",
                "--cluster-mode=1 | takes no value",
                "--command-ratio 2 | after the --command",
                "--ratio 1 | two parts",
                "--ratio 0:0 | nothing to send",
                "--key-pattern Z:Z | Z",
                "--key-pattern R | two parts",
                "--key-minimum 5 --key-maximum 4 | above",
                "--key-median 20000000 | between",
                "--data-size-range 10 | 16-1024",
                "--data-size-range 10-5 | between",
                "--test-time 3 -n 10 | exclude",
                "--command PING --key-pattern G:G | --command-key-pattern",
                "--ratio 1:1 --command PING | --command-ratio",
                "--protocol memcache_text | resp3",
                "-k 1 | not understood",
                "extra | not understood"
            })
    void saysWhatItDoesNotUnderstand(String args, String message) {
        assertThatThrownBy(() -> parse(args.strip().split(" ")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message.strip());
    }
}
