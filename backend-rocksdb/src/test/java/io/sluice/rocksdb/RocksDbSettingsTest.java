package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.kv.config.Setting;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RocksDbSettingsTest {
    @TempDir
    Path dir;

    @Test
    void everySettingHasItsNameItsDefaultWithinBoundsAndAText() {
        for (Setting setting : new RocksDbStoreProvider().settings()) {
            assertThat(setting.name()).startsWith("rocksdb-");
            assertThat(setting.doc()).endsWith(".").doesNotContain("\n");
            if (setting.type() instanceof Setting.Memory memory) {
                assertThat(MemoryText.parse(setting.defaultValue())).isBetween(memory.min(), memory.max());
            } else if (setting.type() instanceof Setting.Int number) {
                assertThat(Long.parseLong(setting.defaultValue())).isBetween(number.min(), number.max());
            } else if (setting.type() instanceof Setting.Choice choice) {
                assertThat(choice.words()).contains(setting.defaultValue());
            }
        }
        assertThat(new RocksDbStoreProvider().settings())
                .extracting(Setting::name)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "17,17", "1k,1000", "1KB,1024", "2m,2000000", "2mb,2097152", "1gb,1073741824", "3G,3000000000"})
    void sizesAreReadAsRedisReadsThem(String text, long bytes) {
        assertThat(MemoryText.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1x", "kb", "", "-1"})
    void whatIsNoSizeIsRefused(String text) {
        assertThatThrownBy(() -> MemoryText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theBlockCacheIsAShareOfTheMemoryUnlessItIsNamed() {
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        assertThat(RocksDbConfig.of(TestStores.settings()).blockCacheSize())
                .isBetween(64L << 20, Math.max(64L << 20, memory / 6));
        assertThat(RocksDbConfig.of(TestStores.settings("rocksdb-block-cache-size", "5mb"))
                        .blockCacheSize())
                .isEqualTo(5L << 20);
    }

    @Test
    void memtablesAreMergedAsFarAsMemoryAndTheirNumberAllow() {
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        long collected = Math.min(256L << 20, memory / 64);
        assertThat(merged("1mb", "64")).isEqualTo((int) Math.min(32, Math.max(1, collected >> 20)));
        assertThat(merged("1mb", "5")).isEqualTo((int) Math.min(2, Math.max(1, collected >> 20)));
        assertThat(merged("64kb", "2")).isEqualTo(1);
        assertThat(merged("1gb", "8")).isEqualTo(1);
    }

    private static int merged(String size, String number) {
        return writing(size, number).writeBuffersToMerge();
    }

    private static RocksDbConfig writing(String size, String number) {
        return RocksDbConfig.of(
                TestStores.settings("rocksdb-write-buffer-size", size, "rocksdb-max-write-buffer-number", number));
    }

    @Test
    void level1HoldsWhatLevel0HasWhenItIsCompacted() {
        assertThat(writing("1gb", "8").levelBaseBytes()).isEqualTo(8L << 30);
        assertThat(writing("64kb", "2").levelBaseBytes()).isEqualTo(256L << 20);
        assertThat(writing("64mb", "8").levelBaseBytes()).isEqualTo(8L * merged("64mb", "8") * (64L << 20));
    }

    @Test
    void level0IsCompactedBeforeWritesAreSlowedDown() {
        assertThat(slowedDownFrom("24").level0Tables()).isEqualTo(8);
        assertThat(slowedDownFrom("8").level0Tables()).isEqualTo(8);
        assertThat(slowedDownFrom("3").level0Tables()).isEqualTo(3);
    }

    private static RocksDbConfig slowedDownFrom(String tables) {
        return RocksDbConfig.of(TestStores.settings("rocksdb-level0-slowdown-trigger", tables));
    }

    /** RocksDB writes down the options that it runs with. */
    @Test
    void reachRocksDb() throws Exception {
        TestStores.open(
                        dir,
                        "rocksdb-write-buffer-size",
                        "3mb",
                        "rocksdb-max-write-buffer-number",
                        "5",
                        "rocksdb-max-total-wal-size",
                        "77mb",
                        "rocksdb-compaction-threads",
                        "6",
                        "rocksdb-compaction-readahead-size",
                        "1mb",
                        "rocksdb-level0-slowdown-trigger",
                        "11",
                        "rocksdb-level0-stop-trigger",
                        "22",
                        "rocksdb-compression",
                        "zstd",
                        "rocksdb-max-open-files",
                        "333")
                .close();
        Properties options = runningOptions();
        assertThat(options)
                .containsEntry("write_buffer_size", "3145728")
                .containsEntry("max_write_buffer_number", "5")
                .containsEntry("min_write_buffer_number_to_merge", "2")
                .containsEntry("max_total_wal_size", "80740352")
                .containsEntry("level0_file_num_compaction_trigger", "8")
                .containsEntry("max_bytes_for_level_base", "268435456")
                .containsEntry("max_background_jobs", "8")
                .containsEntry("max_subcompactions", "6")
                .containsEntry("compaction_readahead_size", "1048576")
                .containsEntry("level0_slowdown_writes_trigger", "11")
                .containsEntry("level0_stop_writes_trigger", "22")
                .containsEntry("bottommost_compression", "kZSTD")
                .containsEntry("max_open_files", "333")
                .containsEntry("cache_index_and_filter_blocks", "true")
                .containsEntry("wal_recovery_mode", "kPointInTimeRecovery")
                .containsEntry("allow_fallocate", "false")
                .containsEntry("memtable_insert_with_hint_prefix_extractor", "rocksdb.FixedPrefix.1")
                .containsEntry("writable_file_max_buffer_size", "65536")
                .containsEntry("max_log_file_size", "10485760")
                .containsEntry("keep_log_file_num", "5");
        assertThat(options.getProperty("filter_policy")).contains("bloomfilter:10");
    }

    private Properties runningOptions() throws Exception {
        List<Path> files = new ArrayList<>();
        try (var found = Files.newDirectoryStream(dir, "OPTIONS-*")) {
            found.forEach(files::add);
        }
        files.sort(null);
        Properties options = new Properties();
        String section = "";
        for (String line : Files.readAllLines(files.get(files.size() - 1))) {
            int at = line.indexOf('=');
            if (line.startsWith("[")) {
                section = line;
            } else if (at > 0 && !section.contains("journal")) {
                options.put(
                        line.substring(0, at).strip(), line.substring(at + 1).strip());
            }
        }
        return options;
    }
}
