package io.sluice.proxy.command;

import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** A row of the table as COMMAND INFO and COMMAND DOCS show it. */
final class CommandDescription {
    private final CommandTable table;

    CommandDescription(CommandTable table) {
        this.table = table;
    }

    /** The ten fields of COMMAND INFO. */
    Reply info(CommandSpec spec) {
        List<Reply> flags = new ArrayList<>();
        for (Flag flag : spec.flags()) {
            if (flag.shown()) {
                flags.add(Reply.simple(flag.word()));
            }
        }
        if (spec.keys().countAt() > 0 && !spec.has(Flag.MOVABLEKEYS)) {
            flags.add(Reply.simple(Flag.MOVABLEKEYS.word()));
        }
        List<Reply> categories = new ArrayList<>();
        for (AclCategory category : AclCategory.of(spec, table)) {
            categories.add(Reply.simple("@" + category.word()));
        }
        List<Reply> tips = CommandTips.of(spec).stream().map(Reply::bulk).toList();
        List<Reply> keys = KeyAccess.of(spec).stream()
                .map(CommandDescription::keySpecification)
                .toList();
        List<Reply> subcommands =
                table.subcommands(spec.name()).stream().map(this::info).toList();
        return Reply.array(
                Reply.bulk(name(spec)),
                Reply.integer(spec.arity()),
                Reply.set(flags),
                Reply.integer(spec.keys().first()),
                Reply.integer(spec.keys().last()),
                Reply.integer(spec.keys().step()),
                Reply.set(categories),
                Reply.set(tips),
                Reply.set(keys),
                subcommands.isEmpty() ? Reply.EMPTY_SET : Reply.array(subcommands));
    }

    private static Reply keySpecification(KeyAccess access) {
        KeySpec keys = access.keys();
        KeyOptions options = access.options();
        Reply begin;
        Reply find;
        if (options != null && !options.isKeyword()) {
            begin = search("unknown");
            find = begin;
        } else if (options != null) {
            String word = options.words().get(0);
            begin = search("keyword", "keyword", Reply.bulk(word), "startfrom", Reply.integer(options.from()));
            find = range(0, 1);
        } else if (keys.countAt() > 0) {
            begin = search("index", "index", Reply.integer(keys.countAt()));
            Reply step = Reply.integer(keys.stride());
            find = search("keynum", "keynumidx", Reply.ZERO, "firstkey", Reply.ONE, "keystep", step);
        } else {
            begin = search("index", "index", Reply.integer(keys.first()));
            // The last key is counted from the first, unless it is counted from the end.
            find = range(keys.last() < 0 ? keys.last() : keys.last() - keys.first(), keys.step());
        }
        Reply flags = Reply.set(access.flags().stream().map(Reply::simple).toList());
        return map("flags", flags, "begin_search", begin, "find_keys", find);
    }

    private static Reply range(int last, int step) {
        return search("range", "lastkey", Reply.integer(last), "keystep", Reply.integer(step), "limit", Reply.ZERO);
    }

    private static Reply search(String type, Object... spec) {
        return map("type", Reply.bulk(type), "spec", map(spec));
    }

    /** The map of COMMAND DOCS. */
    Reply docs(CommandSpec spec) {
        List<Reply> fields = new ArrayList<>(List.of(
                Reply.bulk("summary"),
                Reply.bulk(spec.summary()),
                Reply.bulk("since"),
                Reply.bulk(spec.since()),
                Reply.bulk("group"),
                Reply.bulk(spec.group().word()),
                Reply.bulk("complexity"),
                Reply.bulk(spec.complexity())));
        Collection<CommandSpec> subcommands = table.subcommands(spec.name());
        if (!subcommands.isEmpty()) {
            List<Reply> each = new ArrayList<>();
            for (CommandSpec subcommand : subcommands) {
                each.add(Reply.bulk(name(subcommand)));
                each.add(docs(subcommand));
            }
            fields.add(Reply.bulk("subcommands"));
            fields.add(Reply.map(each));
        }
        return Reply.map(fields);
    }

    /** As Redis writes it: {@code config|get}. */
    static String name(CommandSpec spec) {
        return spec.name().toLowerCase(Locale.ROOT);
    }

    private static Reply map(Object... namesAndValues) {
        List<Reply> entries = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            entries.add(Reply.bulk((String) namesAndValues[i]));
            entries.add((Reply) namesAndValues[i + 1]);
        }
        return Reply.map(entries);
    }
}
