package io.sluice.rocksdb;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.KvStoreProvider.OpenException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

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

    /** As in a program that loads the backend, RocksDB with it, behind a class loader of its own. */
    @Test
    void isRefusedWhereItsThreadsWouldNotFindItsClasses() throws Exception {
        URL[] both = {place(NativeLibrary.class), place(RocksDB.class)};
        try (URLClassLoader apart = new URLClassLoader(both, new OfOthers())) {
            KvStoreProvider provider =
                    ServiceLoader.load(KvStoreProvider.class, apart).iterator().next();
            assertThat(provider.getClass().getClassLoader()).isSameAs(apart);
            assertThatThrownBy(() -> provider.open(TestStores.settings(), folder))
                    .isInstanceOf(OpenException.class)
                    .hasMessageContaining("rocksdbjni belongs into lib");
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** All that is on the class path of the tests, but what the backend brings. */
    private static final class OfOthers extends ClassLoader {
        OfOthers() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("io.sluice.rocksdb.") || name.startsWith("org.rocksdb.")) {
                throw new ClassNotFoundException(name);
            }
            return NativeLibraryTest.class.getClassLoader().loadClass(name);
        }
    }

    private static URL place(Class<?> of) {
        return of.getProtectionDomain().getCodeSource().getLocation();
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
