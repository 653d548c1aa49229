package io.sluice.rocksdb;

import io.sluice.kv.KvStoreProvider.OpenException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Opens the database, or says in one line that an operator can act on why not. */
final class Opening {
    private Opening() {}

    static Database open(RocksDbConfig config, Path directory) throws OpenException {
        NativeLibrary.load();
        prepare(directory);
        NativeOptions options = new NativeOptions(config);
        List<ColumnFamilyHandle> families = new ArrayList<>();
        RocksDB rocks = null;
        try {
            rocks = RocksDB.open(options.ofDatabase, directory.toString(), described(options, directory), families);
            Journal journal = Recovery.run(rocks, families, directory);
            return new Database(rocks, options, directory, families, config.walFsync() == WalFsync.ALWAYS, journal);
        } catch (RocksDBException e) {
            release(options, families, rocks);
            throw new OpenException(reason(directory, e), e);
        } catch (IOException e) {
            release(options, families, rocks);
            throw new OpenException(unreadable(directory, e), e);
        }
    }

    private static void release(NativeOptions options, List<ColumnFamilyHandle> families, @Nullable RocksDB rocks) {
        families.forEach(ColumnFamilyHandle::close);
        if (rocks != null) {
            rocks.close();
        }
        options.close();
    }

    private static String unreadable(Path directory, IOException e) {
        return directory + " cannot be opened: its journal cannot be read or begun (" + oneLine(e.toString()) + ")";
    }

    private static List<ColumnFamilyDescriptor> described(NativeOptions options, Path directory)
            throws RocksDBException {
        ColumnFamilyDescriptor rows = new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options.ofRows);
        boolean isThere = Files.isRegularFile(directory.resolve("CURRENT"));
        if (isThere && FormerJournal.isAmong(RocksDB.listColumnFamilies(options.options, directory.toString()))) {
            return List.of(rows, new ColumnFamilyDescriptor(FormerJournal.COLUMN_FAMILY, options.ofFormerJournal));
        }
        return List.of(rows);
    }

    /**
     * Opens what is there, as it was when it was last written, and changes no file of it; what is in the journal stays
     * there.
     */
    static Database openToRead(RocksDbConfig config, Path directory) throws OpenException {
        NativeLibrary.load();
        NativeOptions options = new NativeOptions(config);
        try {
            List<ColumnFamilyHandle> families = new ArrayList<>();
            RocksDB rocks = RocksDB.openReadOnly(
                    options.ofDatabase, directory.toString(), described(options, directory), families);
            return new Database(rocks, options, directory, families, false, null);
        } catch (RocksDBException e) {
            options.close();
            throw new OpenException(reason(directory, e), e);
        }
    }

    /** What the journal of a database opened for reading alone holds; releases the database if it cannot be read. */
    static UnappliedRows unapplied(Database db) throws OpenException {
        try {
            return UnappliedRows.of(db);
        } catch (RocksDBException e) {
            db.release();
            throw new OpenException(reason(db.directory, e), e);
        } catch (IOException e) {
            db.release();
            throw new OpenException(unreadable(db.directory, e), e);
        }
    }

    private static void prepare(Path directory) throws OpenException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new OpenException(
                    directory + " is not a directory", new FileAlreadyExistsException(directory.toString()));
        }
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new OpenException(directory + " cannot be created: " + e.getFile() + " is not a directory", e);
        } catch (IOException e) {
            throw new OpenException(directory + " cannot be created: " + oneLine(e.getMessage()), e);
        }
        if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
            throw new OpenException(directory + " is not writable", new IOException("no permission"));
        }
    }

    private static String reason(Path directory, RocksDBException e) {
        String message = oneLine(e.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        Status status = e.getStatus();
        Status.Code code = status == null ? Status.Code.Undefined : status.getCode();
        // The lock has no status of its own: it is an I/O error that names the file.
        if (lower.contains("while lock file") || lower.contains("lock hold by current process")) {
            return lower.contains("lock hold by current process")
                    ? directory + " is already open in this process (LOCK held)"
                    : directory + " is already open by another process (LOCK held)";
        }
        if (isNoSpace(status) || lower.contains("no space left")) {
            return directory + " cannot be opened: the disk is full (" + message + ")";
        }
        if (lower.contains("permission denied") || lower.contains("read-only file system")) {
            return directory + " is not writable (" + message + ")";
        }
        if (lower.contains("too many open files")) {
            return directory + " cannot be opened: too many open files; raise the limit of the process or set "
                    + RocksDbSettings.MAX_OPEN_FILES + " (" + message + ")";
        }
        if (code == Status.Code.Corruption) {
            return directory + " is corrupt: " + message;
        }
        return directory + " cannot be opened: " + message;
    }

    private static boolean isNoSpace(@Nullable Status status) {
        return status != null && status.getSubCode() == Status.SubCode.NoSpace;
    }

    static String oneLine(@Nullable String text) {
        return text == null ? "no reason given" : text.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    }
}
