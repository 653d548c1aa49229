package io.sluice.hbase;

import io.sluice.kv.StoreException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * What HBase's exceptions say about a commit that was sent once. What is not known by name is taken for an unknown
 * outcome: naming too few costs a fence, naming one too many costs data.
 */
final class Failures {
    private Failures() {}

    /** What has become of the call. */
    enum Fate {
        /** It was never sent, or refused before anything was written, by a server that may take it later. */
        NOT_APPLIED,
        /** It was refused before anything was written, and would be again. */
        REFUSED,
        /** It may have been applied, or may still be. */
        UNKNOWN
    }

    /** Nobody told where the region is, so nothing was sent to it. */
    static final class NotLocatedException extends IOException {
        private static final long serialVersionUID = 1L;

        NotLocatedException(Throwable cause) {
            super("the region is not found: " + text(cause), cause);
        }
    }

    static Fate ofCommit(Throwable failure) {
        Throwable cause = bare(failure);
        if (cause instanceof NotLocatedException && cause.getCause() != null) {
            return refusedForGood(cause.getCause()) ? Fate.REFUSED : Fate.NOT_APPLIED;
        }
        if (neverSent(cause) || refusedForNow(cause)) {
            return Fate.NOT_APPLIED;
        }
        return refusedForGood(cause) ? Fate.REFUSED : Fate.UNKNOWN;
    }

    private static boolean neverSent(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof UnknownHostException
                || cause instanceof FailedServerException
                || cause instanceof ServerTooBusyException;
    }

    /**
     * Thrown before a region begins an operation (moved, opening, closing, too busy, locked), before a call leaves the
     * server's queue, or by a server that does not run.
     */
    private static boolean refusedForNow(Throwable cause) {
        return cause instanceof NotServingRegionException
                || cause instanceof WrongRegionException
                || cause instanceof RegionTooBusyException
                || cause instanceof CallQueueTooBigException
                || cause instanceof CallDroppedException
                || cause instanceof RegionServerStoppedException
                || cause instanceof ServerNotRunningYetException
                || cause instanceof RpcThrottlingException;
    }

    private static boolean refusedForGood(Throwable cause) {
        return cause instanceof AccessDeniedException
                || cause instanceof FailedSanityCheckException
                || cause instanceof NoSuchColumnFamilyException
                || cause instanceof UnknownProtocolException
                || cause instanceof TableNotFoundException
                || cause instanceof IllegalArgumentException
                || (cause instanceof DoNotRetryIOException
                        && String.valueOf(cause.getMessage()).startsWith("Requested row out of range"));
    }

    /** A failed read has changed nothing, and may be asked again unless it is refused for good. */
    static StoreException ofRead(Throwable failure) {
        Throwable cause = bare(failure);
        if (cause instanceof StoreException known) {
            return known;
        }
        return refusedForGood(cause)
                ? new StoreException.Fatal("HBase refuses the read: " + text(cause), cause)
                : new StoreException.Retryable("HBase did not answer the read: " + text(cause), cause);
    }

    static StoreException closed() {
        return new StoreException.Fatal("the store is closed", null);
    }

    /** Without the wrapping of futures and of the client's own repetitions. */
    static Throwable bare(Throwable failure) {
        Throwable bare = failure;
        while ((bare instanceof CompletionException
                        || bare instanceof ExecutionException
                        || bare instanceof RetriesExhaustedException)
                && bare.getCause() != null) {
            bare = bare.getCause();
        }
        return bare;
    }

    /** The first line: remote exceptions bring the server's stack trace in their message. */
    static String text(Throwable failure) {
        String message = failure.getMessage();
        String line = message == null ? "" : message.strip().lines().findFirst().orElse("");
        return line.isEmpty()
                ? failure.getClass().getSimpleName()
                : failure.getClass().getSimpleName() + ": " + line;
    }
}
