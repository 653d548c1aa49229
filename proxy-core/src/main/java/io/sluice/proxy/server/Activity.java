package io.sluice.proxy.server;

import io.sluice.proxy.command.CommandSpec;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What changes with every command of a connection, and with what is read and written in between. Written by its event
 * loop, read now and then by others: opaque writes become visible soon and cost no fence on the hot path.
 */
final class Activity {
    private static final VarHandle LAST_NANOS = handle("lastNanos", long.class);
    private static final VarHandle LAST_COMMAND = handle("lastCommand", CommandSpec.class);
    private static final VarHandle INPUT = handle("input", long.class);

    private long lastNanos;
    private @Nullable CommandSpec lastCommand;
    /** Used in the upper half, free in the lower: the two belong together. */
    private long input;

    Activity(long nowNanos) {
        lastNanos = nowNanos;
    }

    private static VarHandle handle(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Activity.class, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void command(@Nullable CommandSpec spec, long nowNanos) {
        LAST_NANOS.setOpaque(this, nowNanos);
        LAST_COMMAND.setOpaque(this, spec);
    }

    /** Something was read or written, at this time or, where that is cached, a little before. */
    void interaction(long nowNanos) {
        if (nowNanos - lastNanos > 0) {
            LAST_NANOS.setOpaque(this, nowNanos);
        }
    }

    void input(int used, int free) {
        INPUT.setOpaque(this, (long) used << 32 | free & 0xFFFFFFFFL);
    }

    long lastNanos() {
        return (long) LAST_NANOS.getOpaque(this);
    }

    @Nullable
    CommandSpec lastCommand() {
        return (CommandSpec) LAST_COMMAND.getOpaque(this);
    }

    int inputUsed() {
        return (int) ((long) INPUT.getOpaque(this) >>> 32);
    }

    int inputFree() {
        return (int) (long) INPUT.getOpaque(this);
    }
}
