package io.sluice.proxy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.kv.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsLoadTest {
    private static final Setting BACKEND_SETTING = new Setting(
            "rocksdb-block-cache", new Setting.Memory(0, 1L << 40), "64mb", false, "RocksDB", "The block cache.");
    private static final SettingsTable TABLE = SettingsTable.with(List.of(BACKEND_SETTING));

    @TempDir
    Path directory;

    @Test
    void withoutArgumentsEverySettingHasItsDefault() throws Exception {
        Settings settings = Settings.load(TABLE, List.of());

        assertThat(settings.integer(NetworkSettings.PORT)).isEqualTo(6379);
        assertThat(settings.number(LimitSettings.PROTO_MAX_BULK_LEN)).isEqualTo(512L << 20);
        assertThat(settings.flag(SecuritySettings.PROTECTED_MODE)).isTrue();
        assertThat(settings.text(StorageSettings.DIR)).isEqualTo("./data");
        assertThat(settings.bind()).containsExactly(new BindAddress("127.0.0.1", false), new BindAddress("::1", true));
        assertThat(settings.texts(List.of(BACKEND_SETTING))).isEqualTo(Map.of("rocksdb-block-cache", "67108864"));
        assertThat(settings.file()).isEmpty();
        assertThat(settings.warnings()).isEmpty();
    }

    @Test
    void theCommandLineWinsOverTheFileAndALaterLineOverAnEarlier() throws Exception {
        Path file = file(
                """
                # a comment
                PORT 7000
                port 7001
                  requirepass "a b"
                rocksdb-block-cache 1gb
                bind * -::1
                hash-max-ziplist-entries 7
                """);
        Settings settings = Settings.load(
                TABLE, List.of(file.toString(), "--timeout", "5", "--requirepass", "", "--bind", "10.0.0.1", "-::1"));

        assertThat(settings.integer(NetworkSettings.PORT)).isEqualTo(7001);
        assertThat(settings.integer(NetworkSettings.TIMEOUT)).isEqualTo(5);
        assertThat(settings.text(SecuritySettings.REQUIREPASS)).isEmpty();
        assertThat(settings.bind()).containsExactly(new BindAddress("10.0.0.1", false), new BindAddress("::1", true));
        assertThat(settings.number(BACKEND_SETTING)).isEqualTo(1L << 30);
        assertThat(settings.number(EncodingSettings.HASH_MAX_LISTPACK_ENTRIES)).isEqualTo(7);
        assertThat(settings.file()).contains(file.toAbsolutePath());
    }

    @Test
    void hzIsTheNearestThatIsKept() throws Exception {
        assertThat(hz("0")).isEqualTo(1);
        assertThat(hz("499")).isEqualTo(499);
        assertThat(hz("2147483647")).isEqualTo(500);
        assertThat(catchThrowableOfType(ConfigException.class, () -> hz("-1"))).isNotNull();
    }

    private static long hz(String value) throws ConfigException {
        return Settings.load(TABLE, List.of("--hz", value)).number(ExpirySettings.HZ);
    }

    @Test
    void anIncludedFileStandsInThePlaceOfItsLine() throws Exception {
        Path included = Files.writeString(directory.resolve("inner.conf"), "port 7005\ntimeout 9\n");
        Path file = file("timeout 1\ninclude " + included + "\nport 7006\n");

        Settings settings = Settings.load(TABLE, List.of(file.toString()));

        assertThat(settings.integer(NetworkSettings.TIMEOUT)).isEqualTo(9);
        assertThat(settings.integer(NetworkSettings.PORT)).isEqualTo(7006);
    }

    @Test
    void aFileThatIncludesItselfIsRefused() throws Exception {
        Path file = directory.resolve("sluice.conf");
        Files.writeString(file, "include " + file + "\n");

        assertThat(refused(file.toString()))
                .endsWith("sluice.conf:1: more than 16 files include each other; does one include itself?");
    }

    @Test
    void aMissingIncludeNamesTheLineThatAskedForIt() throws Exception {
        Path file = file("port 1\ninclude " + directory.resolve("absent") + "\n");

        assertThat(refused(file.toString()))
                .isEqualTo(file + ":2: cannot read the configuration file " + directory.resolve("absent")
                        + ": no such file");
    }

    @Test
    void settingsThatOnlyTuneRedisArePassedOverWithAWarning() throws Exception {
        Path file = file("rdbcompression yes\nappendonly no\nsave 3600 1\nsave \"\"\ndaemonize no\n");

        Settings settings = Settings.load(TABLE, List.of(file.toString()));

        assertThat(settings.warnings())
                .containsExactly(
                        file + ":1: 'rdbcompression yes' has no effect in Sluice",
                        file + ":2: 'appendonly no' has no effect in Sluice",
                        file + ":3: 'save 3600 1' has no effect in Sluice",
                        file + ":5: 'daemonize no' has no effect in Sluice");
        assertThat(settings.text(CompatibilitySettings.APPENDONLY)).isEqualTo("yes");
        assertThat(settings.text(CompatibilitySettings.SAVE)).isEmpty();
    }

    static Stream<Arguments> wrongArguments() {
        return Stream.of(
                wrong("port cannot be 'abc'; allowed: a whole number from 0 to 65535", "--port", "abc"),
                wrong("port cannot be '70000'; allowed: a whole number from 0 to 65535", "--port", "70000"),
                wrong("port cannot be '007'; allowed: a whole number from 0 to 65535", "--port", "007"),
                wrong("port needs a value; allowed: a whole number from 0 to 65535", "--port"),
                wrong("port takes one value, not 2: 1 2", "--port", "1", "2"),
                wrong("timeout cannot be '-1'; allowed: a whole number from 0", "--timeout", "-1"),
                wrong(
                        "cache-size cannot be '1xx'; allowed: a size such as 512kb or 1gb, from 0 to 1024gb",
                        "--cache-size",
                        "1xx"),
                wrong(
                        "loglevel cannot be 'loud'; allowed: one of debug, verbose, notice, warning",
                        "--loglevel",
                        "loud"),
                wrong("protected-mode cannot be 'maybe'; allowed: yes or no", "--protected-mode", "maybe"),
                wrong("appendonly cannot be 'maybe'; allowed: only yes", "--appendonly", "maybe"),
                wrong("maxmemory cannot be '4gb'; allowed: only 0", "--maxmemory", "4gb"),
                wrong("bind cannot be '-'; allowed: addresses, or '*' for all of them", "--bind", "-"),
                wrong("dir cannot be ''; allowed: the path of a directory", "--dir", ""),
                wrong("unknown setting 'prot'; did you mean 'port'?", "--prot", "1"),
                wrong("unknown setting 'max-clients'; did you mean 'maxclients'?", "--max-clients", "1"),
                wrong(
                        "unknown setting 'rocksdb-blockcache'; did you mean 'rocksdb-block-cache'?",
                        "--rocksdb-blockcache",
                        "1"),
                wrong("unknown setting 'xyzzy'; --help and conf/sluice.conf list them all", "--xyzzy", "1"),
                wrong("replicaof: Sluice does not replicate; the store does", "--replicaof", "host", "6379"),
                wrong(
                        "daemonize: Sluice runs in the foreground; leave the background to the shell or the service"
                                + " manager",
                        "--daemonize",
                        "yes"),
                wrong("'--' is in the place of a setting; write: [file] --name value ...", "--", "1"));
    }

    private static Arguments wrong(String message, String... arguments) {
        return Arguments.of("command line: " + message, List.of(arguments));
    }

    @ParameterizedTest
    @MethodSource("wrongArguments")
    void aWrongArgumentIsToldInOneLine(String message, List<String> arguments) {
        assertThat(refused(arguments.toArray(String[]::new))).isEqualTo(message);
    }

    static Stream<Arguments> wrongLines() {
        return Stream.of(
                Arguments.of("port 6379 # the port", "port takes one value, not 4: 6379 # the port"),
                Arguments.of("logfile \"a", "unbalanced quotes in: logfile \"a"),
                Arguments.of("port", "port needs a value; allowed: a whole number from 0 to 65535"),
                Arguments.of("include", "include takes one file"),
                Arguments.of("requirepass \"\\xff\\xfe\"", "requirepass has bytes that are not UTF-8"),
                Arguments.of("pfort 1", "unknown setting 'pfort'; did you mean 'port'?"));
    }

    @ParameterizedTest
    @MethodSource("wrongLines")
    void aWrongLineIsToldWithItsNumber(String line, String message) throws Exception {
        Path file = file("# first\n\n" + line + "\nport 1\n");

        assertThat(refused(file.toString())).isEqualTo(file + ":3: " + message);
    }

    @Test
    void aFileThatCannotBeReadIsTold() throws Exception {
        Path absent = directory.resolve("absent.conf");
        assertThat(refused(absent.toString()))
                .isEqualTo("cannot read the configuration file " + absent + ": no such file");
        assertThat(refused(directory.toString()))
                .isEqualTo("cannot read the configuration file " + directory + ": it is a directory");
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xFF, (byte) 0xFE, 0});
        assertThat(refused(binary.toString()))
                .isEqualTo("cannot read the configuration file " + binary + ": it is not UTF-8 text");
    }

    @Test
    void theGeneratedFileIsReadBackAsTheDefaults() throws Exception {
        Path file = file(ConfigurationFile.render(TABLE));

        Settings read = Settings.load(TABLE, List.of(file.toString()));

        assertThat(read.get(List.of("*")))
                .isEqualTo(Settings.load(TABLE, List.of()).get(List.of("*")));
        assertThat(read.warnings()).isEmpty();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("sluice.conf"), text);
    }

    private static String refused(String... arguments) {
        ConfigException refusal =
                catchThrowableOfType(ConfigException.class, () -> Settings.load(TABLE, List.of(arguments)));
        assertThat(refusal).as("refusal of %s", List.of(arguments)).isNotNull();
        assertThat(refusal.getMessage()).doesNotContain("\n");
        return refusal.getMessage();
    }
}
