package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.LONG;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.key.SerializedValue;
import java.util.EnumSet;

/** DUMP and RESTORE. */
final class DumpCommands {
    private static final int MAX_FREQUENCY = 255;

    private DumpCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.GENERIC);
        t.row(
                "DUMP",
                2,
                EnumSet.of(READONLY, LONG),
                KeySpec.one(),
                "2.6.0",
                "O(1) to access the key and additional O(N*M) to serialize it, where N is the number of objects"
                        + " composing the value and M their average size.",
                "Returns a serialized representation of the value stored at a key.",
                DumpCommands::dump);
        t.row(
                "RESTORE",
                -4,
                EnumSet.of(WRITE, DENYOOM, LONG),
                KeySpec.one(),
                "2.6.0",
                "O(1) to create the new key and additional O(N*M) to reconstruct the serialized value, where N is the"
                        + " number of objects composing the value and M their average size.",
                "Creates a key from the serialized representation of a value.",
                DumpCommands::restore);
    }

    private static Reply dump(CommandContext c, Args a) {
        Key key = a.key(1);
        Header header = KeyCommands.lookup(c, key);
        return header == null ? Reply.NULL : Reply.bulkOrNull(SerializedValue.dump(c, key, header));
    }

    private static Reply restore(CommandContext c, Args a) {
        RestoreOptions options = RestoreOptions.read(a);
        Key key = a.key(1);
        Header old = c.header(key);
        if (old != null && !options.replace()) {
            throw new CommandException(Errors.BUSYKEY);
        }
        long ttl = a.integer(2);
        if (ttl < 0) {
            throw new CommandException("ERR Invalid TTL value, must be >= 0");
        }
        SerializedValue.RestoredValue value =
                SerializedValue.read(a.bytes(3), c.settings().loadBudgetBytes());
        // As in Redis a sum beyond the largest long wraps, and so lies in the past.
        long expireAt = ttl == 0 || options.absolute() ? ttl : ttl + c.nowMs();
        if (ttl != 0 && expireAt <= c.nowMs()) {
            c.remove(key);
            return Reply.OK;
        }
        Header header = value.writeBelow(c, key);
        c.put(key, ttl == 0 ? header : header.withExpireAt(expireAt));
        return Reply.OK;
    }

    /** IDLETIME and FREQ are checked and then dropped: neither is kept. */
    private record RestoreOptions(boolean replace, boolean absolute) {

        static RestoreOptions read(Args a) {
            boolean replace = false;
            boolean absolute = false;
            boolean idle = false;
            boolean frequency = false;
            for (int i = 4; i < a.count(); i++) {
                boolean hasValue = i + 1 < a.count();
                if (a.is(i, "REPLACE")) {
                    replace = true;
                } else if (a.is(i, "ABSTTL")) {
                    absolute = true;
                } else if (a.is(i, "IDLETIME") && hasValue && !frequency) {
                    check(a.integer(++i) >= 0, "ERR Invalid IDLETIME value, must be >= 0");
                    idle = true;
                } else if (a.is(i, "FREQ") && hasValue && !idle) {
                    long given = a.integer(++i);
                    check(given >= 0 && given <= MAX_FREQUENCY, "ERR Invalid FREQ value, must be >= 0 and <= 255");
                    frequency = true;
                } else {
                    throw Args.syntaxError();
                }
            }
            return new RestoreOptions(replace, absolute);
        }

        private static void check(boolean holds, String error) {
            if (!holds) {
                throw new CommandException(error);
            }
        }
    }
}
