package io.sluice.proxy.command;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.string.Lcs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LCS: what two strings have in common. */
final class LcsCommand {
    private static final byte[] NOTHING = {};

    private LcsCommand() {}

    /** The options of one request. */
    private record Options(boolean len, boolean idx, boolean withMatchLen, long minMatchLen) {
        static Options parse(Args args) {
            boolean len = false;
            boolean idx = false;
            boolean withMatchLen = false;
            long minMatchLen = 0;
            for (int i = 3; i < args.count(); i++) {
                if (args.is(i, "IDX")) {
                    idx = true;
                } else if (args.is(i, "LEN")) {
                    len = true;
                } else if (args.is(i, "WITHMATCHLEN")) {
                    withMatchLen = true;
                } else if (args.is(i, "MINMATCHLEN") && i + 1 < args.count()) {
                    minMatchLen = Math.max(0, args.integer(++i));
                } else {
                    throw Args.syntaxError();
                }
            }
            if (len && idx) {
                throw new CommandException("ERR If you want both the length and indexes, please just use IDX.");
            }
            return new Options(len, idx, withMatchLen, minMatchLen);
        }
    }

    static Reply lcs(CommandContext c, Args args) {
        c.prefetch(args.keys(1, 3, 1));
        StringValue first = find(c, args.key(1));
        StringValue second = find(c, args.key(2));
        Options options = Options.parse(args);
        long firstLength = first == null ? 0 : first.length();
        long secondLength = second == null ? 0 : second.length();
        switch (Lcs.check(firstLength, secondLength, c.settings().protoMaxBulkLen())) {
            case STRING_TOO_LONG -> throw new CommandException("ERR String too long for LCS");
            case TOO_MUCH_MEMORY ->
                throw new CommandException(
                        "ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len");
            case OK -> {
                // they may be compared
            }
        }
        byte[] a = first == null ? NOTHING : first.bytes();
        byte[] b = second == null ? NOTHING : second.bytes();
        if (options.len()) {
            return Reply.integer(Lcs.length(a, b));
        }
        Lcs.Result result = Lcs.find(a, b);
        return options.idx() ? matches(result, options) : Reply.bulk(result.subsequence());
    }

    private static @Nullable StringValue find(CommandContext c, Key key) {
        Header header = c.header(key);
        c.countLookup(header != null);
        if (header != null && header.type() != ValueType.STRING) {
            throw new CommandException("ERR The specified keys must contain string values");
        }
        return header == null ? null : StringValue.of(c, key, header);
    }

    private static Reply matches(Lcs.Result result, Options options) {
        List<Reply> matches = new ArrayList<>();
        for (Lcs.Match match : result.matchesOfAtLeast(options.minMatchLen())) {
            List<Reply> parts = new ArrayList<>(3);
            parts.add(Reply.array(Reply.integer(match.startA()), Reply.integer(match.endA())));
            parts.add(Reply.array(Reply.integer(match.startB()), Reply.integer(match.endB())));
            if (options.withMatchLen()) {
                parts.add(Reply.integer(match.length()));
            }
            matches.add(Reply.array(parts));
        }
        return Reply.map(List.of(
                Reply.bulk("matches"),
                Reply.array(matches),
                Reply.bulk("len"),
                Reply.integer(result.subsequence().length)));
    }
}
