package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.EngineSettings;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Runs the commands of some families against a {@link FakeContext}, and shows replies as text. */
class FamilyRunner {
    final FakeContext context;
    private final CommandTable table;

    @SafeVarargs
    FamilyRunner(int stringChunkBytes, Consumer<CommandTable.Builder>... families) {
        context = new FakeContext(stringChunkBytes);
        CommandTable.Builder builder = CommandTable.builder();
        List.of(families).forEach(family -> family.accept(builder));
        table = builder.build();
    }

    /** From now on collections leave their header row above this. */
    void packedMaxBytes(int bytes) {
        EngineSettings now = context.settings;
        context.settings = new EngineSettings(
                now.databases(),
                now.protoMaxBulkLen(),
                now.loadBudgetBytes(),
                bytes,
                now.stringChunkBytes(),
                now.hllSparseMaxBytes(),
                now.forms());
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
                    .map(FamilyRunner::show)
                    .toList()
                    .toString();
        }
        if (reply instanceof Reply.Simple simple) {
            return new String(simple.text(), ISO_8859_1);
        }
        return reply instanceof Reply.Null ? "(nil)" : reply.toString();
    }
}
