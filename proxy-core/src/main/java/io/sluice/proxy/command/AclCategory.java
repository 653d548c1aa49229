package io.sluice.proxy.command;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The categories of ACL CAT and of COMMAND's seventh field, derived from a row's group and flags. */
enum AclCategory {
    KEYSPACE,
    READ,
    WRITE,
    SET,
    SORTEDSET,
    LIST,
    HASH,
    STRING,
    BITMAP,
    HYPERLOGLOG,
    GEO,
    STREAM,
    PUBSUB,
    ADMIN,
    FAST,
    SLOW,
    BLOCKING,
    DANGEROUS,
    CONNECTION,
    TRANSACTION,
    SCRIPTING;

    private static final Map<Group, AclCategory> OF_GROUP = new EnumMap<>(Map.ofEntries(
            Map.entry(Group.GENERIC, KEYSPACE),
            Map.entry(Group.STRING, STRING),
            Map.entry(Group.LIST, LIST),
            Map.entry(Group.SET, SET),
            Map.entry(Group.SORTED_SET, SORTEDSET),
            Map.entry(Group.HASH, HASH),
            Map.entry(Group.PUBSUB, PUBSUB),
            Map.entry(Group.TRANSACTIONS, TRANSACTION),
            Map.entry(Group.CONNECTION, CONNECTION),
            Map.entry(Group.CLUSTER, CONNECTION),
            Map.entry(Group.SCRIPTING, SCRIPTING),
            Map.entry(Group.HYPERLOGLOG, HYPERLOGLOG),
            Map.entry(Group.GEO, GEO),
            Map.entry(Group.STREAM, STREAM),
            Map.entry(Group.BITMAP, BITMAP)));

    /** Where the group does not tell: commands about the server that are about keys, and the like. */
    private static final Map<String, AclCategory> INSTEAD_OF_GROUP = Map.of(
            "DBSIZE", KEYSPACE,
            "FLUSHDB", KEYSPACE,
            "FLUSHALL", KEYSPACE,
            "SWAPDB", KEYSPACE,
            "COMMAND", CONNECTION,
            "WAIT", CONNECTION,
            "WAITAOF", CONNECTION);

    /** These are about the types that can be sorted, and not about keys. */
    private static final Set<String> SORTS = Set.of("SORT", "SORT_RO");

    /** Dangerous although they are not for administrators only. */
    private static final Set<String> DANGEROUS_TOO =
            Set.of("INFO", "KEYS", "FLUSHDB", "FLUSHALL", "SWAPDB", "RESTORE", "SORT", "SORT_RO", "ROLE", "MIGRATE");

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static @Nullable AclCategory named(String word) {
        for (AclCategory category : values()) {
            if (category.word().equalsIgnoreCase(word)) {
                return category;
            }
        }
        return null;
    }

    /** In the order in which Redis lists them. */
    static Set<AclCategory> of(CommandSpec spec, CommandTable table) {
        Set<AclCategory> categories = EnumSet.noneOf(AclCategory.class);
        addKind(spec, table, categories);
        if (spec.has(Flag.WRITE)) {
            categories.add(WRITE);
        }
        if (spec.has(Flag.READONLY) && spec.group() != Group.SCRIPTING) {
            categories.add(READ);
        }
        if (spec.has(Flag.ADMIN)) {
            categories.add(ADMIN);
            categories.add(DANGEROUS);
        }
        if (DANGEROUS_TOO.contains(spec.name())) {
            categories.add(DANGEROUS);
        }
        if (spec.has(Flag.PUBSUB)) {
            categories.add(PUBSUB);
        }
        if (spec.has(Flag.BLOCKING)) {
            categories.add(BLOCKING);
        }
        categories.add(spec.has(Flag.FAST) ? FAST : SLOW);
        return categories;
    }

    private static void addKind(CommandSpec spec, CommandTable table, Set<AclCategory> categories) {
        if (SORTS.contains(spec.name())) {
            categories.addAll(EnumSet.of(SET, SORTEDSET, LIST));
            return;
        }
        int bar = spec.name().indexOf('|');
        String command = bar < 0 ? spec.name() : spec.name().substring(0, bar);
        AclCategory kind = INSTEAD_OF_GROUP.getOrDefault(command, OF_GROUP.get(spec.group()));
        // A container that cannot be called without a subcommand has none: its subcommands have.
        boolean bare = bar < 0 && table.isContainer(command) && spec.arity() == -2;
        if (kind != null && !bare) {
            categories.add(kind);
        }
    }
}
