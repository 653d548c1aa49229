package io.sluice.rocksdb;

import static io.sluice.rocksdb.BackgroundThreads.AWAY_SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With a thread of the test's own, looked at when the test says so. */
@EnabledOnOs(OS.LINUX)
class BackgroundThreadsTest {
    private static final ThreadTimes AT_FIRST = new ThreadTimes(0, 0);

    private final AtomicLong seconds = new AtomicLong();
    private final BackgroundThreads threads =
            new BackgroundThreads(19, () -> TimeUnit.SECONDS.toNanos(seconds.get()), null);
    /** Looks on a thread of its own, since it may not come out of the class again where this test cannot use it. */
    private final ExecutorService timer = Executors.newSingleThreadExecutor();

    private final ExecutorService journal = Executors.newSingleThreadExecutor();
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final AtomicBoolean pressed = new AtomicBoolean();
    private String id;
    private long waited;
    private ProcessorTimes processors = new ProcessorTimes(0, 0);

    @BeforeEach
    void join() throws Exception {
        id = in(journal, () -> {
            threads.join(pressed::get);
            return Niceness.thisThread();
        });
    }

    @AfterEach
    void end() {
        threads.close();
        timer.shutdown();
        journal.shutdown();
        other.shutdown();
    }

    private static <T> T in(ExecutorService thread, Callable<T> work) throws Exception {
        return thread.submit(work).get(1, TimeUnit.MINUTES);
    }

    private void look(long waitedMillis) throws Exception {
        waited += TimeUnit.MILLISECONDS.toNanos(waitedMillis);
        Map<String, ThreadTimes> now = Map.of(id, new ThreadTimes(AT_FIRST.ran(), waited));
        in(timer, () -> {
            threads.look(now, processors);
            return null;
        });
    }

    /** Leaves out what needs a class that this process could not leave. */
    private void lookAtFirst() throws Exception {
        look(0);
        assumeThat(threads.areIdle()).as("may leave the idle class").isTrue();
    }

    private boolean isIdle() throws IOException {
        return IdleClass.has(task());
    }

    private Path task() {
        return Niceness.THREADS.resolve(id);
    }

    @Test
    void whetherTheyAreInTheClassIsWhatItSays() throws Exception {
        assertThat(isIdle()).isFalse();
        look(0);
        assertThat(isIdle()).isEqualTo(threads.areIdle());
    }

    @Test
    void onlyWhoMayLeaveTheClassEntersIt() throws Exception {
        look(0);
        assertThat(threads.areIdle()).isEqualTo(in(timer, IdleClass::canBeLeft));
    }

    @Test
    void whoIsStarvedLeavesAndIsAsNiceAsBefore() throws Exception {
        lookAtFirst();
        look(100);
        assertThat(isIdle()).as("waited a little").isTrue();
        look(900);
        assertThat(isIdle()).isFalse();
        assertThat(Niceness.of(task())).isEqualTo(19);
        assertThat(threads.areIdle()).isFalse();
    }

    @Test
    void theyLeaveWhenTooMuchIsBehind() throws Exception {
        lookAtFirst();
        pressed.set(true);
        look(0);
        assertThat(isIdle()).isFalse();
    }

    @Test
    void theyComeBackAfterAWhile() throws Exception {
        lookAtFirst();
        seconds.addAndGet(1000);
        look(900);
        seconds.addAndGet(AWAY_SECONDS - 1);
        look(900);
        assertThat(isIdle()).isFalse();
        seconds.addAndGet(1);
        look(900);
        assertThat(isIdle()).isTrue();
        seconds.addAndGet(1);
        look(0);
        assertThat(isIdle())
                .as("what they waited while they were away does not count")
                .isTrue();
    }

    @Test
    void theyComeBackSoonerWhenTheProcessorsHadTimeLeft() throws Exception {
        lookAtFirst();
        look(900);
        processors = new ProcessorTimes(1000, 10_000);
        look(900);
        assertThat(isIdle()).as("nothing to compare with yet").isFalse();
        processors = new ProcessorTimes(1020, 10_200);
        look(900);
        assertThat(isIdle()).as("a tenth was left").isFalse();
        processors = new ProcessorTimes(1050, 10_400);
        look(900);
        assertThat(isIdle()).as("more than an eighth was left").isTrue();
    }

    @Test
    void whoIsStarvedSoonAfterThatIsAwayForLong() throws Exception {
        lookAtFirst();
        look(900);
        comeBackSoon();
        seconds.addAndGet(AWAY_SECONDS - 1);
        look(900);
        seconds.addAndGet(AWAY_SECONDS - 1);
        comeBackSoon();
        assertThat(isIdle()).as("that had been too soon").isFalse();
        seconds.addAndGet(1);
        look(0);
        assertThat(isIdle()).as("for so long it was away").isTrue();
        look(900);
        comeBackSoon();
        assertThat(isIdle()).as("and not soon").isTrue();
    }

    /** Two looks, between which the processors did nothing. */
    private void comeBackSoon() throws Exception {
        processors = new ProcessorTimes(processors.idle() + 200, processors.all() + 200);
        look(0);
        processors = new ProcessorTimes(processors.idle() + 200, processors.all() + 200);
        look(0);
    }

    @Test
    void whoJoinsLaterIsWhereTheOthersAre() throws Exception {
        lookAtFirst();
        String another = in(other, () -> {
            threads.join();
            return Niceness.thisThread();
        });
        assertThat(IdleClass.has(Niceness.THREADS.resolve(another))).isTrue();
        pressed.set(true);
        look(0);
        assertThat(IdleClass.has(Niceness.THREADS.resolve(another))).isFalse();
        assertThat(Niceness.of(Niceness.THREADS.resolve(another))).isEqualTo(19);
    }

    @Test
    void theEndIsNotWaitedForInTheClass() throws Exception {
        lookAtFirst();
        assertThat(Niceness.of(task())).isEqualTo(19);
        threads.close();
        assertThat(isIdle()).isFalse();
        assertThat(Niceness.of(task())).as("as urgent as all others").isZero();
        look(0);
        assertThat(isIdle()).as("nor do they come back").isFalse();
    }

    @Test
    void withoutNicenessNothingIsDone() throws Exception {
        try (BackgroundThreads asUrgent = new BackgroundThreads(0, seconds::get, null)) {
            String another = in(other, () -> {
                asUrgent.join(() -> false);
                return Niceness.thisThread();
            });
            in(timer, () -> {
                asUrgent.look(Map.of(another, AT_FIRST), null);
                return null;
            });
            assertThat(IdleClass.has(Niceness.THREADS.resolve(another))).isFalse();
            assertThat(Niceness.of(Niceness.THREADS.resolve(another))).isZero();
        }
    }
}
