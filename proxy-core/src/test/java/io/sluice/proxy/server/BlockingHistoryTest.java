package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.FaultPolicy;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.proxy.config.NetworkSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several connections push, move and pop at the same time, some of them waiting: every element that was pushed is popped
 * exactly once, however the store answers.
 */
@Timeout(300)
class BlockingHistoryTest {
    private static final int PRODUCERS = 3;
    private static final int CONSUMERS = 5;
    private static final int PUSHES = 150;
    /** After so many pops that brought nothing, and no more pushes, something was lost. */
    private static final int PATIENCE = 500;

    private static final Pattern ELEMENT = Pattern.compile("\"(e[^\"]*)\"");

    enum Store {
        INLINE(MemoryKvStore::new),
        LATER(() -> new DelayedKvStore(new MemoryKvStore(), 3, Duration.ofMillis(1), 0.3)),
        FAULTY(() -> new FaultyKvStore(new MemoryKvStore(), 4, FaultPolicy.ROUGH)),
        PER_SLOT(() -> new FaultyKvStore(new MemoryKvStore(Atomicity.SLOT), 5, FaultPolicy.ROUGH));

        private final Supplier<KvStore> store;

        Store(Supplier<KvStore> store) {
            this.store = store;
        }

        /** Moves need one slot where there is no commit over several. */
        String[] lists() {
            return this == PER_SLOT
                    ? new String[] {"{l}1", "{l}2", "{l}3", "{l}4"}
                    : new String[] {"l1", "l2", "l3", "l4"};
        }
    }

    private final ConcurrentLinkedQueue<String> pushed = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> popped = new ConcurrentLinkedQueue<>();
    private final AtomicInteger producing = new AtomicInteger(PRODUCERS);

    private final class Producer {
        private final String name;
        private final String[] lists;
        private final WireClient client;
        private final SplittableRandom random;
        private int count;

        Producer(int number, String[] lists, WireClient client) {
            this.name = "e" + number + "-";
            this.lists = lists;
            this.client = client;
            this.random = new SplittableRandom(number);
        }

        private String fresh() {
            String element = name + count++;
            pushed.add(element);
            return element;
        }

        private String list() {
            return lists[random.nextInt(lists.length)];
        }

        void run() throws Exception {
            try {
                for (int i = 0; i < PUSHES; i++) {
                    push();
                }
            } finally {
                producing.decrementAndGet();
            }
        }

        private void push() throws Exception {
            String list = list();
            switch (random.nextInt(6)) {
                case 0 -> expectCount("LPUSH " + list + " " + fresh());
                case 1 -> expectCount("RPUSH " + list + " " + fresh() + " " + fresh() + " " + fresh());
                case 2 -> {
                    client.sendAll("MULTI", "RPUSH " + list + " " + fresh(), "LPUSH " + list() + " " + fresh(), "EXEC");
                    assertThat(client.read(4).get(3)).matches("\\[:\\d+, :\\d+]");
                }
                case 3 -> {
                    expectCount("RPUSH " + lists[0] + ":" + name + " " + fresh() + " " + fresh());
                    String moved = client.ask("RENAMENX " + lists[0] + ":" + name + " " + list);
                    while (moved.equals(":0")) {
                        moved = client.ask("RENAMENX " + lists[0] + ":" + name + " " + list);
                    }
                    // On a store that is atomic per slot all is in one.
                    assertThat(moved).isEqualTo(":1");
                }
                case 4 -> expectCount("ZADD " + list + "z 1 " + fresh() + " 2 " + fresh());
                default -> expectCount("RPUSH " + list + " " + fresh());
            }
        }

        private void expectCount(String request) throws Exception {
            assertThat(client.ask(request)).matches(":\\d+");
        }
    }

    private final class Consumer {
        private final String[] lists;
        private final WireClient client;
        private final SplittableRandom random;

        Consumer(int number, String[] lists, WireClient client) {
            this.lists = lists;
            this.client = client;
            this.random = new SplittableRandom(number);
        }

        /** Pops until all is popped, or nothing has come for long. */
        void run() throws Exception {
            int inVain = 0;
            while (producing.get() > 0 || (popped.size() < pushed.size() && inVain < PATIENCE)) {
                inVain = random.nextInt(4) == 0 ? move(inVain) : pop(inVain);
            }
        }

        private String list() {
            return lists[random.nextInt(lists.length)];
        }

        private String timeout() {
            return random.nextBoolean() ? " 0.001" : " 0.02";
        }

        private int move(int inVain) throws Exception {
            String reply = client.ask(
                    random.nextBoolean()
                            ? "BLMOVE " + list() + " " + list() + " LEFT RIGHT" + timeout()
                            : "BRPOPLPUSH " + list() + " " + list() + timeout());
            assertThat(reply).matches("nil\\*|\"e.*\"");
            return reply.equals("nil*") ? inVain + 1 : 0;
        }

        private int pop(int inVain) throws Exception {
            String reply = client.ask(
                    switch (random.nextInt(6)) {
                        case 0 -> "BLPOP " + list() + " " + list() + timeout();
                        case 1 -> "BRPOP " + String.join(" ", lists) + timeout();
                        case 2 -> "BLMPOP" + timeout() + " 2 " + list() + " " + list() + " RIGHT COUNT 3";
                        case 3 -> "BZPOPMIN " + list() + "z " + list() + "z" + timeout();
                        case 4 -> "BZMPOP" + timeout() + " 1 " + list() + "z MAX COUNT 2";
                        default -> "LPOP " + list();
                    });
            assertThat(reply).matches("nil\\*?|\"e.*\"|\\[.*]");
            Matcher elements = ELEMENT.matcher(reply);
            while (elements.find()) {
                popped.add(elements.group(1));
            }
            return reply.startsWith("nil") ? inVain + 1 : 0;
        }
    }

    @ParameterizedTest
    @EnumSource(Store.class)
    void everyElementIsPoppedExactlyOnce(Store kind) throws Exception {
        KvStore store = kind.store.get();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (LiveServer server = new LiveServer(store, Map.of(NetworkSettings.IO_THREADS, "3"))) {
            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                Producer producer = new Producer(i, kind.lists(), server.client());
                runs.add(threads.submit(() -> {
                    producer.run();
                    return null;
                }));
            }
            for (int i = 0; i < CONSUMERS; i++) {
                Consumer consumer = new Consumer(i, kind.lists(), server.client());
                runs.add(threads.submit(() -> {
                    consumer.run();
                    return null;
                }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
            assertThat(popped).containsExactlyInAnyOrderElementsOf(pushed);
            assertThat(server.client().ask("DBSIZE")).isEqualTo(":0");
            assertThat(server.server().clients().waiting()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }
}
