package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.READONLY;

import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.text.Glob;
import io.sluice.proxy.type.key.KeyWalk;
import io.sluice.proxy.type.key.PatternSlot;
import io.sluice.proxy.type.key.RandomKey;
import io.sluice.proxy.type.key.TypeName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Commands that find keys of the selected database: KEYS, SCAN, RANDOMKEY, DBSIZE. */
final class ScanCommands {
    private static final long DEFAULT_COUNT = 10;
    /** The most keys that are read from a slot at once. */
    private static final int PAGE = 1000;
    /** One SCAN looks at no more slots than this that turn out to hold nothing: they may have to be loaded first. */
    private static final int FRUITLESS_SLOTS = 1024;

    private ScanCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.GENERIC);
        t.onKeyspace(
                "KEYS",
                2,
                EnumSet.of(READONLY),
                "1.0.0",
                "O(N) with N being the number of keys in the database; of one slot, if the pattern names a hash tag.",
                "Returns all key names that match a pattern.",
                ScanCommands::keys);
        t.onKeyspace(
                "SCAN",
                -2,
                EnumSet.of(READONLY),
                "2.8.0",
                "O(1) for every call. O(N) for a complete iteration, including enough command calls for the cursor to"
                        + " return back to 0. N is the number of elements inside the collection.",
                "Iterates over the key names in the database.",
                ScanCommands::scan);
        t.onKeyspace(
                "RANDOMKEY",
                1,
                EnumSet.of(READONLY),
                "1.0.0",
                "O(1)",
                "Returns a random key name from the database.",
                ScanCommands::randomKey);
        t.group(Group.SERVER);
        t.onKeyspace(
                "DBSIZE",
                1,
                EnumSet.of(READONLY, FAST),
                "1.0.0",
                "O(1); O(N) in the slots whose count is uncertain after blind writes.",
                "Returns the number of keys in the database.",
                (keyspace, args) -> Reply.integer(keyspace.size(keyspace.db())));
    }

    private static Reply keys(Keyspace keyspace, Args a) {
        byte[] pattern = a.bytes(1);
        Glob glob = Glob.of(pattern);
        FoundKeys found = new FoundKeys(keyspace);
        int slot = PatternSlot.of(keyspace, pattern);
        if (slot != PatternSlot.ANY) {
            addAll(KeyWalk.inSlot(keyspace, KeyWalk.START, slot), glob, found);
        } else {
            keyspace.firstKeys(keyspace.db(), PAGE, first -> {
                add(first.page(), glob, found);
                if (!first.page().end()) {
                    addAll(KeyWalk.after(keyspace, first), glob, found);
                }
            });
        }
        return Reply.array(found.names());
    }

    private static void addAll(KeyWalk walk, Glob glob, FoundKeys found) {
        walk.skipEmpty();
        while (!walk.isAtEnd()) {
            add(walk.next(PAGE), glob, found);
            walk.skipEmpty();
        }
    }

    private static void add(Keyspace.KeyPage page, Glob glob, FoundKeys found) {
        for (Key key : page.keys()) {
            if (matches(glob, key)) {
                found.add(key);
            }
        }
        if (found.areTooMany()) {
            throw new CommandException(
                    "OOM KEYS finds more than load-budget allows for all commands; SCAN takes parts");
        }
    }

    private static KeyWalk walk(Keyspace keyspace, long cursor, int slot) {
        return slot == PatternSlot.ANY ? KeyWalk.from(keyspace, cursor) : KeyWalk.inSlot(keyspace, cursor, slot);
    }

    private static boolean matches(Glob glob, Key key) {
        return glob.isEverything() || glob.matches(key.bytes());
    }

    private static Reply scan(Keyspace keyspace, Args a) {
        long cursor = ScanArguments.cursor(a.bytes(1));
        long count = DEFAULT_COUNT;
        Glob glob = null;
        int slot = PatternSlot.ANY;
        String type = null;
        for (int i = 2; i < a.count(); i += 2) {
            boolean hasValue = i + 1 < a.count();
            if (hasValue && a.is(i, "COUNT")) {
                count = ScanArguments.count(a, i + 1);
            } else if (hasValue && a.is(i, "MATCH")) {
                glob = Glob.of(a.bytes(i + 1));
                slot = PatternSlot.of(keyspace, a.bytes(i + 1));
            } else if (hasValue && a.is(i, "TYPE")) {
                type = a.text(i + 1);
            } else if (a.is(i, "NOVALUES")) {
                throw new CommandException(Errors.NOVALUES_ELSEWHERE);
            } else {
                throw Args.syntaxError();
            }
        }
        KeyWalk walk = walk(keyspace, cursor, slot);
        FoundKeys found = page(keyspace, walk, count, glob, type);
        return ScanArguments.reply(walk.cursor(), found.names());
    }

    private static FoundKeys page(
            Keyspace keyspace, KeyWalk walk, long count, @Nullable Glob glob, @Nullable String type) {
        FoundKeys found = new FoundKeys(keyspace);
        long scanned = 0;
        int fruitless = 0;
        walk.skipEmpty();
        while (!walk.isAtEnd() && scanned < count && fruitless < FRUITLESS_SLOTS && !found.areTooMany()) {
            int slot = walk.slot();
            Keyspace.KeyPage page = walk.next((int) Math.min(count - scanned, PAGE));
            scanned += page.scanned();
            fruitless += page.scanned() == 0 ? 1 : 0;
            List<Key> matching = page.keys();
            if (glob != null) {
                Glob wanted = glob;
                matching = matching.stream().filter(key -> matches(wanted, key)).toList();
            }
            if (type != null && !matching.isEmpty()) {
                matching = ofType(keyspace, slot, matching, type);
            }
            matching.forEach(found::add);
            walk.skipEmpty();
        }
        return found;
    }

    private static List<Key> ofType(Keyspace keyspace, int slot, List<Key> keys, String type) {
        return keyspace.inSlot(slot, (CommandContext c) -> {
            c.prefetch(keys);
            List<Key> wanted = new ArrayList<>();
            for (Key key : keys) {
                Header header = c.header(key);
                if (header != null && TypeName.of(header).equalsIgnoreCase(type)) {
                    wanted.add(key);
                }
            }
            return wanted;
        });
    }

    private static Reply randomKey(Keyspace keyspace, Args a) {
        Key key = new RandomKey(keyspace, ThreadLocalRandom.current()).draw();
        return key == null ? Reply.NULL : Reply.bulk(key.bytes());
    }
}
