package io.sluice.proxy.command;

import io.sluice.proxy.resp.RequestParser;
import java.util.ArrayList;
import java.util.List;

/** What a connection has sent between MULTI and EXEC. Belongs to the connection's event loop, but for the figures. */
public final class Transaction {
    /** One command that waits for EXEC. */
    public record Queued(CommandSpec spec, Args args) {}

    private final List<Queued> commands = new ArrayList<>();
    private volatile int count;
    private volatile long argumentBytes;
    private long overheadBytes;
    private boolean refused;

    /** A transaction that cannot be executed any more keeps nothing. */
    public void queue(CommandSpec spec, Args args) {
        if (refused) {
            return;
        }
        commands.add(new Queued(spec, args));
        count = commands.size();
        long bytes = argumentBytes;
        for (byte[] argument : args.all()) {
            bytes += argument.length;
        }
        argumentBytes = bytes;
        overheadBytes += RequestParser.ARGUMENT_OVERHEAD * (1L + args.count()); // a command as much as an argument
    }

    /** The memory that the commands hold, about. */
    public long heldBytes() {
        return argumentBytes + overheadBytes;
    }

    /** A command could not be queued: EXEC will not execute the others either. */
    public void refuse() {
        refused = true;
    }

    public boolean isRefused() {
        return refused;
    }

    public List<Queued> commands() {
        return commands;
    }

    /** Whether one of the commands has the flag. */
    public boolean hasAny(Flag flag) {
        return commands.stream().anyMatch(queued -> queued.spec().has(flag));
    }

    /** How many commands are queued. Thread-safe. */
    public int count() {
        return count;
    }

    /** The bytes of their arguments. Thread-safe. */
    public long argumentBytes() {
        return argumentBytes;
    }
}
