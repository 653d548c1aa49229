package io.sluice.rocksdb;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
    @TempDir
    Path folder;

    @Test
    void isUnpackedOnceAndUsedAgain() throws IOException {
        Path library = kept();
        FileTime old = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(library, old);
        assertThat(Files.size(library)).isGreaterThan(1_000_000);
        assertThat(kept()).isEqualTo(library);
        assertThat(Files.getLastModifiedTime(library)).isEqualTo(old);
    }

    @Test
    void isUnpackedAgainWhereThereIsAPartOfIt() throws IOException {
        Path library = kept();
        long whole = Files.size(library);
        Files.write(library, new byte[100]);
        assertThat(Files.size(kept())).isEqualTo(whole);
    }

    @Test
    void aFolderThatCannotBeWrittenIsAnErrorThatTheCallerCanPassOver() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> NativeLibrary.keep(file)).isInstanceOf(IOException.class);
    }

    /** The only file there is after the library was asked for. */
    private Path kept() throws IOException {
        Path home = requireNonNull(NativeLibrary.keep(folder));
        try (Stream<Path> files = Files.list(home)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }
}
