package io.sluice.proxy.command;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Puts the table together: every family of commands adds its rows here. */
public final class Commands {
    private Commands() {}

    /**
     * The whole table.
     *
     * @param server what the commands about the server work with
     * @throws IllegalStateException when a row is wrong: an error in the program
     */
    public static CommandTable table(Server server) {
        AtomicReference<CommandTable> built = new AtomicReference<>();
        Supplier<CommandTable> table = () -> {
            CommandTable there = built.get();
            if (there == null) {
                throw new IllegalStateException("the table is still being built");
            }
            return there;
        };
        CommandTable.Builder builder = CommandTable.builder();
        new ConnectionCommands(server).rows(builder);
        new ClientCommands(server).rows(builder);
        new CommandCommands(table).rows(builder);
        new AclCommands(server, table).rows(builder);
        new ConfigCommands(server).rows(builder);
        new InfoCommand(server).rows(builder);
        new ServerCommands(server).rows(builder);
        new WaitCommands(server).rows(builder);
        new LatencyCommands(server).rows(builder);
        new SlowlogCommands(server).rows(builder);
        new MemoryCommands().rows(builder);
        new DebugCommands(server).rows(builder);
        TransactionCommands.rows(builder);
        BlockingCommands.rows(builder);
        StringCommands.rows(builder);
        BitCommands.rows(builder);
        HyperLogLogCommands.rows(builder);
        HashCommands.rows(builder);
        ListCommands.rows(builder);
        ZSetCommands.rows(builder);
        GeoCommands.rows(builder);
        SetCommands.rows(builder);
        KeyCommands.rows(builder);
        SortCommands.rows(builder);
        ExpireCommands.rows(builder);
        ScanCommands.rows(builder);
        KeyspaceCommands.rows(builder);
        DumpCommands.rows(builder);
        new ObjectCommands(server).rows(builder);
        built.set(builder.build());
        return table.get();
    }
}
