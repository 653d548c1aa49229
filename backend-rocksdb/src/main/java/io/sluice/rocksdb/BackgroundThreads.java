package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the threads that nobody waits for, the journal's and RocksDB's own, give way to those that serve clients (ADR 24).
 *
 * <p>By their niceness, which is set once; and, where this process may take them out again, in the scheduler's {@linkplain IdleClass
 * idle class}. Niceness alone lets a thread that is woken wait for one of these for milliseconds, or for another one that was woken,
 * while one of these has the other processor.
 *
 * <p>In the idle class they get next to nothing where others keep the processors busy, and what they do has to be done: compaction that
 * stands still stops writes in the end, and there are locks that others may wait for. So each second this looks at what they have got.
 * When one of them wanted to run and {@linkplain ThreadTimes#isStarvedSince could not}, or too much is behind, all leave the class. They
 * come back as soon as the processors {@linkplain ProcessorTimes#hadTimeLeftSince had time left} for a second, or after
 * {@value #AWAY_SECONDS} seconds; where that is too soon, it costs them another second. A container that may not use all of the processors
 * whose time it sees may be starved while they have time left: then the next time they are away is a long one.
 *
 * <p>Thread-safe. What changes the threads' class runs commands, on the thread of the timer, or on that of who closes.
 */
final class BackgroundThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundThreads.class);

    static final long AWAY_SECONDS = 10;

    /**
     * So many looks are at the same threads, so that one which begins is looked at some seconds later: to find them reads the names of
     * all that this process has, which takes most of a millisecond.
     */
    private static final int LOOKS = 10;

    private enum State {
        /** Before the first look. */
        NEW,
        IDLE,
        AWAY,
        /** The class cannot be used, or is not to be any more. */
        NEVER
    }

    private final int nice;
    private final LongSupplier nanos;
    private final @Nullable ScheduledThreadPoolExecutor timer;

    // ---- of the timer's thread ----

    private int looks;
    private List<String> found = List.of();

    // ---- under the monitor ----

    /** The threads that have joined. */
    private final Set<String> joined = new CopyOnWriteArraySet<>();

    /** Whether too much is behind. */
    private BooleanSupplier isPressed = () -> false;

    private volatile State state = State.NEW;
    private long changedAt;
    /** The class could not be changed: they leave it, if they are in it, and that is all. */
    private boolean hasFailed;

    private Map<String, ThreadTimes> before = Map.of();
    /** At the last look while they were away. */
    private @Nullable ProcessorTimes processorsBefore;
    /** Whether they were away for less than long, the last time. */
    private boolean cameBackSoon;
    /** Not when they were starved soon after they had. */
    private boolean mayComeBackSoon = true;

    /**
     * @param nice of the threads that join; RocksDB's own get a quarter of it. With 0 nothing is done at all
     * @param idle whether they may be in the idle class
     */
    BackgroundThreads(int nice, boolean idle) {
        this(nice, System::nanoTime, idle && nice > 0 ? timer() : null);
        if (timer != null) {
            timer.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
        }
    }

    /** Looks when it is asked to. */
    BackgroundThreads(int nice, LongSupplier nanos, @Nullable ScheduledThreadPoolExecutor timer) {
        this.nice = Files.isDirectory(Niceness.THREADS) ? nice : 0;
        this.nanos = nanos;
        this.timer = timer;
    }

    private static ScheduledThreadPoolExecutor timer() {
        return new ScheduledThreadPoolExecutor(1, NamedThreads.of("sluice-rocksdb-background"));
    }

    /**
     * The calling thread is one of them. Where niceness cannot be set that is logged, and all goes on as before.
     *
     * @param pressed whether too much is behind for them to give way; asked on any thread
     */
    synchronized void join(BooleanSupplier pressed) {
        isPressed = pressed;
        join();
    }

    /** As that; whether too much is behind is for another one to say. */
    synchronized void join() {
        if (nice == 0) {
            return;
        }
        try {
            String own = Niceness.thisThread();
            joined.add(own);
            Niceness.raise(nice, Set.of(own));
            if (state == State.IDLE) {
                IdleClass.enter(List.of(own));
            }
        } catch (IOException | RuntimeException e) {
            // Whatever it is, the thread goes on: commits depend on it.
            LOG.info(
                    "A thread of the background is as urgent as all others: renice or chrt cannot be used ({})",
                    e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether they are in the idle class. */
    boolean areIdle() {
        return state == State.IDLE;
    }

    private List<String> threads() throws IOException {
        List<String> threads = new ArrayList<>(Niceness.threads(Niceness.ROCKSDB));
        threads.addAll(joined);
        return threads;
    }

    private void look() {
        try {
            if (!joined.isEmpty()) {
                if (looks++ % LOOKS == 0) {
                    found = threads();
                }
                look(ThreadTimes.of(found), state == State.AWAY ? ProcessorTimes.now() : null);
            }
        } catch (IOException | RuntimeException e) {
            LOG.info("What threads of the background get of the processors cannot be read ({})", e.toString());
            close();
        }
    }

    /**
     * Looks at what they have got until now, and puts them where they are to be.
     *
     * @param processors what these were used for until now; needed while the threads are away only
     */
    synchronized void look(Map<String, ThreadTimes> now, @Nullable ProcessorTimes processors) {
        if (joined.isEmpty() || now.isEmpty()) {
            return;
        }
        try {
            switch (state) {
                case NEW -> {
                    // The thread that looks is the one to try it with: if it cannot leave, it is not needed any more.
                    if (IdleClass.canBeLeft()) {
                        enter();
                    } else {
                        stop();
                    }
                }
                case IDLE -> {
                    if (hasFailed || isPressed.getAsBoolean() || isAnyStarved(now)) {
                        leave();
                    }
                    if (hasFailed) {
                        stop();
                    }
                }
                case AWAY -> {
                    boolean isSoon = secondsSinceChange() < AWAY_SECONDS;
                    if (!isSoon || mayComeBackSoon && haveTimeLeft(processors)) {
                        cameBackSoon = isSoon;
                        enter();
                    }
                    processorsBefore = processors;
                }
                case NEVER -> {}
            }
            before = Map.copyOf(now);
        } catch (IOException | RuntimeException e) {
            LOG.info(
                    "Threads of the background are nice, and not in the idle class: chrt or renice cannot be used ({})",
                    e.toString());
            hasFailed = true;
            if (state != State.IDLE) {
                stop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isAnyStarved(Map<String, ThreadTimes> now) {
        return now.entrySet().stream().anyMatch(each -> {
            ThreadTimes then = before.get(each.getKey());
            return then != null && each.getValue().isStarvedSince(then);
        });
    }

    private boolean haveTimeLeft(@Nullable ProcessorTimes processors) {
        return processors != null && processorsBefore != null && processors.hadTimeLeftSince(processorsBefore);
    }

    private long secondsSinceChange() {
        return TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - changedAt);
    }

    private void enter() throws IOException, InterruptedException {
        List<String> threads = threads();
        changed(State.IDLE); // also when only some of them could
        IdleClass.enter(threads);
    }

    private void leave() throws IOException, InterruptedException {
        IdleClass.leave(threads());
        mayComeBackSoon = !cameBackSoon || secondsSinceChange() >= AWAY_SECONDS;
        processorsBefore = null;
        changed(State.AWAY);
        Niceness.raise(nice, joined); // where chrt has changed that as well
    }

    private void changed(State to) {
        state = to;
        changedAt = nanos.getAsLong();
    }

    private void stop() {
        state = State.NEVER;
        if (timer != null) {
            timer.shutdown();
        }
    }

    /** Takes them out of the class, and ends their niceness where that is allowed: what is left for them to do is waited for. */
    @Override
    public synchronized void close() {
        try {
            if (state == State.IDLE) {
                leave();
            }
        } catch (IOException | RuntimeException e) {
            LOG.info("Threads of the background stay in the idle class: chrt cannot be used ({})", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stop();
        }
        try {
            if (!joined.isEmpty()) {
                Niceness.end(joined);
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("Threads of the background stay nice to the end: they may not be made urgent again", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
