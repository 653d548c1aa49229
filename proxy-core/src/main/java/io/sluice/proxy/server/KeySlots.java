package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.KeySpec;
import io.sluice.proxy.engine.Key;
import java.util.Arrays;

/** The slots that a command must hold: those of its keys, ascending, each once. */
final class KeySlots {
    private static final int[] NONE = new int[0];

    private KeySlots() {}

    static int[] of(KeySpec keys, Args args) {
        if (keys.isScattered()) {
            return distinct(keys.of(args).stream().mapToInt(Key::slot).toArray());
        }
        int from = keys.start();
        int to = keys.end(args);
        if (keys.isNone() || from >= to) {
            return NONE;
        }
        int stride = keys.stride();
        if (from + stride >= to) {
            return new int[] {args.key(from).slot()};
        }
        int[] slots = new int[keys.count(args)];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = args.key(from + i * stride).slot();
        }
        return distinct(slots);
    }

    private static int[] distinct(int[] slots) {
        Arrays.sort(slots);
        int distinct = 1;
        for (int i = 1; i < slots.length; i++) {
            if (slots[i] != slots[i - 1]) {
                slots[distinct++] = slots[i];
            }
        }
        return distinct == slots.length ? slots : Arrays.copyOf(slots, distinct);
    }
}
