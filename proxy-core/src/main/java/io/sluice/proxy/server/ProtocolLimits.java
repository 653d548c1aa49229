package io.sluice.proxy.server;

import io.sluice.proxy.config.LimitSettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.resp.Limits;

/** The parser's limits, kept at what the settings say. */
final class ProtocolLimits {
    private ProtocolLimits() {}

    static Limits of(Settings settings) {
        Limits limits = new Limits();
        Runnable refresh = () -> {
            limits.bulkLength(settings.number(LimitSettings.PROTO_MAX_BULK_LEN));
            limits.queryBuffer(settings.number(LimitSettings.CLIENT_QUERY_BUFFER_LIMIT));
        };
        refresh.run();
        settings.onChange(LimitSettings.PROTO_MAX_BULK_LEN, refresh);
        settings.onChange(LimitSettings.CLIENT_QUERY_BUFFER_LIMIT, refresh);
        return limits;
    }
}
