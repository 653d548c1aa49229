package io.sluice.kv.contract;

import static io.sluice.kv.testing.Stages.await;
import static io.sluice.kv.testing.Stages.scanAll;

import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Random calls, and what a sorted map makes of them. The map's keys are slot and key as hex text, whose order is the
 * order of the bytes, so the reference shares no code with any store.
 */
final class History {

    /** One call; slots are 0 or 1, and relative to where the history is run. */
    sealed interface Step {}

    record Change(WriteBatch.Kind kind, int slot, byte[] key, byte[] value) {
        @Override
        public String toString() {
            return kind + " " + slot + ":" + hex(key) + (value == null ? "" : "=" + hex(value));
        }
    }

    record Commit(List<Change> changes) implements Step {}

    record Get(int slot, byte[] key) implements Step {
        @Override
        public String toString() {
            return "Get " + slot + ":" + hex(key);
        }
    }

    record MultiGet(List<Get> keys) implements Step {}

    record Scan(int slot, byte[] from, byte[] to, boolean reverse, int limit, boolean keysOnly) implements Step {
        @Override
        public String toString() {
            return "Scan " + slot + ":[" + hex(from) + ", " + (to == null ? "end" : hex(to)) + ") reverse " + reverse
                    + " limit " + limit + " keysOnly " + keysOnly;
        }
    }

    record DeleteRange(int slot, byte[] from, byte[] to) implements Step {
        @Override
        public String toString() {
            return "DeleteRange " + slot + ":[" + hex(from) + ", " + hex(to) + ")";
        }
    }

    private static final byte[] ALPHABET = {0, 1, 'a', 0x7f, (byte) 0x80, (byte) 0xff};

    private History() {}

    static List<Step> random(long seed, int steps, boolean severalSlotsInABatch) {
        Random random = new Random(seed);
        List<Step> history = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            history.add(
                    switch (random.nextInt(10)) {
                        case 0, 1, 2, 3, 4 -> randomCommit(random, severalSlotsInABatch);
                        case 5 -> randomGet(random);
                        case 6 ->
                            new MultiGet(random.ints(random.nextInt(6), 0, 1)
                                    .mapToObj(x -> randomGet(random))
                                    .toList());
                        case 7, 8 ->
                            new Scan(
                                    random.nextInt(2),
                                    bytes(random, 3),
                                    random.nextInt(3) == 0 ? null : bytes(random, 3),
                                    random.nextBoolean(),
                                    1 + random.nextInt(8),
                                    random.nextInt(4) == 0);
                        default -> new DeleteRange(random.nextInt(2), bytes(random, 2), bytes(random, 2));
                    });
        }
        return history;
    }

    private static Get randomGet(Random random) {
        return new Get(random.nextInt(2), bytes(random, 2));
    }

    private static Commit randomCommit(Random random, boolean severalSlots) {
        int home = random.nextInt(2);
        List<Change> changes = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            int slot = severalSlots ? random.nextInt(2) : home;
            byte[] key = bytes(random, 2);
            switch (random.nextInt(8)) {
                case 0 -> changes.add(new Change(WriteBatch.Kind.REQUIRE_ABSENT, slot, key, null));
                case 1, 2 -> changes.add(new Change(WriteBatch.Kind.DELETE, slot, key, null));
                default -> changes.add(new Change(WriteBatch.Kind.PUT, slot, key, bytes(random, 4)));
            }
        }
        return new Commit(changes);
    }

    private static byte[] bytes(Random random, int longest) {
        byte[] bytes = new byte[random.nextInt(longest + 1)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return bytes;
    }

    static List<Step> without(List<Step> history, int at) {
        List<Step> rest = new ArrayList<>(history);
        rest.remove(at);
        return rest;
    }

    static String text(List<Step> history) {
        return history.stream().map(Step::toString).collect(Collectors.joining("\n"));
    }

    /** Runs the history on empty slots of the store; the first difference from the map, or null. */
    static String run(List<Step> history, KvStore store, int firstSlot) {
        TreeMap<String, String> map = new TreeMap<>();
        for (int i = 0; i < history.size(); i++) {
            Step step = history.get(i);
            String expected = onMap(step, map);
            String got = onStore(step, store, firstSlot);
            if (!expected.equals(got)) {
                return "step " + i + " " + step + " expected " + expected + " but got " + got;
            }
        }
        for (int slot = 0; slot < 2; slot++) {
            Scan all = new Scan(slot, new byte[0], null, false, 100, false);
            String got = onStore(all, store, firstSlot);
            if (!onMap(all, map).equals(got)) {
                return "at the end, slot " + slot + " expected " + onMap(all, map) + " but got " + got;
            }
        }
        return null;
    }

    private static String onStore(Step step, KvStore store, int firstSlot) {
        if (step instanceof Commit commit) {
            WriteBatch batch = new WriteBatch();
            for (Change change : commit.changes) {
                int slot = firstSlot + change.slot;
                switch (change.kind) {
                    case PUT -> batch.put(slot, change.key, change.value);
                    case DELETE -> batch.delete(slot, change.key);
                    case REQUIRE_ABSENT -> batch.requireAbsent(slot, change.key);
                }
            }
            while (true) {
                try {
                    await(store.commit(batch));
                    return "done";
                } catch (StoreException.GuardFailed guard) {
                    return "guard failed";
                } catch (StoreException.Retryable again) {
                    continue;
                }
            }
        } else if (step instanceof Get get) {
            return text(await(store.get(firstSlot + get.slot, get.key)));
        } else if (step instanceof MultiGet many) {
            List<SlotKey> keys = many.keys.stream()
                    .map(get -> new SlotKey(firstSlot + get.slot, get.key))
                    .toList();
            return await(store.multiGet(keys)).stream()
                    .map(History::text)
                    .toList()
                    .toString();
        } else if (step instanceof Scan scan) {
            ScanRequest request =
                    new ScanRequest(firstSlot + scan.slot, scan.from, scan.to, scan.reverse, scan.limit, scan.keysOnly);
            List<Row> rows = scanAll(store, request);
            return rows.stream()
                    .map(row -> hex(row.key()) + "=" + hex(row.value()))
                    .toList()
                    .toString();
        }
        DeleteRange range = (DeleteRange) step;
        await(store.deleteRange(firstSlot + range.slot, range.from, range.to));
        return "done";
    }

    private static String onMap(Step step, TreeMap<String, String> map) {
        if (step instanceof Commit commit) {
            if (commit.changes.stream()
                    .anyMatch(change -> change.kind == WriteBatch.Kind.REQUIRE_ABSENT
                            && map.containsKey(change.slot + hex(change.key)))) {
                return "guard failed";
            }
            for (Change change : commit.changes) {
                if (change.kind == WriteBatch.Kind.PUT) {
                    map.put(change.slot + hex(change.key), hex(change.value));
                } else if (change.kind == WriteBatch.Kind.DELETE) {
                    map.remove(change.slot + hex(change.key));
                }
            }
            return "done";
        } else if (step instanceof Get get) {
            return String.valueOf(map.get(get.slot + hex(get.key)));
        } else if (step instanceof MultiGet many) {
            return many.keys.stream().map(get -> onMap(get, map)).toList().toString();
        } else if (step instanceof Scan scan) {
            List<String> rows = new ArrayList<>();
            for (Map.Entry<String, String> entry : map.entrySet()) {
                if (inRange(entry.getKey(), scan.slot, scan.from, scan.to)) {
                    rows.add(entry.getKey().substring(1) + "=" + (scan.keysOnly ? "" : entry.getValue()));
                }
            }
            if (scan.reverse) {
                Collections.reverse(rows);
            }
            return rows.toString();
        }
        DeleteRange range = (DeleteRange) step;
        map.keySet().removeIf(key -> inRange(key, range.slot, range.from, range.to));
        return "done";
    }

    private static boolean inRange(String slotAndKey, int slot, byte[] from, byte[] to) {
        return slotAndKey.charAt(0) == (char) ('0' + slot)
                && slotAndKey.compareTo(slot + hex(from)) >= 0
                && (to == null || slotAndKey.compareTo(slot + hex(to)) < 0);
    }

    private static String text(byte[] value) {
        return value == null ? "null" : hex(value);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
