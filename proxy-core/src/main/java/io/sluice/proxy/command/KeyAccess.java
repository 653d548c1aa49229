package io.sluice.proxy.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command does to its keys, for COMMAND INFO's key specifications and COMMAND GETKEYSANDFLAGS: a command with keys of
 * different use has a part for each.
 *
 * @param keys where they stand
 * @param flags Redis's words: RO, RW, OW (overwrites) or RM, then access, insert, update, delete
 * @param options the option that the key stands behind, if {@code keys} are none
 */
record KeyAccess(KeySpec keys, List<String> flags, @Nullable KeyOptions options) {
    private static final List<String> RO = List.of("RO");
    private static final List<String> READ = List.of("RO", "access");
    private static final List<String> CHANGE = List.of("RW", "access", "update");
    private static final List<String> CHANGE_UNSEEN = List.of("RW", "update");
    private static final List<String> CHANGE_BY_OPTION = List.of("RW", "access", "update", "variable_flags");
    private static final List<String> ADD = List.of("RW", "insert");
    private static final List<String> TAKE = List.of("RW", "access", "delete");
    private static final List<String> DELETE = List.of("RW", "delete");
    private static final List<String> REPLACE = List.of("OW", "update");
    private static final List<String> CREATE = List.of("OW", "insert");
    private static final List<String> REMOVE = List.of("RM", "delete");

    /** Commands that do something else than their flags suggest, with one kind of key. */
    private static final Map<String, List<String>> SINGLE = Map.ofEntries(
            Map.entry("SET", CHANGE_BY_OPTION),
            Map.entry("BITFIELD", CHANGE_BY_OPTION),
            Map.entry("SETNX", CREATE),
            Map.entry("SETEX", REPLACE),
            Map.entry("PSETEX", REPLACE),
            Map.entry("MSET", REPLACE),
            Map.entry("MSETNX", CREATE),
            Map.entry("RESTORE", REPLACE),
            Map.entry("GETDEL", TAKE),
            Map.entry("APPEND", ADD),
            Map.entry("PFADD", ADD),
            Map.entry("SETRANGE", CHANGE_UNSEEN),
            Map.entry("HSET", CHANGE_UNSEEN),
            Map.entry("HMSET", CHANGE_UNSEEN),
            Map.entry("HSETNX", ADD),
            Map.entry("HEXPIRE", CHANGE_UNSEEN),
            Map.entry("HPEXPIRE", CHANGE_UNSEEN),
            Map.entry("HEXPIREAT", CHANGE_UNSEEN),
            Map.entry("HPEXPIREAT", CHANGE_UNSEEN),
            Map.entry("HPERSIST", CHANGE_UNSEEN),
            Map.entry("HDEL", List.of("RW", "delete")),
            Map.entry("HLEN", RO),
            Map.entry("HEXISTS", RO),
            Map.entry("HSTRLEN", RO),
            Map.entry("STRLEN", RO),
            Map.entry("EXISTS", RO),
            Map.entry("TYPE", RO),
            Map.entry("TOUCH", RO),
            Map.entry("WATCH", RO),
            Map.entry("OBJECT|ENCODING", RO),
            Map.entry("OBJECT|FREQ", RO),
            Map.entry("OBJECT|IDLETIME", RO),
            Map.entry("OBJECT|REFCOUNT", RO),
            Map.entry("MEMORY|USAGE", RO),
            Map.entry("PFCOUNT", List.of("RW", "access")),
            Map.entry("PFDEBUG", List.of("RW", "access")),
            Map.entry("ZADD", CHANGE_UNSEEN),
            Map.entry("GEOADD", CHANGE_UNSEEN),
            Map.entry("ZREM", DELETE),
            Map.entry("ZREMRANGEBYRANK", DELETE),
            Map.entry("ZREMRANGEBYSCORE", DELETE),
            Map.entry("ZREMRANGEBYLEX", DELETE),
            Map.entry("ZPOPMIN", TAKE),
            Map.entry("ZPOPMAX", TAKE),
            Map.entry("ZMPOP", TAKE),
            Map.entry("ZCARD", RO),
            Map.entry("SADD", ADD),
            Map.entry("SREM", DELETE),
            Map.entry("SISMEMBER", RO),
            Map.entry("SCARD", RO),
            Map.entry("SPOP", TAKE),
            Map.entry("DEL", REMOVE),
            Map.entry("UNLINK", REMOVE),
            Map.entry("EXPIRE", CHANGE_UNSEEN),
            Map.entry("PEXPIRE", CHANGE_UNSEEN),
            Map.entry("EXPIREAT", CHANGE_UNSEEN),
            Map.entry("PEXPIREAT", CHANGE_UNSEEN),
            Map.entry("PERSIST", CHANGE_UNSEEN),
            Map.entry("LPUSH", ADD),
            Map.entry("RPUSH", ADD),
            Map.entry("LPUSHX", ADD),
            Map.entry("RPUSHX", ADD),
            Map.entry("LINSERT", ADD),
            Map.entry("LPOP", TAKE),
            Map.entry("RPOP", TAKE),
            Map.entry("LMPOP", TAKE),
            Map.entry("BLPOP", TAKE),
            Map.entry("BRPOP", TAKE),
            Map.entry("BLMPOP", TAKE),
            Map.entry("BZPOPMIN", TAKE),
            Map.entry("BZPOPMAX", TAKE),
            Map.entry("BZMPOP", TAKE),
            Map.entry("LSET", CHANGE_UNSEEN),
            Map.entry("LTRIM", DELETE),
            Map.entry("LREM", DELETE),
            Map.entry("LLEN", RO));

    /** A destination, and the counted keys of what it is made of. */
    private static final List<KeyAccess> COMBINED =
            List.of(new KeyAccess(KeySpec.at(1), REPLACE), new KeyAccess(KeySpec.counted(2), READ));

    /** Commands with keys of two kinds. */
    private static final Map<String, List<KeyAccess>> SEVERAL = Map.ofEntries(
            Map.entry(
                    "ZRANGESTORE", List.of(new KeyAccess(KeySpec.at(1), REPLACE), new KeyAccess(KeySpec.at(2), READ))),
            Map.entry(
                    "GEOSEARCHSTORE",
                    List.of(new KeyAccess(KeySpec.at(1), REPLACE), new KeyAccess(KeySpec.at(2), READ))),
            Map.entry("ZUNIONSTORE", COMBINED),
            Map.entry("ZINTERSTORE", COMBINED),
            Map.entry("ZDIFFSTORE", COMBINED),
            Map.entry("RENAME", List.of(new KeyAccess(KeySpec.at(1), TAKE), new KeyAccess(KeySpec.at(2), REPLACE))),
            Map.entry("RENAMENX", List.of(new KeyAccess(KeySpec.at(1), TAKE), new KeyAccess(KeySpec.at(2), CREATE))),
            Map.entry("COPY", List.of(new KeyAccess(KeySpec.at(1), READ), new KeyAccess(KeySpec.at(2), REPLACE))),
            Map.entry("SMOVE", List.of(new KeyAccess(KeySpec.at(1), TAKE), new KeyAccess(KeySpec.at(2), ADD))),
            Map.entry(
                    "SINTERSTORE",
                    List.of(new KeyAccess(KeySpec.at(1), CHANGE_UNSEEN), new KeyAccess(KeySpec.range(2, -1, 1), READ))),
            Map.entry(
                    "SUNIONSTORE",
                    List.of(new KeyAccess(KeySpec.at(1), REPLACE), new KeyAccess(KeySpec.range(2, -1, 1), READ))),
            Map.entry(
                    "SDIFFSTORE",
                    List.of(new KeyAccess(KeySpec.at(1), REPLACE), new KeyAccess(KeySpec.range(2, -1, 1), READ))),
            Map.entry(
                    "BITOP",
                    List.of(new KeyAccess(KeySpec.at(2), REPLACE), new KeyAccess(KeySpec.range(3, -1, 1), READ))),
            Map.entry("BLMOVE", List.of(new KeyAccess(KeySpec.at(1), TAKE), new KeyAccess(KeySpec.at(2), ADD))),
            Map.entry("BRPOPLPUSH", List.of(new KeyAccess(KeySpec.at(1), TAKE), new KeyAccess(KeySpec.at(2), ADD))),
            Map.entry("LMOVE", List.of(new KeyAccess(KeySpec.at(1), TAKE), new KeyAccess(KeySpec.at(2), ADD))),
            Map.entry("RPOPLPUSH", List.of(new KeyAccess(KeySpec.at(1), TAKE), new KeyAccess(KeySpec.at(2), ADD))),
            Map.entry(
                    "PFMERGE",
                    List.of(
                            new KeyAccess(KeySpec.at(1), List.of("RW", "access", "insert")),
                            new KeyAccess(KeySpec.range(2, -1, 1), READ))));

    KeyAccess(KeySpec keys, List<String> flags) {
        this(keys, flags, null);
    }

    /** The parts, in the order of their keys; none for a command without keys. */
    static List<KeyAccess> of(CommandSpec spec) {
        KeySpec keys = spec.keys();
        if (keys.isNone()) {
            return List.of();
        }
        if (keys.options() != null) {
            return withOptions(keys, keys.options());
        }
        List<KeyAccess> several = SEVERAL.get(spec.name());
        if (several != null) {
            return several;
        }
        List<String> usual = spec.has(Flag.READONLY) ? READ : CHANGE;
        return List.of(new KeyAccess(spec.keys(), SINGLE.getOrDefault(spec.name(), usual)));
    }

    /** A command that reads the key it begins with, and may store what it makes of it. */
    private static List<KeyAccess> withOptions(KeySpec keys, KeyOptions options) {
        List<KeyAccess> parts = new ArrayList<>();
        parts.add(new KeyAccess(KeySpec.at(keys.first()), READ));
        if (options.isKeyword()) {
            for (String word : options.words()) {
                parts.add(new KeyAccess(KeySpec.NONE, REPLACE, KeyOptions.keywords(options.from(), word)));
            }
            return parts;
        }
        parts.add(new KeyAccess(KeySpec.NONE, READ, KeyOptions.unknown(0)));
        if (!options.words().isEmpty()) {
            parts.add(new KeyAccess(KeySpec.NONE, REPLACE, options));
        }
        return parts;
    }

    /** Whether the keys that the request must have are all there; those behind options may be missing. */
    boolean isComplete(Args args) {
        return options != null || keys.isComplete(args);
    }

    /** Where its keys stand. An option that may be repeated has one: the first that is a keyword, else the last. */
    List<Integer> positions(Args args) {
        List<Integer> positions = new ArrayList<>();
        if (options == null) {
            int end = keys.end(args);
            for (int i = keys.start(); i < end; i += keys.stride()) {
                positions.add(i);
            }
            return positions;
        }
        List<Integer> all = options.positions(args);
        if (!all.isEmpty()) {
            positions.add(all.get(options.isKeyword() ? 0 : all.size() - 1));
        }
        return positions;
    }
}
