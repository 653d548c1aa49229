package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.dist.probe.ProbeProvider;
import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.config.Setting;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.SettingsTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendsTest {

    @TempDir
    Path home;

    @Test
    void theClassPathHasTheSettingsOfAllBackends() throws Exception {
        assertThat(Backends.onClassPath().settings())
                .extracting(Setting::name)
                .allMatch(name -> name.startsWith("rocksdb-") || name.startsWith("hbase-"))
                .contains("rocksdb-wal-fsync", "hbase-table");
    }

    @Test
    void aBackendIsLoadedFromItsOwnFolderAndSeesNothingOfTheProgram() throws Exception {
        install("probe");

        Backends backends = Backends.in(home);
        Settings settings = Settings.load(
                SettingsTable.with(backends.settings()),
                List.of("--backend", "probe", "--dir", home.toString(), "--probe-word", "x"));
        try (KvStore store = backends.open(settings)) {
            assertThat(backends.settings()).extracting(Setting::name).containsExactly("probe-word");
            assertThat(store.getClass().getClassLoader()).isNotSameAs(getClass().getClassLoader());
            assertThat(store.statistics())
                    .containsEntry("probe-word", "x")
                    .containsEntry("context-class-loader", "backend-probe")
                    .containsEntry("sees-netty", "false")
                    .containsEntry("sees-settings", "false")
                    .containsEntry("sees-logging", "true")
                    .containsEntry("sees-rocksdb", "true");
        }
    }

    @Test
    void anUnknownBackendIsToldWithThoseThatAreThere() throws Exception {
        install("probe");

        Backends backends = Backends.in(home);
        Settings settings = Settings.load(SettingsTable.with(backends.settings()), List.of("--backend", "hbase"));

        assertThatThrownBy(() -> backends.open(settings))
                .isInstanceOf(StartFailure.class)
                .hasMessage("backend cannot be 'hbase'; allowed: one of probe");
    }

    @Test
    void twoBackendsOfOneNameAreRefused() throws Exception {
        install("a");
        install("b");

        assertThatThrownBy(() -> Backends.in(home))
                .isInstanceOf(StartFailure.class)
                .hasMessage("two backends are called probe; one is in " + home.resolve("b"));
    }

    @Test
    void anIncompleteDistributionIsTold() {
        assertThatThrownBy(() -> Backends.in(home.resolve("absent")))
                .isInstanceOf(StartFailure.class)
                .hasMessage("the distribution is incomplete: cannot read " + home.resolve("absent"));
    }

    private void install(String folder) throws IOException {
        Path backend = Files.createDirectory(home.resolve(folder));
        Files.writeString(backend.resolve("README.txt"), "not a jar");
        try (OutputStream file = Files.newOutputStream(backend.resolve("probe.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            for (String name : List.of("ProbeProvider", "ProbeStore")) {
                String entry = "io/sluice/dist/probe/" + name + ".class";
                jar.putNextEntry(new JarEntry(entry));
                try (InputStream bytes = getClass().getClassLoader().getResourceAsStream(entry)) {
                    bytes.transferTo(jar);
                }
            }
            jar.putNextEntry(new JarEntry("META-INF/services/" + KvStoreProvider.class.getName()));
            jar.write(ProbeProvider.class.getName().getBytes(StandardCharsets.UTF_8));
        }
    }
}
