package io.sluice.proxy.server;

import io.netty.channel.WriteBufferWaterMark;
import io.sluice.proxy.config.LimitSettings;
import io.sluice.proxy.config.Settings;

/** The bounds that every connection looks at for every command, kept out of the map of settings. Thread-safe. */
final class ConnectionLimits {
    private volatile long outputPauseBytes;
    private final long pendingBytes;

    ConnectionLimits(Settings settings) {
        pendingBytes = settings.number(LimitSettings.PENDING_BYTES);
        Runnable refresh = () -> outputPauseBytes = settings.number(LimitSettings.CLIENT_OUTPUT_PAUSE_BYTES);
        refresh.run();
        settings.onChange(LimitSettings.CLIENT_OUTPUT_PAUSE_BYTES, refresh);
    }

    /** Replies not taken beyond this stop the reading of a connection. */
    long outputPauseBytes() {
        return outputPauseBytes;
    }

    /** A connection's socket counts as full at that much, and as free again at half of it. */
    WriteBufferWaterMark outputMarks() {
        int high = (int) Math.min(Integer.MAX_VALUE, outputPauseBytes);
        return new WriteBufferWaterMark(high / 2, high);
    }

    /** Changes not durable beyond this hold back the commands that would add to them. */
    long pendingBytes() {
        return pendingBytes;
    }
}
