package io.sluice.rocksdb;

import io.sluice.kv.KvStoreProvider.OpenException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * RocksDB's native code, which the operating system loads from a file alone.
 *
 * <p>RocksDB itself unpacks it at each start, a fifth of a second, and leaves it behind in the folder for temporary files
 * where a process is killed. So it is kept unpacked in the folder that the launcher names. Where there is none, or it
 * cannot be written or used, RocksDB does as it always does.
 */
final class NativeLibrary {
    /** The system property that names the folder. */
    static final String FOLDER = "sluice.native";

    /** What RocksDB derives the file's name from when it is told the folder. */
    private static final String LOOKED_FOR = "rocksdbjni";

    private NativeLibrary() {}

    static void load() throws OpenException {
        checkThatItsThreadsFindItsClasses();
        try {
            if (!loadKept()) {
                RocksDB.loadLibrary();
            }
        } catch (UnsatisfiedLinkError | RuntimeException e) {
            throw new OpenException(
                    "RocksDB's native library cannot be loaded from " + System.getProperty("java.io.tmpdir")
                            + " (java.io.tmpdir; it must be writable and allow execution): "
                            + Opening.oneLine(e.getMessage()),
                    e);
        }
    }

    /**
     * RocksDB calls back from threads of its own, {@link ForcesBeforeFlush} above all, and looks for its classes there with JNI's
     * {@code FindClass}: that asks the system's class loader where no Java code is on the stack. If it did not find them, RocksDB
     * would go on without the call.
     */
    private static void checkThatItsThreadsFindItsClasses() throws OpenException {
        try {
            Class<?> found = Class.forName(RocksDB.class.getName(), false, ClassLoader.getSystemClassLoader());
            if (found != RocksDB.class) {
                throw new ClassNotFoundException("what is there is not what is used");
            }
        } catch (ClassNotFoundException e) {
            throw new OpenException(
                    "RocksDB's classes are not those of the program's class path, where its native code looks for them;"
                            + " the jar rocksdbjni belongs into lib, and not beside the backend",
                    e);
        }
    }

    private static boolean loadKept() {
        String folder = System.getProperty(FOLDER);
        if (folder == null) {
            return false;
        }
        try {
            Path kept = keep(Path.of(folder));
            if (kept == null) {
                return false;
            }
            RocksDB.loadLibrary(List.of(kept.toString()));
            return true;
        } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
            return false; // a folder that is read only, full, or mounted without execution
        }
    }

    /** The folder where the library of this jar is, unpacked if it was not yet; null where it comes from no jar. */
    static @Nullable Path keep(Path folder) throws IOException {
        URL inJar = RocksDB.class.getClassLoader().getResource(Environment.getJniLibraryFileName("rocksdb"));
        if (inJar == null || !(inJar.openConnection() instanceof JarURLConnection connection)) {
            return null;
        }
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            JarEntry entry = connection.getJarEntry();
            // By its checksum, which costs nothing: another version of RocksDB must not find this one's.
            Path home = folder.resolve("rocksdb-" + Long.toHexString(entry.getCrc()));
            Path library = home.resolve(Environment.getJniLibraryFileName(LOOKED_FOR));
            if (!Files.exists(library) || Files.size(library) != entry.getSize()) {
                Files.createDirectories(home);
                try (InputStream in = jar.getInputStream(entry)) {
                    unpack(in, library);
                }
            }
            return home;
        }
    }

    /** Several processes may do so at once, and be killed while they do. */
    private static void unpack(InputStream from, Path library) throws IOException {
        Path part = Files.createTempFile(library.getParent(), "unpacking", ".part");
        try {
            Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
