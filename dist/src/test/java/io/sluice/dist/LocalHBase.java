package io.sluice.dist;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.config.Setting;
import io.sluice.kv.testing.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real HBase in a process of its own, and the backend for it in a class loader of its own, from where the build of their
 * modules has put them. Their libraries must not meet those on the class path of these tests.
 */
public final class LocalHBase implements AutoCloseable {
    private static final Path SERVER = Path.of("..", "hbase-local", "target");
    private static final Path BACKEND = Path.of("..", "backend-hbase", "target");
    private static final Pattern READY = Pattern.compile("bootstrap servers ([^ ]+),");

    private final ServerProcess process;
    private final KvStoreProvider provider;

    private LocalHBase(ServerProcess process, KvStoreProvider provider) {
        this.process = process;
        this.provider = provider;
    }

    /** Whether the modules have been built that it is started from. */
    public static boolean isBuilt() {
        return Files.isDirectory(SERVER.resolve("lib")) && Files.isDirectory(BACKEND.resolve("backend"));
    }

    public static LocalHBase start(Path directory) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                SERVER.resolve("classes") + File.pathSeparator + SERVER.resolve("lib") + File.separator + "*",
                "io.sluice.hbase.local.LocalHBase",
                "--dir",
                directory.toString());
        return new LocalHBase(ServerProcess.start(command, directory.resolve("standard-error"), READY), loadProvider());
    }

    private static KvStoreProvider loadProvider() throws IOException {
        List<URL> urls =
                new ArrayList<>(List.of(BACKEND.resolve("classes").toUri().toURL()));
        try (Stream<Path> jars = Files.list(BACKEND.resolve("backend"))) {
            for (Path jar : jars.sorted().toList()) {
                urls.add(jar.toUri().toURL());
            }
        }
        ClassLoader shared = new SharedClasses(LocalHBase.class.getClassLoader());
        return ServiceLoader.load(
                        KvStoreProvider.class, new URLClassLoader("backend-hbase", urls.toArray(URL[]::new), shared))
                .iterator()
                .next();
    }

    public String bootstrapServers() {
        return process.ready().group(1);
    }

    public KvStore open(String table) throws KvStoreProvider.OpenException {
        return open(table, Map.of());
    }

    /** With other than the default settings. */
    public KvStore open(String table, Map<String, String> changed) throws KvStoreProvider.OpenException {
        Map<String, String> settings = settings(table);
        settings.putAll(changed);
        return inItsLoader(() -> provider.open(settings, Path.of("unused")));
    }

    public KvStore openToRead(String table) throws KvStoreProvider.OpenException {
        return inItsLoader(() -> provider.openToRead(settings(table), Path.of("unused")));
    }

    private interface Opening {
        KvStore open() throws KvStoreProvider.OpenException;
    }

    private KvStore inItsLoader(Opening opening) throws KvStoreProvider.OpenException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(provider.getClass().getClassLoader());
        try {
            return opening.open();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private Map<String, String> settings(String table) {
        Map<String, String> settings = new HashMap<>();
        for (Setting setting : provider.settings()) {
            settings.put(setting.name(), setting.defaultValue());
        }
        settings.put("hbase-bootstrap-servers", bootstrapServers());
        settings.put("hbase-table", table);
        settings.put("hbase-regions", "4");
        return settings;
    }

    @Override
    public void close() {
        process.close();
    }
}
