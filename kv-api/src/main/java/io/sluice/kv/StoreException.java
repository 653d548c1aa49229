package io.sluice.kv;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Why a stage of a {@link KvStore} failed. The four kinds differ in what may have happened to the data. */
public abstract sealed class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * The failure of a stage as the store meant it: without the wrapping of {@code CompletableFuture}. Anything that is
     * no StoreException is a defect of the adapter and tells nothing about the data, so it becomes Indeterminate.
     */
    public static StoreException of(Throwable failure) {
        Throwable bare = failure;
        while ((bare instanceof CompletionException || bare instanceof ExecutionException) && bare.getCause() != null) {
            bare = bare.getCause();
        }
        return bare instanceof StoreException known
                ? known
                : new Indeterminate("the backend failed in an unexpected way: " + bare, bare);
    }

    /** Nothing was applied and nothing will be: the same call may be sent again. */
    public static final class Retryable extends StoreException {
        private static final long serialVersionUID = 1L;

        public Retryable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The batch may have been applied, or may still be: only a fence tells. */
    public static final class Indeterminate extends StoreException {
        private static final long serialVersionUID = 1L;

        public Indeterminate(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** A row that {@link WriteBatch#requireAbsent} names is there. Nothing was applied. */
    public static final class GuardFailed extends StoreException {
        private static final long serialVersionUID = 1L;

        public GuardFailed(String message) {
            super(message, null);
        }
    }

    /** The backend cannot go on, or the call can never succeed (too large, wrong slot, closed). Nothing was applied. */
    public static final class Fatal extends StoreException {
        private static final long serialVersionUID = 1L;

        public Fatal(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
