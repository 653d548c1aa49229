package io.sluice.proxy.server;

import io.sluice.proxy.engine.CommandException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of an exception that no command should end with: logged, and the client told. Thread-safe. */
final class Defects {
    private static final Logger LOG = LoggerFactory.getLogger(Defects.class);

    private Defects() {}

    /** Logs it, and gives the command's failure. */
    static CommandException failure(Throwable defect) {
        LOG.error("A command failed in a way that it should not", defect);
        return new CommandException("ERR internal error: " + defect);
    }
}
