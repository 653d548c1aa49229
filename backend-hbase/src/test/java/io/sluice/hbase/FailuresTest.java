package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hbase.Failures.Fate;
import io.sluice.kv.StoreException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.exceptions.RegionOpeningException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    private static Fate fate(Throwable failure) {
        // As the client tells it.
        return Failures.ofCommit(new CompletionException(new RetriesExhaustedException(
                0, List.of(new RetriesExhaustedException.ThrowableWithExtraContext(failure, 0, "")))));
    }

    @Test
    void whatWasNeverSentOrRefusedForNowIsNotApplied() {
        assertThat(List.of(
                        new ConnectException("refused"),
                        new NotServingRegionException("moved"),
                        new RegionOpeningException("opening"),
                        new RegionTooBusyException("full"),
                        new CallQueueTooBigException("queue"),
                        new RegionServerStoppedException("stopping"),
                        new Failures.NotLocatedException(new IOException("no answer"))))
                .allSatisfy(failure -> assertThat(fate(failure)).isEqualTo(Fate.NOT_APPLIED));
    }

    @Test
    void whatCanNeverBeTakenIsRefused() {
        assertThat(List.of(
                        new AccessDeniedException("no"),
                        new TableNotFoundException("t"),
                        new DoNotRetryIOException("Requested row out of range 'x'"),
                        new Failures.NotLocatedException(new TableNotFoundException("t"))))
                .allSatisfy(failure -> assertThat(fate(failure)).isEqualTo(Fate.REFUSED));
    }

    @Test
    void everythingElseIsUnknown() {
        assertThat(List.of(
                        new CallTimeoutException("late"),
                        new ConnectionClosedException("gone"),
                        new TimeoutIOException("sync"),
                        new DoNotRetryIOException("something"),
                        new IOException("anything"),
                        new IllegalStateException("defect")))
                .allSatisfy(failure -> assertThat(fate(failure)).isEqualTo(Fate.UNKNOWN));
        assertThat(Failures.ofCommit(new RetriesExhaustedException(0, List.of())))
                .isEqualTo(Fate.UNKNOWN);
    }

    @Test
    void aReadMayBeAskedAgainUnlessItIsRefused() {
        assertThat(Failures.ofRead(new CallTimeoutException("late"))).isInstanceOf(StoreException.Retryable.class);
        assertThat(Failures.ofRead(new AccessDeniedException("no"))).isInstanceOf(StoreException.Fatal.class);
    }

    @Test
    void ofARemoteFailureOnlyTheFirstLineIsTold() {
        assertThat(Failures.text(new IOException("no\n  at org.apache.hadoop.hbase.X")))
                .isEqualTo("IOException: no");
    }
}
