package io.sluice.rocksdb;

import java.util.List;
import java.util.Locale;

/** How tables are compressed; by level, because a row passes through the upper ones quickly and stays in the last. */
enum Compression {
    NONE,
    LZ4,
    ZSTD;

    static Compression of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    static List<String> words() {
        return List.of("none", "lz4", "zstd");
    }
}
