package io.sluice.proxy.command;

import java.util.Locale;

/** The groups of COMMAND DOCS. */
public enum Group {
    GENERIC,
    STRING,
    LIST,
    SET,
    SORTED_SET,
    HASH,
    PUBSUB,
    TRANSACTIONS,
    CONNECTION,
    SERVER,
    SCRIPTING,
    HYPERLOGLOG,
    CLUSTER,
    GEO,
    STREAM,
    BITMAP;

    /** The word in COMMAND DOCS. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
