package io.sluice.dist;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.config.Setting;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.StorageSettings;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The backends that are there. In a distribution each lives in a folder of its own, {@code backends/NAME/*.jar}, behind a
 * class loader of its own. Without a distribution (tests, an IDE) they are those on the class path.
 */
final class Backends {
    private final Map<String, KvStoreProvider> byName;

    private Backends(Map<String, KvStoreProvider> byName) {
        this.byName = byName;
    }

    static Backends onClassPath() throws StartFailure {
        Map<String, KvStoreProvider> found = new TreeMap<>();
        addProviders(Backends.class.getClassLoader(), "the class path", found);
        return new Backends(found);
    }

    /** @param folder the folder {@code backends} of a distribution */
    static Backends in(Path folder) throws StartFailure {
        Map<String, KvStoreProvider> found = new TreeMap<>();
        ClassLoader shared = new SharedClasses(Backends.class.getClassLoader());
        for (Path backend : sorted(folder)) {
            if (Files.isDirectory(backend)) {
                addProviders(loader(backend, shared), backend.toString(), found);
            }
        }
        return new Backends(found);
    }

    /** The settings of all of them. */
    List<Setting> settings() {
        return byName.values().stream()
                .flatMap(provider -> provider.settings().stream())
                .toList();
    }

    /** Opens the store that the settings name, creating it where nothing is there. */
    KvStore open(Settings settings) throws StartFailure {
        return open(settings, KvStoreProvider::open);
    }

    /** Opens the store that the settings name, to look at it alone. */
    KvStore openToRead(Settings settings) throws StartFailure {
        return open(settings, KvStoreProvider::openToRead);
    }

    /** Where the data of the store is that was opened with these settings. */
    String place(Settings settings) {
        KvStoreProvider provider = Objects.requireNonNull(byName.get(settings.text(StorageSettings.BACKEND)));
        return provider.place(settings.texts(provider.settings()), Path.of(settings.text(StorageSettings.DIR)));
    }

    private interface Opening {
        KvStore open(KvStoreProvider provider, Map<String, String> settings, Path directory) throws OpenException;
    }

    private KvStore open(Settings settings, Opening opening) throws StartFailure {
        String name = settings.text(StorageSettings.BACKEND);
        KvStoreProvider provider = byName.get(name);
        if (provider == null) {
            throw new StartFailure(
                    "backend cannot be '" + name + "'; allowed: one of " + String.join(", ", byName.keySet()));
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Libraries that look for their own plug-ins ask this loader, and threads started here inherit it.
        thread.setContextClassLoader(provider.getClass().getClassLoader());
        try {
            return opening.open(
                    provider, settings.texts(provider.settings()), Path.of(settings.text(StorageSettings.DIR)));
        } catch (OpenException e) {
            throw new StartFailure(String.valueOf(e.getMessage()), e);
        } catch (InvalidPathException e) {
            throw new StartFailure("dir is no path: " + e.getMessage(), e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void addProviders(ClassLoader loader, String where, Map<String, KvStoreProvider> into)
            throws StartFailure {
        try {
            for (KvStoreProvider provider : ServiceLoader.load(KvStoreProvider.class, loader)) {
                if (into.putIfAbsent(provider.name(), provider) != null) {
                    throw new StartFailure("two backends are called " + provider.name() + "; one is in " + where);
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new StartFailure("the backend in " + where + " cannot be loaded: " + e.getMessage(), e);
        }
    }

    /** The loader lives as long as the program: nothing closes it. */
    private static ClassLoader loader(Path backend, ClassLoader shared) throws StartFailure {
        List<URL> jars = new ArrayList<>();
        for (Path file : sorted(backend)) {
            if (file.toString().endsWith(".jar")) {
                try {
                    jars.add(file.toUri().toURL());
                } catch (MalformedURLException e) {
                    throw new StartFailure("cannot load " + file + ": " + e.getMessage(), e);
                }
            }
        }
        return new URLClassLoader("backend-" + backend.getFileName(), jars.toArray(URL[]::new), shared);
    }

    private static List<Path> sorted(Path folder) throws StartFailure {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new StartFailure("the distribution is incomplete: cannot read " + folder, e);
        }
    }
}
