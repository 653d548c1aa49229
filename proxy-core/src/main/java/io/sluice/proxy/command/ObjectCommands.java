package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.LONG;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.encoding.Header;
import io.sluice.proxy.config.CompatibilitySettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.key.EncodingName;
import io.sluice.proxy.type.key.Footprint;
import io.sluice.proxy.type.key.SerializedValue;
import io.sluice.proxy.type.key.SharedIntegers;
import java.util.EnumSet;
import java.util.function.Function;

/**
 * OBJECT, DEBUG OBJECT and MEMORY USAGE: how a value is kept.
 *
 * <p>When a key was last read is not kept, since that would make a write of every read: IDLETIME of a key that exists is 0.
 * Nor is how often, so FREQ is 0. As in Redis, FREQ is answered under one of the lfu policies of {@code maxmemory-policy}
 * alone, and IDLETIME under any other. REFCOUNT tells as Redis does whether a value is one of the small integers that all
 * keys share there; any other value belongs to its key alone.
 */
final class ObjectCommands {
    private static final String SWITCHING =
            " Please note that when switching between policies at runtime LRU and LFU data will take some time to adjust.";
    private static final String NO_LFU =
            "ERR An LFU maxmemory policy is not selected, access frequency not tracked." + SWITCHING;
    private static final String LFU = "ERR An LFU maxmemory policy is selected, idle time not tracked." + SWITCHING;

    private static final Help HELP = Help.of(
            "OBJECT",
            "ENCODING <key>",
            "    Return Redis's name for the way in which the value of a <key> is kept.",
            "FREQ <key>",
            "    Return how often a <key> is used. Not tracked: 0.",
            "IDLETIME <key>",
            "    Return the seconds since the last access to a <key>. Not tracked: 0.",
            "REFCOUNT <key>",
            "    Return the number of references to the value of a <key>: 1, but for small integers.");

    private final Settings settings;

    ObjectCommands(Server server) {
        this.settings = server.settings();
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.GENERIC);
        Containers.row(t, "OBJECT", "2.2.3", "A container for object introspection commands.");
        about(
                t,
                "ENCODING",
                "2.2.3",
                "Returns the internal encoding of a value.",
                header -> Reply.bulk(EncodingName.of(header)));
        about(
                t,
                "FREQ",
                "4.0.0",
                "Returns the logarithmic access frequency counter of a value.",
                header -> untracked(true, NO_LFU));
        about(
                t,
                "IDLETIME",
                "2.2.3",
                "Returns the time since the last access to a value.",
                header -> untracked(false, LFU));
        about(
                t,
                "REFCOUNT",
                "2.2.3",
                "Returns the reference count of the value of a key.",
                header -> Reply.integer(references(header)));
        t.onSession(
                "OBJECT|HELP",
                2,
                EnumSet.of(LOADING, STALE),
                "6.2.0",
                "O(1)",
                "Help about the subcommands.",
                HELP::answer);
        t.group(Group.SERVER);
        t.row(
                "MEMORY|USAGE",
                -3,
                EnumSet.of(READONLY),
                KeySpec.at(2),
                "4.0.0",
                "O(1); O(N) for a large value, where N is the number of its rows.",
                "Estimates the memory usage of a key.",
                ObjectCommands::memoryUsage);
        t.row(
                "DEBUG|OBJECT",
                3,
                EnumSet.of(ADMIN, NOSCRIPT, LONG),
                KeySpec.at(2),
                "1.0.0",
                "O(N) where N is the size of the value.",
                "Describes how the value of a key is kept.",
                this::debugObject);
    }

    private Reply untracked(boolean underLfu, String otherwise) {
        if (settings.text(CompatibilitySettings.MAXMEMORY_POLICY).endsWith("-lfu") != underLfu) {
            throw new CommandException(otherwise);
        }
        return Reply.ZERO;
    }

    /** Under a policy that looks at accesses Redis gives every key a value of its own. */
    private long references(Header header) {
        String policy = settings.text(CompatibilitySettings.MAXMEMORY_POLICY);
        boolean shares = !policy.endsWith("-lru") && !policy.endsWith("-lfu");
        return shares && SharedIntegers.holds(header) ? SharedIntegers.REFERENCES : 1;
    }

    private static void about(
            CommandTable.Builder t, String name, String since, String summary, Function<Header, Reply> answer) {
        t.row("OBJECT|" + name, 3, EnumSet.of(READONLY), KeySpec.at(2), since, "O(1)", summary, (c, a) -> {
            Header header = KeyCommands.lookup(c, a.key(2));
            return header == null ? Reply.NULL : answer.apply(header);
        });
    }

    /** Where Redis tells the address of the value, this tells its key's place in the store: slot, then hash. */
    private Reply debugObject(CommandContext c, Args a) {
        Key key = a.key(2);
        Header header = c.header(key);
        if (header == null) {
            throw new CommandException(Errors.NO_SUCH_KEY);
        }
        return Reply.simple("Value at:0x%04x%08x refcount:%d encoding:%s serializedlength:%d lru:0 lru_seconds_idle:0"
                .formatted(
                        key.slot(),
                        key.hash(),
                        references(header),
                        EncodingName.of(header),
                        SerializedValue.dumpedLength(c, key, header)));
    }

    /** SAMPLES is checked and makes no difference: nothing is estimated from samples. */
    private static Reply memoryUsage(CommandContext c, Args a) {
        for (int i = 3; i < a.count(); i += 2) {
            if (!a.is(i, "SAMPLES") || i + 1 == a.count() || a.integer(i + 1) < 0) {
                throw Args.syntaxError();
            }
        }
        Key key = a.key(2);
        Header header = c.header(key);
        return header == null ? Reply.NULL : Reply.integer(Footprint.of(c, key, header));
    }
}
