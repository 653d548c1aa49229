package io.sluice.rocksdb;

import java.util.List;
import java.util.Locale;

/** When the write-ahead log is forced to the disk. The log itself is always written before a commit is acknowledged. */
enum WalFsync {
    /** Before a commit is acknowledged: it survives the loss of power. */
    ALWAYS,
    /** Once a second: a commit survives the death of the process; the loss of power may cost the last second. */
    EVERYSEC,
    /** When the operating system likes to: a commit survives the death of the process. */
    NO;

    static WalFsync of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    static List<String> words() {
        return List.of("always", "everysec", "no");
    }
}
