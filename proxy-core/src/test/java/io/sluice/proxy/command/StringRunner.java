package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import java.util.Locale;

/** Runs the commands on strings against a {@link FakeContext}, and shows replies as text. */
final class StringRunner {
    final FakeContext context;
    private final CommandTable table;

    StringRunner(int stringChunkBytes) {
        context = new FakeContext(stringChunkBytes);
        CommandTable.Builder builder = CommandTable.builder();
        StringCommands.rows(builder);
        BitCommands.rows(builder);
        HyperLogLogCommands.rows(builder);
        table = builder.build();
    }

    /** Puts a key of another type. */
    void putList(String key) {
        context.overwrite(
                context.hasher.key(key.getBytes(ISO_8859_1)), Header.of(ValueEncoding.LIST_PACKED, new byte[0]));
    }

    Reply reply(Object... request) {
        byte[][] argv = new byte[request.length][];
        for (int i = 0; i < argv.length; i++) {
            argv[i] = request[i] instanceof byte[] bytes
                    ? bytes
                    : String.valueOf(request[i]).getBytes(ISO_8859_1);
        }
        CommandSpec spec = table.find(argv[0]);
        if (!spec.accepts(argv.length)) {
            return Reply.error(Errors.wrongArity(spec.name().toLowerCase(Locale.ROOT)));
        }
        context.begin();
        try {
            return ((Handler.OnKeys) spec.handler()).run(context, new Args(argv, context.hasher));
        } catch (CommandException failure) {
            return Reply.error(failure.reply());
        }
    }

    /** The reply as text: errors with a dash, nothing as (nil), arrays in brackets. */
    String run(Object... request) {
        return show(reply(request));
    }

    /** Runs one line of words without quotes. */
    String line(String line) {
        return run((Object[]) line.split(" "));
    }

    static String show(Reply reply) {
        if (reply instanceof Reply.Bulk bulk) {
            return new String(bulk.toBytes(), ISO_8859_1);
        }
        if (reply instanceof Reply.Int number) {
            return Long.toString(number.value());
        }
        if (reply instanceof Reply.Aggregate aggregate) {
            return aggregate.elements().stream()
                    .map(StringRunner::show)
                    .toList()
                    .toString();
        }
        if (reply instanceof Reply.Simple simple) {
            return new String(simple.text(), ISO_8859_1);
        }
        return reply instanceof Reply.Null ? "(nil)" : reply.toString();
    }

    /** What OBJECT ENCODING would answer. */
    String encoding(String key) {
        return switch (context.stored(key).encoding()) {
            case ValueEncoding.STRING_INT -> "int";
            case ValueEncoding.STRING_EMBSTR -> "embstr";
            case ValueEncoding.STRING_RAW, ValueEncoding.STRING_CHUNKED -> "raw";
            default -> "another type";
        };
    }
}
