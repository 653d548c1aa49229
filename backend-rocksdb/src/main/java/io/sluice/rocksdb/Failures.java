package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * What RocksDB's statuses mean for the caller.
 *
 * <p><b>Reads.</b> What may pass by itself (busy, timed out, aborted) is Retryable. An I/O error or corruption is
 * Fatal: asking again would bring the same or, worse, something else.
 *
 * <p><b>Writes.</b> {@code Incomplete} says that the writer would have had to wait, and is never shown to callers;
 * {@code InvalidArgument} and {@code NotSupported} are refused before anything is written: Fatal. Every other failure
 * comes from the log or after it. A full disk or an I/O error while the log is appended or forced leaves a record in
 * it of which nobody knows whether a restart will find it whole: Indeterminate, and no write may follow, for after a
 * failed fsync the kernel forgets what was not written, and a second one that succeeds proves nothing. {@link Health}
 * then refuses all writes until the process is started again and the log has been read back.
 */
final class Failures {
    private Failures() {}

    /** Whether a read was not served because it needs the disk, or a write because it would have to wait. */
    static boolean isIncomplete(RocksDBException e) {
        return code(e) == Status.Code.Incomplete;
    }

    static StoreException ofRead(RocksDBException e) {
        return switch (code(e)) {
            case Busy, TryAgain, TimedOut, Aborted -> new StoreException.Retryable("read failed: " + text(e), e);
            default -> new StoreException.Fatal("read failed: " + text(e), e);
        };
    }

    static boolean refusedBeforeWriting(RocksDBException e) {
        return switch (code(e)) {
            case InvalidArgument, NotSupported -> true;
            default -> false;
        };
    }

    static StoreException closed() {
        return new StoreException.Fatal("the store is closed", null);
    }

    static String text(RocksDBException e) {
        String message = e.getMessage();
        return message == null || message.isEmpty() ? code(e).toString() : message;
    }

    private static Status.Code code(RocksDBException e) {
        Status status = e.getStatus();
        return status == null ? Status.Code.Undefined : status.getCode();
    }
}
