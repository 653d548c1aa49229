package io.sluice.proxy.server;

import io.sluice.proxy.command.CommandResolver;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.resp.Limits;
import java.util.concurrent.ExecutorService;

/**
 * What all connections of a server share. All of it is thread-safe.
 *
 * @param workers run the commands that may take long
 */
record ServerCore(
        Engine engine,
        CommandResolver resolver,
        Settings settings,
        ClientRegistry clients,
        CommandMeter meter,
        Limits limits,
        AckPolicy acks,
        ExecutorService workers,
        ConnectionLimits connectionLimits) {}
