package io.sluice.kv;

import io.sluice.kv.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How a backend is found ({@link java.util.ServiceLoader}), configured and opened. */
public interface KvStoreProvider {

    /** The word of the setting {@code backend}. */
    String name();

    /** The backend's own settings, all beginning with its name and a hyphen; they join the one table. */
    List<Setting> settings();

    /**
     * Opens the store, creating it where nothing is there.
     *
     * @param settings the text of every setting of {@link #settings()}, already checked against its type
     * @param directory where an embedded store keeps its files
     * @throws OpenException with one line for the operator when it cannot be opened: unwritable, locked, refused
     */
    KvStore open(Map<String, String> settings, Path directory) throws OpenException;

    /**
     * Opens a store that is there to look at it, alone, and without changing anything: nothing is created, and commits and
     * deletions fail as Fatal.
     *
     * @param settings as for {@link #open}
     * @param directory as for {@link #open}
     * @throws OpenException with one line for the operator when it cannot be opened: not there, in use, or not to be
     *     opened so at all
     */
    default KvStore openToRead(Map<String, String> settings, Path directory) throws OpenException {
        throw new OpenException(
                "a store of the backend " + name() + " cannot be opened for reading alone",
                new UnsupportedOperationException("openToRead"));
    }

    /**
     * Where the data of a store that is opened so is, for an operator to read behind the backend's name.
     *
     * @param settings as for {@link #open}
     * @param directory as for {@link #open}
     */
    default String place(Map<String, String> settings, Path directory) {
        return "in " + directory.toAbsolutePath().normalize();
    }

    /** Why a store cannot be opened, in one line that an operator can act on. */
    final class OpenException extends Exception {
        private static final long serialVersionUID = 1L;

        public OpenException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
