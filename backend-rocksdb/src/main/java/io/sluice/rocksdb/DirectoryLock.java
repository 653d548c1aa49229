package io.sluice.rocksdb;

import io.sluice.kv.KvStoreProvider.OpenException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lock of a store's directory, taken by hand: RocksDB takes it only when it opens a store for writing. It is the same
 * lock, on the same file, so while it is held no process can open the store for writing, and it is not to be had while one
 * has. Within one process only Java's own holders see each other.
 */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "LOCK";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    static DirectoryLock take(Path directory) throws OpenException {
        if (!Files.isRegularFile(directory.resolve("CURRENT")) || !Files.isRegularFile(directory.resolve(FILE))) {
            throw new OpenException(directory + " holds no store", new IOException("no CURRENT or no LOCK"));
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(directory.resolve(FILE), StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                throw new OpenException(
                        directory + " is already open by another process (LOCK held)", new IOException("no lock"));
            }
            return new DirectoryLock(channel);
        } catch (OverlappingFileLockException e) {
            closeQuietly(channel, e);
            throw new OpenException(directory + " is already open in this process (LOCK held)", e);
        } catch (IOException e) {
            closeQuietly(channel, e);
            throw new OpenException(directory + " cannot be locked: " + e.getMessage(), e);
        }
    }

    private static void closeQuietly(@org.jspecify.annotations.Nullable FileChannel channel, Exception why) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                why.addSuppressed(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
